import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup, ContainerGroupFleet, Queue, QueueJob } from "../../../sdk";
import { RESOURCE_KINDS } from "../../../sdk/internal/resourceKinds";
import { inProject, sentProps, startRun, valueOf } from "./support";

inProject();

const kinds = Object.values(RESOURCE_KINDS);

test("a provider's text and type never change: they are in the state of every resource there is", () => {
  // prettier-ignore
  expect(kinds.map((kind) => [kind.type, kind.providerText])).toEqual([
    ["pulumi-nodejs:dynamic/containergroups:ContainerGroup", 'exports.handler=()=>require("pulumi-containergroups/provider").containerGroup()'],
    ["pulumi-nodejs:dynamic/containergroups:ContainerGroupFleet", 'exports.handler=()=>require("pulumi-containergroups/provider").containerGroupFleet()'],
    ["pulumi-nodejs:dynamic/containergroups:Queue", 'exports.handler=()=>require("pulumi-containergroups/provider").queue()'],
    ["pulumi-nodejs:dynamic/containergroups:QueueJob", 'exports.handler=()=>require("pulumi-containergroups/provider").queueJob()'],
  ]);
  const classes = [ContainerGroup, ContainerGroupFleet, Queue, QueueJob];
  expect(classes.map(({ __pulumiType }) => __pulumiType)).toEqual(kinds.map(({ type }) => type));
  expect(kinds.filter((kind) => Buffer.byteLength(kind.providerText) >= 100)).toEqual([]);
});

test("a resource registers its arguments, the provider's text and nothing else", async () => {
  const registrations = startRun();
  const group = new ContainerGroup("web", { replicas: 3, container: { image: "a:1" } });
  await valueOf(group.urn);
  // prettier-ignore
  expect(registrations).toEqual([
    { type: RESOURCE_KINDS.containerGroup.type, name: "web", inputs: { name: "web", replicas: 3, container: { image: "a:1" }, __provider: RESOURCE_KINDS.containerGroup.providerText } },
  ]);
});

test("a fleet registers its groups under their names, without those that are undefined, and has no name itself", async () => {
  const registrations = startRun();
  const absent = undefined as unknown as object;
  const groups = { web: { replicas: 3, displayName: null }, api: {}, absent };
  const fleet = new ContainerGroupFleet("edge", { defaults: { replicas: 1 }, groups });
  await valueOf(fleet.urn);
  // prettier-ignore
  const inputs = {
    defaults: { replicas: 1 }, groups: { web: { replicas: 3, displayName: null }, api: {} },
    __provider: RESOURCE_KINDS.containerGroupFleet.providerText, __resourceName: "edge", __declaredElsewhere: [],
  };
  expect(registrations).toEqual([{ type: RESOURCE_KINDS.containerGroupFleet.type, name: "edge", inputs }]);
});

test("a group and a queue are named as the resource is, unless a name is given", async () => {
  for (const kind of [RESOURCE_KINDS.containerGroup, RESOURCE_KINDS.queue]) {
    const nameSent = async (name?: unknown) => (await sentProps(kind, { name }, { name: "Odd_Name" }))["name"];
    const names = [await nameSent(), await nameSent(pulumi.output(undefined)), await nameSent("other")];
    expect([...names, await nameSent(pulumi.output("other"))]).toEqual(["Odd_Name", "Odd_Name", "other", "other"]);
  }
  expect(await sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input: null })).not.toHaveProperty("name");
});

test("every argument can be read from a resource, given or not", async () => {
  const resources = [
    [new ContainerGroup("web"), RESOURCE_KINDS.containerGroup],
    [new ContainerGroupFleet("edge", { groups: {} }), RESOURCE_KINDS.containerGroupFleet],
    [new Queue("frames"), RESOURCE_KINDS.queue],
    [new QueueJob("job", { queueName: "frames", input: null }), RESOURCE_KINDS.queueJob],
  ] as const;
  for (const [resource, kind] of resources) {
    await valueOf(resource.urn);
    const members: Record<string, unknown> = { ...resource };
    for (const member of [...kind.arguments, "observed"]) {
      expect([kind.label, member, pulumi.Output.isInstance(members[member])]).toEqual([kind.label, member, true]);
    }
  }
});

