import { live, testLives } from "../support/life";
import { Engine, failure } from "../support/protocol";
import type { Properties } from "../support/providerHost";

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.withGroups(["web", "worker"]);
});
beforeEach(() => engine.service.reset());
afterAll(() => engine.stop());

const WEB = { name: "web", displayName: "Web" };
const DECLARED = { ...WEB, container: { image: "i:1", environmentVariables: { A: "1" } } };
const LEFT = { ...WEB, removedMembers: "leave" };
const queueAutoscaler = { desiredQueueLength: 10, minReplicas: 1, maxReplicas: 5 };
const autoscaler = { queue_autoscaler: { desired_queue_length: 10, min_replicas: 1, max_replicas: 5 } };

// prettier-ignore
testLives(() => engine, "containerGroup", [
  ["replicas that the program hands to an autoscaler are no longer managed: nothing is sent for them, and the preview prints that",
    { args: { ...WEB, replicas: 2 } },
    { args: { ...WEB, queueAutoscaler }, changes: true, sends: { web: autoscaler }, web: { replicas: 2 }, outs: { observed: { replicas: 2 } }, prints: "acme/vision/web: no longer managed, so nothing is sent for it: replicas", settles: true }],
  ["replicas that are removed are a change of the state alone where nothing else changes",
    { args: { ...WEB, replicas: 2 } },
    { args: WEB, changes: true, sends: {}, settles: true }],
  ["replicas are sent as null where the program declares null",
    { args: { ...WEB, replicas: 2 } },
    { args: { ...WEB, replicas: null }, sends: { web: { replicas: null } } }],
  ['with removedMembers: "leave" a removed field is forgotten without a request, and a later change does not unset it',
    { args: DECLARED },
    { args: { ...LEFT, container: {} }, changes: true, sends: {}, prints: "container.environmentVariables.A, container.image" },
    { args: WEB, sends: {}, web: { container: { image: "i:1" } } }],
  ['with removedMembers: "leave" a removed field that is declared again is sent with its new value',
    { args: DECLARED },
    { args: LEFT },
    { args: { ...LEFT, container: { image: "i:2" } }, sends: { web: { container: { image: "i:2" } } } }],
  ["a change of removedMembers alone makes no request and settles",
    { args: DECLARED },
    { args: { ...DECLARED, removedMembers: "leave" }, changes: true, sends: {}, settles: true }],
]);

// prettier-ignore
testLives(() => engine, "containerGroupFleet", [
  ["with removedMembers in a fleet's defaults, each removed field is left but in a group whose entry overrides it",
    { args: { groups: { web: { container: { image: "i:1" } }, worker: { container: { image: "i:1" } } } } },
    { args: { defaults: { removedMembers: "leave" }, groups: { web: {}, worker: { removedMembers: "unset" } } }, sends: { worker: { container: { image: null } } }, prints: "no longer manages fields of 1 of 2 groups: web (container.image)" }],
]);

// prettier-ignore
testLives(() => engine, "queue", [
  ["the removed description of a queue is left, where the setting says so and the argument is absent",
    { settings: { removedMembers: "leave" }, args: { name: "renders", description: "x" } },
    { args: { name: "renders" }, changes: true, sends: {} }],
  ["an argument of another value overrides the setting removedMembers",
    { args: { name: "renders", description: "x" } },
    { args: { name: "renders", removedMembers: "unset" }, sends: { renders: { description: null } } }],
]);

it("a removal that the service refuses is named by its path in the program, with the ways out", async () => {
  await engine.host.newRun({ removedMembers: "unset" });
  const group = await live(engine, "containerGroup", [{ args: DECLARED }]);
  engine.service.fault({ kind: "status", status: 400, body: { detail: "must be string" } });
  const { message } = await failure(engine.up("containerGroup", group, { name: "web", container: { image: "i:1" } }));
  expect(message).toContain("400 Bad Request: must be string");
  expect(message).toContain("The patch unsets container.environmentVariables.A, displayName.");
  expect(message).toContain('give a value, or set removedMembers: "leave"');
});

it("a null that an older release has left in the state, in place of an object that is patched by field, is read", async () => {
  const { id, outs } = await live(engine, "containerGroup", [{ args: { name: "web", replicas: 2 } }]);
  engine.service.clearRequests();
  const args: Properties = { name: "web", replicas: 2, container: { image: "i:1" } };
  await engine.up("containerGroup", { id, outs: { ...outs, container: null } }, args);
  expect(engine.bodies()).toEqual([{ container: { image: "i:1" } }]);
});
