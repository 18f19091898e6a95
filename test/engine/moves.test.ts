import { deployed, PROJECT, type Deployed } from "../support/deployed";
import { testLife } from "../support/steps";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

/** A resource for the group `web`, or another one. */
const group = (resource: string, replicas: number) =>
  `new cg.ContainerGroup("${resource}", { name: "web", replicas: ${replicas}, onDestroy: { replicas: 0 } });`;
const fleet = (groups: string) =>
  `new cg.ContainerGroupFleet("edge", { defaults: { onDestroy: { replicas: 0 } }, groups: ${groups} });`;

const WORKER = "{ worker: { replicas: 1 } }";
const BOTH = "{ web: { replicas: 4 }, worker: { replicas: 1 } }";
const BESIDE_FLEET = fleet(WORKER) + group("third", 5);

describe("a group with onDestroy that a program moves between its resources", () => {
  // prettier-ignore
  testLife(() => all, [
    ["is adopted", { program: group("first", 2), sends: [`web {"replicas":2}`] }],
    ["has the declaration of a resource of another name as the last word",
      { program: group("second", 3), sends: [`web {"replicas":3}`], does: ["create second", "delete first"], prints: "is declared by another resource of the program, so onDestroy is not sent", settles: true }],
    ["has the declaration of a fleet as the last word",
      { program: fleet(BOTH), sendsAtOnce: [`web {"replicas":4}`, `worker {"replicas":1}`], holds: { web: { replicas: 4 } }, settles: true }],
    ["has the declaration of a group as the last word when it is removed from the fleet",
      { program: BESIDE_FLEET, sends: [`web {"replicas":5}`], holds: { web: { replicas: 5 } }, settles: true }],
    ["is sent its onDestroy when the program declares it no longer, and by destroy --run-program",
      { program: fleet(WORKER), sends: [`web {"replicas":0}`] },
      { command: "destroy", flags: ["--run-program"], sends: [`worker {"replicas":0}`] }],
  ]);
});
