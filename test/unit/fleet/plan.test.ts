import type { JsonObject } from "../../../common/json";
import type { Run } from "../../../provider/engine/run";
import { declaredGroups, priorGroups } from "../../../provider/fleet/groups";
import { FleetPlan, groupChange } from "../../../provider/fleet/plan";
import { fleet, planOf, runOf } from "./support";

const printed: string[] = [];
beforeAll(() => {
  jest.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
});
beforeEach(() => {
  printed.length = 0;
});
afterAll(() => {
  jest.restoreAllMocks();
});

/** The arguments of a group to which this is sent when it is forgotten. */
const goneAs = (displayName: string) => ({ onDestroy: { displayName } });

const leave = { removedMembers: "leave" };
const gone = goneAs("Gone");

// prettier-ignore
describe("the patches of a plan are", () => {
  test.each<[sentence: string, before: JsonObject, after: JsonObject, patches: JsonObject]>([
    ["none for a group that is as it was", { web: { replicas: 1 } }, { web: { replicas: 1 } }, {}],
    ["those of the groups that differ", { web: { replicas: 1 }, worker: {} }, { web: { replicas: 2 }, worker: {} }, { web: { replicas: 2 } }],
    ["all that is declared of a group that is added", {}, { web: { replicas: 2 } }, { web: { replicas: 2 } }],
    ["none for a group that is added and declares nothing", {}, { web: gone }, {}],
    ["the null of a field that is taken out", { web: { displayName: "W" } }, { web: {} }, { web: { display_name: null } }],
    ["none for fields that are no longer managed", { web: { displayName: "W", ...leave } }, { web: leave }, {}],
  ])("%s", (_, before, after, patches) => {
    const { changes } = planOf({ groups: before }, { groups: after });
    const sent = [...changes].flatMap(([name, change]) => (change.patch() ? [[name, change.patch()]] : []));
    expect(Object.fromEntries(sent)).toEqual(patches);
  });
});

// prettier-ignore
describe("whether the state of a fleet changes by", () => {
  test.each<[sentence: string, differs: boolean, before: JsonObject, after: JsonObject]>([
    ["no group at all", false, {}, {}],
    ["groups that are as they were", false, { web: { replicas: 1, ...gone, ...leave }, worker: {} }, { web: { replicas: 1, ...gone, ...leave }, worker: {} }],
    ["the same in another order", false, { web: {}, worker: { replicas: 1 } }, { worker: { replicas: 1 }, web: {} }],
    ["a field that differs", true, { web: { replicas: 1 } }, { web: { replicas: 2 } }],
    ["a field that is no longer managed", true, { web: { replicas: 1 } }, { web: {} }],
    ["a group more, to which nothing is sent", true, { web: {} }, { web: {}, worker: {} }],
    ["a group less, to which nothing is sent", true, { web: {}, worker: {} }, { web: {} }],
    ["a group in place of another", true, { web: {} }, { worker: {} }],
    ["an onDestroy that differs", true, { web: gone }, { web: goneAs("Left") }],
    ["an onDestroy that is new, of one of two groups", true, { web: {}, worker: {} }, { web: {}, worker: gone }],
    ["another rule for removed fields", true, { web: leave }, { web: { removedMembers: "unset" } }],
  ])("%s: %p", (_, differs, before, after) => {
    expect(planOf({ groups: before }, { groups: after }).differs).toBe(differs);
  });
});

/** Says that another resource of the run declares a group. */
function declareElsewhere(run: Run, name: string): void {
  const group = declaredGroups(fleet({ groups: { [name]: {} } })).get(name);
  run.objects.declare(
    groupChange(run.configuration.service(undefined), undefined, group as NonNullable<typeof group>).key,
  );
}

describe("onDestroy is sent to a group that is taken out", () => {
  const before = { groups: { web: gone, worker: { replicas: 1 }, edge: { onDestroy: {} } } };
  test("where it has one that says something", () => {
    const plan = planOf(before, { groups: {} });
    expect([...plan.removed].map(([name, change]) => [name, plan.sendsOnDestroy(change)])).toEqual([
      ["web", true],
      ["worker", false],
      ["edge", false],
    ]);
  });

  test("unless another resource of the run declares it", () => {
    const run = runOf();
    declareElsewhere(run, "web");
    const plan = planOf(before, { groups: {} }, run);
    expect([...plan.removed.values()].some((change) => plan.sendsOnDestroy(change))).toBe(false);
  });

  test("as the maker of the plan tells what is declared elsewhere", () => {
    const run = runOf();
    declareElsewhere(run, "web");
    const known = priorGroups(fleet(before));
    const plan = new FleetPlan(run, run.configuration.service(undefined), known, new Map(), () => false);
    expect([...plan.removed.values()].filter((change) => plan.sendsOnDestroy(change))).toHaveLength(1);
  });
});

/** A group that changes, one that is as it was, one of which a field is no longer managed, one that is added, and three that are taken out. */
const before = {
  groups: {
    web: { displayName: "Web" },
    same: { replicas: 1 },
    less: { replicas: 1 },
    gone: goneAs("Left behind"),
    moved: goneAs("Left behind"),
    forgotten: { replicas: 1 },
  },
  __secrets: ["/groups/gone/onDestroy/displayName"],
};
const after = {
  groups: { web: { displayName: "Site" }, same: { replicas: 1 }, less: {}, added: { displayName: "s3cret-name" } },
  __secrets: ["/groups/added/displayName"],
};

const PATH = "/organizations/acme/projects/vision/containers";

test("each request to be made is shown, with what is secret masked", () => {
  const run = runOf();
  declareElsewhere(run, "moved");
  planOf(before, after, run).show();
  expect(printed).toEqual([
    `PATCH ${PATH}/web {"display_name":"Site"}`,
    `PATCH ${PATH}/added {"display_name":"[secret]"}`,
    `PATCH ${PATH}/gone {"display_name":"[secret]"}`,
  ]);
});
