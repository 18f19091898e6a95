import { Engine, failure } from "../../support/protocol";
import type { Kind, Properties } from "../../support/providerHost";

const KEPT =
  "container group acme/vision/web stays in this resource: the resource of the program that declares it now could not be created. " +
  "The next `pulumi up` tries both again.";
const DECLARED = { replicas: 2, onDestroy: { replicas: 0 } };
const refused = { kind: "status", status: 422 } as const;

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.inProcess();
});
afterAll(() => engine.stop());

/** A resource of an earlier run, whose group the service then refuses to another one. */
async function afterRefusal(kind: Kind, args: Properties, successor: Kind, after: Properties) {
  const resource = await engine.create(kind, args);
  await engine.host.newRun();
  engine.service.fault(refused);
  expect((await failure(engine.create(successor, after))).message).toContain("422");
  engine.service.clearRequests();
  return resource;
}

test.each<[sentence: string, successor: Kind, after: Properties]>([
  ["another resource", "containerGroup", { name: "web", replicas: 5 }],
  ["a fleet", "containerGroupFleet", { groups: { web: { replicas: 5 } } }],
])("a group stays in its resource where the service refuses it to %s", async (_, successor, after) => {
  const { id, outs } = await afterRefusal("containerGroup", { name: "web", ...DECLARED }, successor, after);
  const deletion = engine.host.delete("containerGroup", id, outs, { sameRun: true });
  expect((await failure(deletion)).message).toContain(KEPT);
  expect(engine.service.requests).toHaveLength(0);
});

test("a group stays in its fleet where a resource that declares it could not be created before", async () => {
  const FLEET = "containerGroupFleet";
  const after = { name: "web", replicas: 5 };
  const { id, outs } = await afterRefusal(FLEET, { groups: { web: DECLARED } }, "containerGroup", after);
  const inputs = await engine.checked(FLEET, { groups: {} }, outs);
  expect((await failure(engine.host.update(FLEET, id, outs, inputs))).message).toContain(KEPT);
  expect(engine.service.requests).toHaveLength(0);
});
