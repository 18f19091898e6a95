import { deployed, PROJECT, type Deployed } from "../support/deployed";
import { urnOf } from "../support/stack";
import { testLife } from "../support/steps";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

/** A resource for the group `web`, or another one. */
const group = (resource: string, replicas: number, options = "{}", name = "web") =>
  `new cg.ContainerGroup("${resource}", { name: "${name}", replicas: ${replicas}, onDestroy: { replicas: 0 } }, ${options});`;
const fleet = (groups: string) =>
  `new cg.ContainerGroupFleet("edge", { defaults: { onDestroy: { replicas: 0 } }, groups: ${groups} });`;
const twoFleets = (first: string, second: string) =>
  `const fleet = ${fleet(first)} new cg.ContainerGroupFleet("other", { groups: ${second} }, { dependsOn: fleet });`;

const WORKER = "{ worker: { replicas: 1 } }";
const BOTH = "{ web: { replicas: 4 }, worker: { replicas: 1 } }";
const BESIDE_FLEET = fleet(WORKER) + group("third", 5);
const DEPENDING = `new cg.ContainerGroup("third", { name: "web", countryCodes: ["de"] }, { dependsOn: fleet });`;
const DELETED_FIRST = fleet(WORKER) + group("third", 5, "{ deleteBeforeReplace: true }");
const THIRD = urnOf("ContainerGroup", "third");

describe("a group with onDestroy that a program moves between its resources", () => {
  testLife(
    () => all,
    [
      ["is adopted", { program: group("first", 2), sends: [`web {"replicas":2}`] }],
      [
        "has the declaration of a resource of another name as the last word",
        {
          program: group("second", 3),
          sends: [`web {"replicas":3}`],
          does: ["create second", "delete first"],
          prints: "is declared by another resource of the program, so onDestroy is not sent",
          settles: true,
        },
      ],
      [
        "has the declaration of a fleet as the last word",
        {
          program: fleet(BOTH),
          sendsAtOnce: [`web {"replicas":4}`, `worker {"replicas":1}`],
          holds: { web: { replicas: 4 } },
          settles: true,
        },
      ],
      [
        "has the declaration of a group as the last word when it is removed from the fleet",
        { program: BESIDE_FLEET, sends: [`web {"replicas":5}`], holds: { web: { replicas: 5 } }, settles: true },
      ],
      [
        "is sent no onDestroy when it moves from the fleet to a resource that depends on the fleet",
        { program: fleet(BOTH), sends: [`web {"replicas":4}`] },
        {
          program: `const fleet = ${fleet(WORKER)} ${DEPENDING}`,
          sends: [`web {"country_codes":["de"]}`],
          holds: { web: { replicas: 4 } },
          settles: true,
        },
      ],
      [
        "has its declaration as the last word when it moves from one fleet to another that depends on the first",
        { program: twoFleets(BOTH, "{}"), sends: [`web {"replicas":4}`] },
        {
          program: twoFleets(WORKER, "{ web: { countryCodes: ['de'] } }"),
          sends: [`web {"country_codes":["de"]}`],
          prints: /fleet edge forgets 1 of 2 groups: web[^]*fleet other adopts 1 of 1 group: web/,
        },
        { program: BESIDE_FLEET, sends: [`web {"replicas":5}`] },
      ],
      [
        "has its declaration as the last word after `up --replace`",
        { program: BESIDE_FLEET, flags: ["--replace", THIRD], sends: [`web {"replicas":5}`], settles: true },
      ],
      [
        "is sent onDestroy before its declaration under deleteBeforeReplace",
        { program: DELETED_FIRST },
        {
          program: DELETED_FIRST,
          flags: ["--replace", THIRD],
          sends: [`web {"replicas":0}`, `web {"replicas":5}`],
          settles: true,
        },
      ],
      [
        "is sent its onDestroy when the program declares it no longer, and by destroy --run-program",
        { program: fleet(WORKER), sends: [`web {"replicas":0}`] },
        { command: "destroy", flags: ["--run-program"], sends: [`worker {"replicas":0}`] },
      ],
      [
        "is sent no onDestroy where its replacement could not be forgotten, and the program goes back to it",
        { program: group("back", 6), sends: [`web {"replicas":6}`] },
        {
          program: group("back", 6, "{}", "worker"),
          before: () => all.service.fault({ kind: "status", status: 403, match: { path: "/containers/web" } }),
          sends: [`worker {"replicas":6}`, `web {"replicas":0}`],
          fails: true,
        },
        {
          program: group("back", 6),
          sends: [`web {"replicas":6}`, `worker {"replicas":0}`],
          prints: "container group acme/vision/web is declared by another resource",
          holds: { web: { replicas: 6 }, worker: { replicas: 0 } },
          settles: true,
        },
      ],
    ],
  );
});
