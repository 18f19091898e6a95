// Programs that must not compile: an expectation that is not needed is itself an error.
import * as pulumi from "@pulumi/pulumi";
import {
  ContainerGroup,
  ContainerGroupFleet,
  iterateInferenceEndpointJobs,
  listInferenceEndpointJobs,
  listInferenceEndpointJobsOutput,
  Queue,
  QueueJob,
} from "../../../sdk";
import * as sdk from "../../../sdk";

// @ts-expect-error -- there is no such class
new sdk.ContainerGroups("web");

// @ts-expect-error -- a resource has a name
new ContainerGroup();
// @ts-expect-error -- an argument that does not exist
new ContainerGroup("web", { replica: 3 });
// @ts-expect-error -- the wire's spelling
new ContainerGroup("web", { display_name: "Web" });
// @ts-expect-error -- a number is meant
new ContainerGroup("web", { replicas: "3" });
// @ts-expect-error -- a number is meant, in an output too
new ContainerGroup("web", { replicas: pulumi.output("3") });
// @ts-expect-error -- a path parameter cannot be removed
new ContainerGroup("web", { name: null });
// @ts-expect-error -- a list's items cannot be null
new ContainerGroup("web", { countryCodes: ["de", null] });
// @ts-expect-error -- a member of the container that does not exist
new ContainerGroup("web", { container: { env: {} } });
// @ts-expect-error -- environment values are text
new ContainerGroup("web", { container: { environmentVariables: { PORT: 80 } } });
// @ts-expect-error -- an environment value that may be undefined would silently go missing
new ContainerGroup("web", { container: { environmentVariables: { HOME: process.env["HOME"] } } });
// @ts-expect-error -- a number is meant, nested
new ContainerGroup("web", { container: { logging: { tcp: { port: pulumi.output("80") } } } });
// @ts-expect-error -- a container is meant
new ContainerGroup("web", { container: pulumi.output({ image: 1 }) });
// @ts-expect-error -- none of the priorities
new ContainerGroup("web", { container: { priority: "urgent" } });
// @ts-expect-error -- what the service owns cannot be declared
new ContainerGroup("web", { container: { hash: "h" } });
// @ts-expect-error -- the interface shows `port` alone for an update
new ContainerGroup("web", { networking: { auth: true } });
// @ts-expect-error -- a header has a value
new ContainerGroup("web", { livenessProbe: { http: { headers: [{ name: "n" }] } } });
// @ts-expect-error -- a tag has a name
new ContainerGroup("web", { container: { logging: { datadog: { tags: [{ value: "v" }] } } } });
// @ts-expect-error -- a scaling action has a schedule
new ContainerGroup("web", { scalingActions: [{ replicas: 1 }] });
// @ts-expect-error -- credentials have these members only
new ContainerGroup("web", { container: { registryAuthentication: { basic: { user: "u" } } } });
// @ts-expect-error -- what is sent on destroy is an update, without a name
new ContainerGroup("web", { onDestroy: { name: "web" } });
// @ts-expect-error -- not JSON
new ContainerGroup("web", { additionalMembers: { at: new Date() } });
// @ts-expect-error -- an output, not an argument
new ContainerGroup("web", { observed: {} });

// @ts-expect-error -- a fleet has arguments
new ContainerGroupFleet("edge");
// @ts-expect-error -- a fleet has groups
new ContainerGroupFleet("edge", { defaults: {} });
// @ts-expect-error -- a fleet has no name in the service
new ContainerGroupFleet("edge", { name: "edge", groups: {} });
// @ts-expect-error -- groups are a map by name
new ContainerGroupFleet("edge", { groups: [{ replicas: 1 }] });
// @ts-expect-error -- an argument that does not exist, in an entry
new ContainerGroupFleet("edge", { groups: { web: { replica: 3 } } });
// @ts-expect-error -- in the container of an entry
new ContainerGroupFleet("edge", { groups: { web: { container: { env: {} } } } });
// @ts-expect-error -- in what all groups have in common
new ContainerGroupFleet("edge", { defaults: { replica: 3 }, groups: {} });
// @ts-expect-error -- a number is meant
new ContainerGroupFleet("edge", { groups: { web: { replicas: "3" } } });
// @ts-expect-error -- a number is meant, in an output of the whole too
new ContainerGroupFleet("edge", { groups: pulumi.output({ web: { replicas: "3" } }) });
// @ts-expect-error -- an entry's key is its name
new ContainerGroupFleet("edge", { groups: { web: { name: "web" } } });
// @ts-expect-error -- all groups are of one project
new ContainerGroupFleet("edge", { groups: { web: { projectName: "vision" } } });
// @ts-expect-error -- a group is taken out by leaving it out
new ContainerGroupFleet("edge", { groups: { web: null } });
// @ts-expect-error -- an entry that may be undefined would silently go missing
new ContainerGroupFleet("edge", { groups: { web: process.env["CI"] ? { replicas: 1 } : undefined } });
// @ts-expect-error -- what is sent on destroy is an update, without another one in it
new ContainerGroupFleet("edge", { groups: { web: { onDestroy: { onDestroy: {} } } } });
// @ts-expect-error -- not JSON
new ContainerGroupFleet("edge", { defaults: { additionalMembers: { at: new Date() } }, groups: {} });
// @ts-expect-error -- an output, not an argument
new ContainerGroupFleet("edge", { groups: {}, observed: {} });

