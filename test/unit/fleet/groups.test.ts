import type { JsonObject } from "../../../common/json";
import { SecretPaths } from "../../../provider/core/secrets/secretPaths";
import { UNKNOWN } from "../../../common/unknown";
import { declarationOf, declaredGroups, isOpen, priorGroups, priorRecord } from "../../../provider/fleet/groups";
import { fleet, PROJECT } from "./support";

const SECRETS = [
  "/defaults/container/environmentVariables/TOKEN",
  "/groups/web/displayName",
  "/groups/a~1b/onDestroy",
  "/groups/worker",
];

const defaults = {
  replicas: 2,
  container: { image: "i", environmentVariables: { A: "1" } },
  onDestroy: { replicas: 0 },
};

const argsOf = (properties: JsonObject): JsonObject =>
  Object.fromEntries([...declaredGroups(fleet(properties))].map(([name, { args }]) => [name, args]));

const pointersOf = (properties: JsonObject): JsonObject =>
  Object.fromEntries(
    [...declaredGroups(fleet(properties))].map(([name, { secretPaths }]) => [name, secretPaths.pointers]),
  );

describe("what a fleet declares of a group", () => {
  // prettier-ignore
  test.each<[sentence: string, properties: JsonObject, args: JsonObject]>([
    ["is the defaults, where its entry is empty", { defaults, groups: { web: {} } }, { web: defaults }],
    [
      "is its entry laid over the defaults, objects deep and arrays whole",
      {
        defaults: { countryCodes: ["de", "fr"], container: { image: "i", environmentVariables: { A: "1", B: "2" } } },
        groups: { web: { countryCodes: ["us"], container: { environmentVariables: { B: "3" } } } },
      },
      { web: { countryCodes: ["us"], container: { image: "i", environmentVariables: { A: "1", B: "3" } } } },
    ],
    ["goes without an onDestroy, additional members or a rule for removed fields that its entry says are null",
      { defaults: { replicas: 1, onDestroy: { replicas: 0 }, additionalMembers: { a: 1 }, removedMembers: "leave" }, groups: { web: { onDestroy: null, additionalMembers: null, removedMembers: null } } },
      { web: { replicas: 1 } }],
    ["has the null of a field, which is sent", { defaults: { replicas: 1 }, groups: { web: { replicas: null } } }, { web: { replicas: null } }],
    ["is its entry alone, where there are no defaults", { groups: { web: { replicas: 1 } } }, { web: { replicas: 1 } }],
    ["is nothing, where there are no groups", { defaults }, {}],
    ["is left out, where the groups are not known yet", { defaults, groups: UNKNOWN }, {}],
    ["is the entry, where the defaults are not known yet", { defaults: UNKNOWN, groups: { web: { replicas: 1 } } }, { web: { replicas: 1 } }],
  ])("%s", (_, properties, expected) => {
    const withAddress = Object.entries(expected).map(([name, args]) => [
      name,
      { ...(args as object), ...PROJECT, name },
    ]);
    expect(argsOf(properties)).toStrictEqual(Object.fromEntries(withAddress));
  });
});

describe("the marks of secrecy of a group", () => {
  // prettier-ignore
  test.each<[sentence: string, secrets: string[], pointers: JsonObject]>([
    ["are none, where nothing is marked", [], { web: [], worker: [], "a/b": [] }],
    ["are those of the defaults, of each group", ["/defaults/displayName", "/defaults/container"], { web: ["/displayName", "/container"], worker: ["/displayName", "/container"], "a/b": ["/displayName", "/container"] }],
    ["are those of its own entry, and of no other", ["/groups/web/displayName", "/groups/web/container/image", "/groups/a~1b/replicas"], { web: ["/displayName", "/container/image"], worker: [], "a/b": ["/replicas"] }],
    ["are all of it, where its entry is marked whole", ["/groups/web"], { web: [""], worker: [], "a/b": [] }],
    ["are all of it, where the groups are marked whole", ["/groups"], { web: [""], worker: [""], "a/b": [""] }],
    ["are all of it, where the defaults are marked whole", ["/defaults"], { web: [""], worker: [""], "a/b": [""] }],
    ["are not those of other arguments", ["/profile", "/x/groups/web/a"], { web: [], worker: [], "a/b": [] }],
  ])("%s", (_, secrets, pointers) => {
    const properties = { groups: { web: {}, worker: {}, "a/b": {} }, __secrets: secrets };
    expect(pointersOf(properties)).toEqual(pointers);
  });
});

test("a group has its part of what was observed, of what is indeterminate, and of what ignoreChanges names", () => {
  const groups = declaredGroups(
    fleet({
      groups: { web: { replicas: 1 }, worker: {} },
      observed: { web: { id: "1" } },
      __observedSecrets: ["/web/id"],
      __unconfirmed: { web: { replicas: true } },
      __ignoreChanges: ["groups.web.replicas", "defaults.displayName", "groups.worker.container.image"],
      __service: "0123abcd",
    }),
  );
  expect(groups.get("web")).toMatchObject({
    observed: { fields: { id: "1" }, secrets: ["/id"] },
    unconfirmed: { replicas: true },
    ignored: [["replicas"], ["displayName"]],
    service: "0123abcd",
  });
  expect(groups.get("worker")).toMatchObject({
    observed: undefined,
    unconfirmed: undefined,
    ignored: [["displayName"], ["container", "image"]],
    service: "0123abcd",
  });
});

