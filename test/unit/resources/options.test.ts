import { Engine } from "../../support/protocol";
import type { Kind, Properties } from "../../support/providerHost";

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.inProcess();
});
afterAll(() => engine.stop());

const TAKES_OVER = "nothing is sent; the state takes over the option ignoreChanges\n";

// prettier-ignore
test.each<[Kind, label: RegExp, args: Properties, ignored: string, changed: Properties]>([
  ["containerGroup", /^acme\/vision\/web: /, { name: "web", replicas: 2 }, "replicas", { displayName: "Web" }],
  ["containerGroupFleet", /^fleet acme\/vision: /, { groups: { web: { replicas: 2 } } }, "groups.web.replicas", { defaults: { displayName: "Web" } }],
  ["queue", /^acme\/vision\/renders: /, { name: "renders", displayName: "Renders" }, "displayName", { description: "all" }],
  ["queueJob", /^acme\/vision\/renders\/\S+: /, { queueName: "renders", input: 1 }, "input", { metadata: {} }],
])("a %s says that it takes over ignoreChanges, where nothing else differs", async (kind, label, args, ignored, changed) => {
  const resource = await engine.create(kind, args);
  const other = { ...args, __ignoreChanges: [ignored] };
  engine.service.clearRequests();
  let after = resource;
  const printed = await engine.host.printedBy(async () => {
    after = await engine.up(kind, resource, other);
  });
  expect(printed).toMatch(label);
  expect(printed).toMatch(new RegExp(`: ${TAKES_OVER}$`));
  expect(after.outs["__ignoreChanges"]).toEqual([ignored]);
  expect(await engine.host.printedBy(() => engine.up(kind, after, other))).toBe("");
  expect(engine.service.requests).toHaveLength(0);
  const both = await engine.host.printedBy(() => engine.change(kind, after, { ...args, ...changed }));
  expect(both).not.toContain(TAKES_OVER);
});