// @ts-expect-error -- a queue has no replicas
new Queue("frames", { replicas: 1 });
// @ts-expect-error -- text is meant
new Queue("frames", { description: 1 });

// @ts-expect-error -- a job has arguments
new QueueJob("job");
// @ts-expect-error -- a job has an input
new QueueJob("job", { queueName: "frames" });
// @ts-expect-error -- a job is of a queue
new QueueJob("job", { input: null });
// @ts-expect-error -- not JSON
new QueueJob("job", { queueName: "frames", input: { send: () => 1 } });
// @ts-expect-error -- not JSON, beside an object of an interface
new QueueJob("job", { queueName: "frames", input: { row: { label: "a" } as { label: string }, at: new Date() } });
// @ts-expect-error -- not JSON
new QueueJob("job", { queueName: "frames", input: new Map() });
// @ts-expect-error -- a function, whatever fields it has
new QueueJob("job", { queueName: "frames", input: Object.assign(() => 1, { label: "a" }) });
// @ts-expect-error -- not JSON
new QueueJob("job", { queueName: "frames", input: 1n });
// @ts-expect-error -- metadata is an object
new QueueJob("job", { queueName: "frames", input: null, metadata: "m" });
// @ts-expect-error -- triggers are a list
new QueueJob("job", { queueName: "frames", input: null, triggers: "t" });

const group = new ContainerGroup("web");
// @ts-expect-error -- an item of a list that may be undefined would arrive as null
new QueueJob("job", { queueName: "frames", input: [group.observed.version] });
// @ts-expect-error -- nor may the whole be undefined
new QueueJob("job", { queueName: "frames", input: group.observed.version });
// @ts-expect-error -- what is inside a member's value is looked at too
new QueueJob("job", { queueName: "frames", input: { versions: [group.observed.version] } });

// @ts-expect-error -- outputs cannot be set
group.replicas = pulumi.output(1);
// @ts-expect-error -- an output is not its value
export const version: number = group.observed.version;
// @ts-expect-error -- it may be absent
export const sure: pulumi.Output<number> = group.observed.version;
// @ts-expect-error -- what the service never answers is not observed
export const command = group.observed.command;

// @ts-expect-error -- nested fields may be absent
export const surely: pulumi.Output<string> = group.observed.container.hash;
// @ts-expect-error -- no such nested field
export const digest = group.observed.container.digest;
declare const unsorted: ContainerGroup | Queue;
// @ts-expect-error -- it may be a queue
unsorted.replicas.apply((replicas) => replicas);
export const sorted = ContainerGroup.isInstance(unsorted) ? unsorted.replicas : unsorted.description;

const fleet = new ContainerGroupFleet("edge", { groups: {} });
// @ts-expect-error -- a fleet keeps a few members alone of what is observed
fleet.observed.apply((observed) => observed["web"]?.currentState);
// @ts-expect-error -- a group may be absent
fleet.observed.apply((observed) => observed["web"].version);

// @ts-expect-error -- the endpoint is required
void listInferenceEndpointJobs({});
// @ts-expect-error -- outputs are for the other function
void listInferenceEndpointJobs({ inferenceEndpointName: pulumi.output("detect") });
// @ts-expect-error -- only the iterator goes on for a number of jobs
listInferenceEndpointJobsOutput({ inferenceEndpointName: "detect", maxItems: 1 });
// @ts-expect-error -- a number is meant
iterateInferenceEndpointJobs({ inferenceEndpointName: "detect", maxItems: "1" });
