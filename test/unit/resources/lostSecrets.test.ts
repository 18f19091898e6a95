import { Engine, keptAfter } from "../../support/protocol";
import type { Kind, Properties } from "../../support/providerHost";

const NAME = "NAME_OF_A_TENANT";
const WITH = { replicas: 1, container: { environmentVariables: { [NAME]: "x" } } };
const WITHOUT = { replicas: 1 };
const marked = (pointer: string) => ({ __secrets: [`${pointer}/container/environmentVariables`] });

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.inProcess({ showPatches: "true" });
});
afterAll(() => engine.stop());

// prettier-ignore
test.each<[sentence: string, kind: Kind, before: Properties, lost: Properties, after: Properties]>([
  ["a group's update that takes them out", "containerGroup", { name: "web", ...WITH, ...marked("") }, { name: "web", ...WITHOUT }, { name: "web", ...WITHOUT }],
  ["a fleet's update that takes them out", "containerGroupFleet", { groups: { web: WITH }, ...marked("/groups/web") }, { groups: { web: WITHOUT } }, { groups: { web: WITHOUT } }],
  ["a fleet's update that brings them in", "containerGroupFleet", { groups: { web: WITHOUT } }, { groups: { web: WITH }, ...marked("/groups/web") }, { groups: { web: WITHOUT } }],
])("names in a map that is secret as a whole are not printed after the response to %s is lost", async (_, kind, before, lost, after) => {
  const resource = await engine.create(kind, before);
  const change = await engine.change(kind, resource, lost);
  engine.service.fault({ kind: "reset-after", times: 1 });
  const { id, outs } = await keptAfter(change.update());
  engine.service.clearRequests();
  const repair = await engine.change(kind, { id, outs }, after);
  await repair.update();
  expect(JSON.stringify(engine.bodies())).toContain(NAME);
  expect(await engine.host.allPrinted()).not.toContain(NAME);
});