test.each<[ignored: string, web: string[][]]>([
  ["groups", [[]]],
  ["groups.web", [[]]],
  ["groups.*", [[]]],
  ["defaults", [[]]],
  ["groups.worker", []],
])("ignoreChanges of %s is of all that it holds", (ignored, web) => {
  const groups = declaredGroups(fleet({ groups: { web: { replicas: 1 }, worker: {} }, __ignoreChanges: [ignored] }));
  expect(groups.get("web")?.ignored).toEqual(web);
});

test("what addresses a group is no part of its declaration", () => {
  const args = { ...PROJECT, profile: "eu", name: "web", replicas: 1, onDestroy: { replicas: 0 } };
  expect(declarationOf(args)).toEqual({ replicas: 1, onDestroy: { replicas: 0 } });
});

test.each<[open: boolean, properties: JsonObject]>([
  [false, {}],
  [false, { defaults, groups: { web: { replicas: 1 } } }],
  // A field of a group is not known: which groups there are is.
  [false, { defaults: { replicas: UNKNOWN }, groups: { web: { displayName: UNKNOWN } } }],
  [true, { defaults: UNKNOWN, groups: {} }],
  [true, { groups: UNKNOWN }],
  [true, { groups: { web: { replicas: 1 }, worker: UNKNOWN } }],
])("whether it is open what a whole group declares is %p of %j", (open, properties) => {
  expect(isOpen(fleet(properties))).toBe(open);
});

describe("what is kept of groups whose last change failed", () => {
  const before = fleet({
    defaults,
    groups: { web: { displayName: "Web" }, worker: { replicas: 5 }, "a/b": {}, fine: {} },
    __secrets: SECRETS,
  });
  const all = declaredGroups(before);
  const only = (...names: string[]) => new Map([...all].filter(([name]) => names.includes(name)));
  /** What is read back where the arguments now declare nothing. */
  const readBack = (record: ReturnType<typeof priorRecord>) => priorGroups({ ...fleet({ groups: {} }), prior: record });

  test("is each declaration once, with the groups and the marks that are theirs", () => {
    expect(priorRecord(only("web", "a/b"))).toEqual([
      {
        defaults,
        groups: { web: { displayName: "Web" }, "a/b": {} },
        secrets: [
          "/defaults/container/environmentVariables/TOKEN",
          "/groups/web/displayName",
          "/groups/a~1b/onDestroy",
        ],
      },
    ]);
  });

  test("has no defaults and no marks where the fleet has none", () => {
    expect(priorRecord(declaredGroups(fleet({ groups: { web: { replicas: 1 } } })))).toStrictEqual([
      { groups: { web: { replicas: 1 } } },
    ]);
  });

  test("has the mark of all groups at once", () => {
    const groups = declaredGroups(fleet({ groups: { web: {} }, __secrets: ["/groups"] }));
    expect(priorRecord(groups)).toEqual([{ groups: { web: {} }, secrets: ["/groups"] }]);
  });

  test("says the same when it is read", () => {
    const names = ["a/b", "web", "worker"];
    const read = readBack(priorRecord(only(...names)));
    expect([...read.keys()].sort()).toEqual(names);
    for (const name of names) {
      expect(read.get(name)?.args).toEqual(all.get(name)?.args);
      expect(read.get(name)?.secretPaths.pointers).toEqual(all.get(name)?.secretPaths.pointers);
    }
  });

  test("is a declaration of its own for a group that was put together otherwise, with its marks", () => {
    const web = all.get("web");
    const secretPaths = new SecretPaths(["/displayName"]);
    const alone = { ...(web as NonNullable<typeof web>), source: undefined, secretPaths };
    const record = priorRecord(new Map([...only("worker"), ["web", alone]]));
    expect(record).toHaveLength(2);
    expect(record[1]).toEqual({ groups: { web: declarationOf(alone.args) }, secrets: ["/groups/web/displayName"] });
    expect(readBack(record).get("web")?.args).toEqual(alone.args);
    expect(readBack(record).get("web")?.secretPaths.pointers).toEqual(["/displayName"]);
  });

  test("holds in place of what the arguments declare", () => {
    const now = { ...fleet({ groups: { web: { displayName: "New" }, fine: {} } }), prior: priorRecord(only("web")) };
    const prior = priorGroups(now);
    expect([...prior.keys()]).toEqual(["web", "fine"]);
    expect(prior.get("web")?.args["displayName"]).toBe("Web");
  });

  test("is passed over where it is no declaration, as no release writes it", () => {
    const groups = { web: { replicas: 1 } };
    const prior = priorGroups({ ...fleet({ groups: {} }), prior: [null, "text", { groups }] });
    expect([...prior.keys()]).toEqual(["web"]);
  });
});