test("null is sent: it says that a field is removed", async () => {
  const props = await sentProps(RESOURCE_KINDS.containerGroup, {
    replicas: null,
    container: { image: pulumi.output(null) },
  });
  expect(props).toMatchObject({ replicas: null, container: { image: null } });
  expect(await sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input: null })).toMatchObject({ input: null });
});

test("a job's data keeps its keys", async () => {
  const data = { snake_case: [{ camelCase: 1, "with space": { "": null } }], observed: 1, __x: 2, id: 3 };
  // prettier-ignore
  const props = await sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input: data, metadata: data, triggers: [data] });
  expect(props).toMatchObject({ input: data, metadata: data, triggers: [data] });
});

test("a trigger that is undefined, or turns out to be, is sent as null, and the others keep their places", async () => {
  const triggers = [undefined, pulumi.output<number | undefined>(undefined), pulumi.output(2)];
  const props = await sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input: null, triggers });
  expect(props["triggers"]).toEqual([null, null, 2]);
});

test("an argument that the types do not know goes to the provider, which says what is wrong with it", async () => {
  expect(await sentProps(RESOURCE_KINDS.containerGroup, { replica: 3 })).toMatchObject({ replica: 3 });
});

test("a resource is an instance of its own class alone, and of a class that a program derives from it", async () => {
  class Worker extends ContainerGroup {}
  const classes = [ContainerGroup, ContainerGroupFleet, Queue, QueueJob];
  // prettier-ignore
  const resources = [new Worker("web"), new ContainerGroupFleet("edge", { groups: {} }), new Queue("frames"), new QueueJob("job", { queueName: "frames", input: null })];
  expect(classes.map((each) => resources.map((resource) => each.isInstance(resource)))).toEqual(
    classes.map((_, row) => resources.map((_, column) => row === column)),
  );
  const others = [undefined, null, 1, {}, new pulumi.ComponentResource("a:b:C", "other")];
  expect(others.filter((each) => ContainerGroup.isInstance(each))).toEqual([]);
  await Promise.all(resources.map(({ urn }) => valueOf(urn)));
});

test("the static get is refused, with what to do instead", () => {
  expect(() => ContainerGroup.get("web", "acme/vision/web")).toThrow(
    new pulumi.RunError(
      "ContainerGroup.get: the API cannot read it. Read the outputs of the stack that declares it with `pulumi.StackReference`.",
    ),
  );
  expect(() => ContainerGroupFleet.get("edge", "acme/vision")).toThrow(/^ContainerGroupFleet\.get: the API cannot/);
  expect(() => Queue.get("frames", "acme/vision/frames")).toThrow(/^Queue\.get: the API cannot/);
  expect(() => QueueJob.get("job", "acme/vision/frames/1")).toThrow(/^QueueJob\.get: the API cannot/);
});

test("an output in place of the arguments is refused", () => {
  const message =
    'ContainerGroup "web": the arguments are an output as a whole; give an object whose fields may be outputs';
  expect(() => new ContainerGroup("web", pulumi.output({ replicas: 3 }))).toThrow(new pulumi.RunError(message));
});

test("the option import is refused, with what to do instead", () => {
  const opts = { import: "acme/vision/web" };
  const adopts = "declaring the resource adopts what exists already. Take the option `import` out of the program.";
  expect(() => new ContainerGroup("web", {}, opts)).toThrow(
    new pulumi.RunError(`ContainerGroup "web" cannot be imported: ${adopts}`),
  );
  expect(() => new Queue("frames", {}, opts)).toThrow(`Queue "frames" cannot be imported: ${adopts}`);
  expect(() => new ContainerGroupFleet("edge", { groups: {} }, opts)).toThrow(adopts);
  expect(() => new QueueJob("job", { queueName: "frames", input: null }, opts)).toThrow(
    'QueueJob "job" cannot be imported: a job cannot be read back, and declaring the resource posts a new one.',
  );
});
