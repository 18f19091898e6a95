// Programs that must not compile: an expectation that is not needed is itself an error.
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup, ContainerGroupFleet, listInferenceEndpointJobs, QueueJob, type Queue } from "../../../sdk";
import * as sdk from "../../../sdk";

// @ts-expect-error -- there is no such class
new sdk.ContainerGroups("web");

// @ts-expect-error -- a resource has a name
new ContainerGroup();
// @ts-expect-error -- a number is meant, in an output
new ContainerGroup("web", { replicas: pulumi.output("3") });
// @ts-expect-error -- an environment value that may be undefined would silently go missing
new ContainerGroup("web", { container: { environmentVariables: { HOME: process.env["HOME"] } } });
// @ts-expect-error -- a number is meant, nested
new ContainerGroup("web", { container: { logging: { tcp: { port: pulumi.output("80") } } } });
// @ts-expect-error -- a container is meant
new ContainerGroup("web", { container: pulumi.output({ image: 1 }) });
// @ts-expect-error -- a scaling action has a schedule
new ContainerGroup("web", { scalingActions: [{ replicas: 1 }] });
// @ts-expect-error -- not JSON
new ContainerGroup("web", { additionalMembers: { at: new Date() } });

// @ts-expect-error -- a fleet has arguments
new ContainerGroupFleet("edge");
// @ts-expect-error -- an argument that does not exist, in what all groups have in common
new ContainerGroupFleet("edge", { defaults: { replica: 3 }, groups: {} });
// @ts-expect-error -- a number is meant, in an output of the whole
new ContainerGroupFleet("edge", { groups: pulumi.output({ web: { replicas: "3" } }) });
// @ts-expect-error -- an entry that may be undefined would silently go missing
new ContainerGroupFleet("edge", { groups: { web: process.env["CI"] ? { replicas: 1 } : undefined } });

// @ts-expect-error -- a job has arguments
new QueueJob("job");
// @ts-expect-error -- a job has an input
new QueueJob("job", { queueName: "frames" });
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

// @ts-expect-error -- nested fields may be absent
export const surely: pulumi.Output<string> = group.observed.container.hash;
// @ts-expect-error -- no such nested field
export const digest = group.observed.container.digest;
declare const unsorted: ContainerGroup | Queue;
// @ts-expect-error -- it may be a queue
unsorted.replicas.apply((replicas) => replicas);
export const sorted = ContainerGroup.isInstance(unsorted) ? unsorted.replicas : unsorted.description;

const fleet = new ContainerGroupFleet("edge", { groups: {} });
// @ts-expect-error -- a group may be absent
fleet.observed.apply((observed) => observed["web"].version);

// @ts-expect-error -- outputs are for the other function
void listInferenceEndpointJobs({ inferenceEndpointName: pulumi.output("detect") });
