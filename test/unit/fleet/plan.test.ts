import { startEmulator, type Emulator } from "../../../emulator";
import type { JsonObject } from "../../../provider/core/json/json";
import type { Adoption } from "../../../provider/resources/adoption";
import { declaredGroups, priorGroups } from "../../../provider/fleet/groups";
import { FleetPlan, withOnDestroy } from "../../../provider/fleet/plan";
import { adoptionOf, fleet, PROJECT, planOf } from "./support";

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

/** The arguments of a group of which this is sent when it is forgotten. */
const goneAs = (displayName: string) => ({ onDestroy: { displayName } });

/** The groups of a plan in which something is to be done. */
const contentsOf = ({ patches, left, removed }: FleetPlan) => ({
  patches: Object.fromEntries(patches),
  left: Object.fromEntries(left),
  removed: [...removed.keys()],
});

describe("the plan of a fleet has", () => {
  test.each<
    [sentence: string, before: JsonObject, after: JsonObject, contents: Partial<ReturnType<typeof contentsOf>>]
  >([
    ["nothing for a group that is as it was", { web: { replicas: 1 } }, { web: { replicas: 1 } }, {}],
    [
      "the fields that differ, of the groups in which some do",
      { web: { replicas: 1, displayName: "Web" }, worker: { replicas: 1 } },
      { web: { replicas: 2, displayName: "Web" }, worker: { replicas: 1 } },
      { patches: { web: { replicas: 2 } } },
    ],
    [
      "all that is declared of a group that is added",
      {},
      { web: { replicas: 2 } },
      { patches: { web: { replicas: 2 } } },
    ],
    ["nothing for a group that is added and declares nothing", {}, { web: goneAs("Gone") }, {}],
    [
      "the null of a field that is taken out",
      { web: { displayName: "Web" } },
      { web: {} },
      { patches: { web: { display_name: null } } },
    ],
    [
      "the fields that are no longer managed, for which nothing is sent",
      { web: { replicas: 1, displayName: "Web" }, worker: { displayName: "Worker", removedMembers: "leave" } },
      { web: { displayName: "Web" }, worker: { removedMembers: "leave" } },
      { left: { web: ["replicas"], worker: ["displayName"] } },
    ],
    [
      "the groups that are taken out and have an onDestroy that says something",
      { web: goneAs("Gone"), worker: { replicas: 1 }, edge: { onDestroy: {} }, stays: goneAs("Gone") },
      { stays: goneAs("Gone") },
      { removed: ["web"] },
    ],
  ])("%s", (_, before, after, contents) => {
    expect(contentsOf(planOf({ groups: before }, { groups: after }))).toEqual({
      patches: {},
      left: {},
      removed: [],
      ...contents,
    });
  });
});

describe("what is a change of a fleet", () => {
  test.each<[sentence: string, changes: boolean, before: JsonObject, after: JsonObject]>([
    ["no group at all", false, {}, {}],
    [
      "groups that are as they were",
      false,
      { web: { replicas: 1, ...goneAs("Gone"), removedMembers: "unset" }, worker: {} },
      { web: { replicas: 1, ...goneAs("Gone"), removedMembers: "unset" }, worker: {} },
    ],
    ["the same in another order", false, { web: {}, worker: { replicas: 1 } }, { worker: { replicas: 1 }, web: {} }],
    ["a field that differs", true, { web: { replicas: 1 } }, { web: { replicas: 2 } }],
    ["a field that is no longer managed", true, { web: { replicas: 1 } }, { web: {} }],
    ["a group more, to which nothing is sent", true, { web: {} }, { web: {}, worker: {} }],
    ["a group less, to which nothing is sent", true, { web: {}, worker: {} }, { web: {} }],
    ["a group in place of another, where nothing is sent", true, { web: {} }, { worker: {} }],
    ["an onDestroy that differs", true, { web: goneAs("Gone") }, { web: goneAs("Left") }],
    [
      "an onDestroy that is new, of one of two groups",
      true,
      { web: {}, worker: {} },
      { web: {}, worker: goneAs("Gone") },
    ],
    ["an onDestroy that is taken out", true, { web: goneAs("Gone") }, { web: {} }],
    [
      "another rule for removed fields",
      true,
      { web: { removedMembers: "leave" } },
      { web: { removedMembers: "unset" } },
    ],
  ])("%s: %p", (_, changes, before, after) => {
    expect(planOf({ groups: before }, { groups: after }).changes).toBe(changes);
  });
});

describe("whether onDestroy is sent to a group", () => {
  const before = { groups: { web: goneAs("Gone"), worker: { replicas: 1 }, stays: goneAs("Gone") } };
  const after = { groups: { stays: goneAs("Gone") } };
  const web = { args: { ...PROJECT, name: "web" }, secretPaths: fleet({}).secretPaths };

  test.each<[sentence: string, sends: boolean, name: string]>([
    ["that is taken out and has one", true, "web"],
    ["that is taken out and has none", false, "worker"],
    ["that stays", false, "stays"],
    ["that never was there", false, "other"],
  ])("%s: %p", (_, sends, name) => {
    expect(planOf(before, after).sendsOnDestroy(name)).toBe(sends);
  });

  test("that another resource of the program declares: false", () => {
    const adoption = adoptionOf();
    const plan = planOf(before, after, adoption);
    adoption.onDestroy.declare(web);
    expect(plan.sendsOnDestroy("web")).toBe(false);
  });

  test("is told by what whoever makes the plan says is declared elsewhere", () => {
    const adoption = adoptionOf();
    adoption.onDestroy.declare(web);
    const removing = (names: string[]) =>
      new FleetPlan(adoption, priorGroups(fleet(before)), new Map(), ({ args }) =>
        names.includes(String(args["name"])),
      );
    expect(removing(["stays"]).sendsOnDestroy("web")).toBe(true);
    expect(removing(["stays"]).sendsOnDestroy("stays")).toBe(false);
  });
});

test("of some groups, those have an onDestroy whose onDestroy says something", () => {
  const groups = declaredGroups(fleet({ groups: { web: goneAs("Gone"), worker: { onDestroy: {} }, edge: {} } }));
  expect([...withOnDestroy(adoptionOf(), groups).keys()]).toEqual(["web"]);
});

/** A group that changes, one that is as it was, one of which a field is left, one that is added, and three that are taken out. */
const before = {
  groups: {
    web: { displayName: "Web" },
    same: { replicas: 1 },
    left: { replicas: 1 },
    gone: goneAs("Left behind"),
    moved: goneAs("Left behind"),
    forgotten: { replicas: 1 },
  },
  __secrets: ["/groups/gone/onDestroy/displayName"],
};
const after = {
  groups: { web: { displayName: "Site" }, same: { replicas: 1 }, left: {}, added: { displayName: "s3cret-name" } },
  __secrets: ["/groups/added/displayName"],
};

/** The plan of both, where another resource declares `moved`. */
function wholePlan(adoption: Adoption): FleetPlan {
  adoption.onDestroy.declare({ args: { ...PROJECT, name: "moved" }, secretPaths: fleet({}).secretPaths });
  return planOf(before, after, adoption);
}

const PATH = "/organizations/acme/projects/vision/containers";

test("each request to be made is shown, with what is secret masked", () => {
  wholePlan(adoptionOf()).show();
  expect(printed).toEqual([
    `PATCH ${PATH}/web {"display_name":"Site"}`,
    `PATCH ${PATH}/added {"display_name":"[secret]"}`,
    `PATCH ${PATH}/gone {"display_name":"[secret]"}`,
  ]);
});

describe("the tasks of a plan", () => {
  let service: Emulator;
  beforeAll(async () => {
    service = await startEmulator({ settleMs: 0 });
  });
  beforeEach(() => {
    service.reset();
    for (const name of ["web", "added", "gone", "moved"]) {
      service.putGroup({ ...PROJECT, name, display_name: "Found", replicas: 7 });
    }
  });
  afterAll(() => service.close());

  const settings = () => ({ baseUrl: service.url, apiKey: service.apiKey, maxRetries: "0" });

  async function run(plan: FleetPlan, adoption: Adoption) {
    const results: { [name: string]: unknown } = {};
    for (const [name, task] of plan.tasks(adoption)) {
      results[name] = await task();
    }
    return results;
  }

  test("make each request once and nothing else, and give what was observed of the groups that are declared", async () => {
    const adoption = adoptionOf(settings());
    const results = await run(wholePlan(adoption), adoption);
    expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["PATCH", `${PATH}/web`, { display_name: "Site" }],
      ["PATCH", `${PATH}/added`, { display_name: "s3cret-name" }],
      ["PATCH", `${PATH}/gone`, { display_name: "Left behind" }],
    ]);
    expect(results).toEqual({
      web: { observed: { fields: expect.objectContaining({ replicas: 7 }) as unknown, secrets: [] } },
      added: { observed: { fields: expect.objectContaining({ replicas: 7 }) as unknown, secrets: [] } },
      gone: undefined,
      moved: undefined,
    });
    expect(printed).toEqual([
      "container group acme/vision/moved is declared by another resource of the program, so onDestroy is not sent",
    ]);
  });

  test("say what may not have been made, against what was declared before", async () => {
    service.fault({ kind: "reset-after" });
    const adoption = adoptionOf(settings());
    const environment = (environmentVariables: JsonObject) => ({ container: { environmentVariables } });
    const plan = planOf({ groups: { web: environment({ A: "1", B: "1" }) } }, { groups: { web: {} } }, adoption);
    expect(await run(plan, adoption)).toMatchObject({
      web: { indeterminate: { paths: { container: { environment_variables: { A: true, B: true } } } } },
    });
  });

  test("are made, and warned of, by the adoption that is given", async () => {
    const warnings: string[] = [];
    service.fault({ kind: "status", status: 404, match: { path: "/gone" } });
    const adoption = adoptionOf(settings(), (message) => warnings.push(message));
    await run(wholePlan(adoptionOf()), adoption);
    expect(service.requests).toHaveLength(3);
    expect(warnings).toEqual(["container group acme/vision/gone does not exist any more, so onDestroy was not sent"]);
  });

  test("fail as their request does", async () => {
    service.fault({ kind: "status", status: 422, match: { path: "/web" } });
    const adoption = adoptionOf(settings());
    await expect(wholePlan(adoption).tasks(adoption).get("web")?.()).rejects.toThrow(
      "update container group acme/vision/web: 422 Unprocessable Entity",
    );
  });
});
