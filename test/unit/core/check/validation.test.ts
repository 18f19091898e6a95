import fc from "fast-check";
import type { z } from "zod";
import type { JsonObject } from "../../../../common/json";
import { membersOf } from "../../../../provider/core/schema/members";
import {
  containerGroupArguments,
  containerGroupFleetArguments,
  containerGroupUpdate,
} from "../../../../provider/core/schema/containerGroup";
import { queueArguments } from "../../../../provider/core/schema/queue";
import { queueJobArguments } from "../../../../provider/core/schema/queueJob";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";
import { UNKNOWN } from "../../../../common/unknown";
import { validate } from "../../../../provider/core/check/validation";
import { fromWire } from "../../../../provider/core/schema/wireNames";
import { body } from "../../../support/bodies";
import { cpuTimeOf } from "../../../support/cpuTime";

const reasons = (schema: z.ZodType, args: unknown, marked: string[] = []): string[] =>
  validate(args as JsonObject, schema, new SecretPaths(marked));
const group = (args: unknown, marked: string[] = []): string[] =>
  reasons(containerGroupArguments, { name: "web", ...(args as object) }, marked);
const job = (args: unknown, marked: string[] = []): string[] =>
  reasons(queueJobArguments, { queueName: "frames", input: null, ...(args as object) }, marked);

const CONTAINER =
  "command, environmentVariables, image, imageCaching, logging, priority, registryAuthentication, resources";
const REPLICAS = "must be an integer from 0 to 500";
const ONE_BY_ONE = "to unset fields in it, give null for each of them";
const ELSEWHERE = "; what the API does not show goes into additionalMembers";

describe("a message has the path as programs write it, the rule and what was given:", () => {
  // prettier-ignore
  test.each<[args: unknown, reason: string]>([
    [{ name: null }, "name: must be a string of 2 to 63 characters that matches ^[a-z][a-z0-9-]{0,61}[a-z0-9]$, got null"],
    [{ displayName: "_" }, 'displayName: must be a string of 2 to 63 characters that matches ^[ ,-.0-9A-Za-z]+$, got "_"'],
    [{ scheduledScalingEnabled: "yes" }, 'scheduledScalingEnabled: must be true or false, got "yes"'],
    [{ countryCodes: [] }, "countryCodes: must be an array of 1 to 500 elements, got an array"],
    [{ countryCodes: ["de", "DE"] }, 'countryCodes[1]: must be a lowercase ISO 3166-1 alpha-2 country code, got "DE"'],
    [{ scalingActions: [{ replicas: 1, schedule: 5 }] }, "scalingActions[0].schedule: must be a string, got 5"],
    [{ scalingActions: [{ replicas: 1 }] }, "scalingActions[0].schedule: is required and must be a string"],
    [{ container: { priority: "urgent" } }, 'container.priority: must be one of "high", "medium", "low", "batch", got "urgent"'],
    [{ container: { command: "sh -c true" } }, 'container.command: must be an array, got "sh -c true"'],
    [{ container: ["a"] }, "container: must be an object, got an array"],
    [{ container: { resources: { gpuClasses: ["a"] } } }, 'container.resources.gpuClasses[0]: must be a UUID, got "a"'],
    [{ additionalMembers: [1] }, "additionalMembers: must be a JSON object, got an array"],
    [{ container: { environmentVariables: null } }, `container.environmentVariables: must be an object, got null; ${ONE_BY_ONE}`],
    [{ onDestroy: null }, "onDestroy: must be an object, got null"],
  ])("%j", (args, reason) => {
    expect(group(args)).toEqual([reason]);
  });

  test("the name of a group, although its entry is unknown", () => {
    const args = { groups: { "Bad Name": UNKNOWN } };
    expect(reasons(containerGroupFleetArguments, args)).toEqual([
      expect.stringMatching(/^groups\["Bad Name"\]: the name must be /),
    ]);
  });

  test("no note of drift, which may stand in place of a list", () => {
    const note = "[changed outside of the program]";
    expect(group({ livenessProbe: { http: { headers: note } }, replicas: note })).toEqual([]);
  });

  // prettier-ignore
  test.each<[given: unknown, shown: string]>([
    [501, "501"], ["3", '"3"'], [1.5, "1.5"], [-1.5, "-1.5"], [1e300, "1e+300"], [NaN, "NaN"], [Infinity, "Infinity"], [[], "an array"], [{}, "an object"],
  ])("replicas: %p", (given, shown) => {
    expect(group({ replicas: given })).toEqual([`replicas: ${REPLICAS}, got ${shown}`]);
  });

  test("what is missing", () => {
    expect(reasons(queueJobArguments, { input: undefined })).toEqual([
      "input: is required and must be a JSON value",
      "queueName: is required and must be a string of 2 to 63 characters that matches ^[a-z][a-z0-9-]{0,61}[a-z0-9]$",
    ]);
  });
});

describe("a field that there is not", () => {
  // prettier-ignore
  test.each<[args: unknown, reason: string]>([
    [{ replica: 3 }, "replica: no such argument; did you mean replicas?"],
    [{ container: { environment_variables: {} } }, "container.environment_variables: no such argument; did you mean container.environmentVariables?"],
    [{ scalingActions: [{ replicas: 1, schedule: "s", shedule: "t" }] }, "scalingActions[0].shedule: no such argument; did you mean scalingActions[0].schedule?"],
    [{ container: { env: {} } }, `container.env: no such argument; the arguments here are ${CONTAINER}${ELSEWHERE}`],
    [{ networking: { auth: true } }, `networking.auth: no such argument; the arguments here are port${ELSEWHERE}`],
    [{ networking: { "a.b": true } }, `networking["a.b"]: no such argument; the arguments here are port${ELSEWHERE}`],
    [{ networking: { constructor: 1 } }, `networking.constructor: no such argument; the arguments here are port${ELSEWHERE}`],
    [{ networking: { secret: UNKNOWN } }, `networking.secret: no such argument; the arguments here are port${ELSEWHERE}`],
  ])("%j is refused with the one that may be meant, else with all there are", (args, reason) => {
    expect(group(args)).toEqual([reason]);
  });

  test("is not sent elsewhere where there is no elsewhere", () => {
    // prettier-ignore
    expect(group({ onDestroy: { networking: { auth: true } } })).toEqual(["onDestroy.networking.auth: no such argument; the arguments here are port"]);
    expect(reasons(queueArguments, { name: "frames", length: 1 })).toEqual([
      "length: no such argument; the arguments here are description, displayName, organizationName, projectName, profile, name, removedMembers",
    ]);
  });
});

describe("nothing secret is in a message:", () => {
  const CANARY = "canary-5f1b";
  // prettier-ignore
  test.each<[sentence: string, args: unknown, path: string, marked?: string[]]>([
    ["an environment value", { container: { environmentVariables: { TOKEN: [CANARY] } } }, "container.environmentVariables.TOKEN"],
    ["all environment values", { container: { environmentVariables: CANARY } }, "container.environmentVariables"],
    ["a registry's password", { container: { registryAuthentication: { basic: { password: [CANARY] } } } }, "container.registryAuthentication.basic.password"],
    ["a registry's credentials as text", { container: { registryAuthentication: { basic: CANARY } } }, "container.registryAuthentication.basic"],
    ["a logging token", { container: { logging: { splunk: { token: { CANARY } } } } }, "container.logging.splunk.token"],
    ["a logging header", { container: { logging: { http: { headers: [CANARY] } } } }, "container.logging.http.headers[0]"],
    ["a probe's header", { readinessProbe: { http: { headers: [{ name: "n", value: { CANARY } }] } } }, "readinessProbe.http.headers[0].value"],
    ["the same on destroy", { onDestroy: { container: { environmentVariables: { T: [CANARY] } } } }, "onDestroy.container.environmentVariables.T"],
    ["what the program marks", { displayName: `_${CANARY}` }, "displayName", ["/displayName"]],
    ["what is inside of what it marks", { container: { image: [CANARY] } }, "container (inside a secret value)", ["/container"]],
  ])("%s", (_, args, path, marked = []) => {
    const [reason, ...more] = group(args, marked);
    expect(more).toEqual([]);
    expect(reason).toMatch(/, got (\[secret\]|an array|an object)$/);
    expect(reason?.startsWith(`${path}: `)).toBe(true);
    expect(reason).not.toContain(CANARY);
  });

  // prettier-ignore
  test.each<[sentence: string, args: unknown, reasons: string[]]>([
    ["an unknown member", { container: { [CANARY]: 1, "canary-2": 2 } }, [`container (inside a secret value): no such argument; the arguments here are ${CONTAINER}${ELSEWHERE}`]],
    ["an unknown member that is like one there is", { container: { imag: 1 } }, [`container (inside a secret value): no such argument; the arguments here are ${CONTAINER}${ELSEWHERE}`]],
    ["a value in a map", { container: { environmentVariables: { [CANARY]: 1 } } }, ["container (inside a secret value): must be a string, got [secret]"]],
    ["what is missing", { container: { logging: { http: { headers: [{ name: CANARY }] } } } }, ["container (inside a secret value): is required and must be a string"]],
  ])("the name of %s, where the object that has it is marked as a whole", (_, args, expected) => {
    expect(group(args, ["/container"])).toEqual(expected);
  });

  test("the name of a group that does not follow the rule, where all groups are marked as a whole", () => {
    // prettier-ignore
    const fleet = { organizationName: "acme", projectName: "vision", groups: { [`${CANARY}_`]: {}, web: { replicas: 501 } } };
    const rule = "the name must be a string of 2 to 63 characters that matches ^[a-z][a-z0-9-]{0,61}[a-z0-9]$";
    const expected = [rule, `${REPLICAS}, got [secret]`].map((reason) => `groups (inside a secret value): ${reason}`);
    expect(reasons(containerGroupFleetArguments, fleet, ["/groups"])).toEqual(expected);
    expect(reasons(containerGroupFleetArguments, fleet)[0]).toBe(`groups.${CANARY}_: ${rule}`);
  });

  test("an environment value that is no string is told by its type, and a secret one not even so", () => {
    const args = { container: { environmentVariables: { PORT: 8080 } } };
    expect(group(args)).toEqual(["container.environmentVariables.PORT: must be a string, got a number"]);
    expect(group(args, ["/container/environmentVariables/PORT"])).toEqual([
      "container.environmentVariables.PORT: must be a string, got [secret]",
    ]);
  });

  test("names are shown where only the values of an object are marked", () => {
    const marked = ["/container/environmentVariables/A", "/container/imag"];
    expect(group({ container: { environmentVariables: { A: 1 }, imag: 2 } }, marked).sort()).toEqual([
      "container.environmentVariables.A: must be a string, got [secret]",
      "container.imag: no such argument; did you mean container.image?",
    ]);
  });

  test("a webhook", () => {
    const shown = "webhook: must be a URL of 1 to 2048 characters, got [secret]";
    expect(job({ webhook: "hooks.example/canary-5f1b" })).toEqual([shown]);
  });
});

test("all failures are told at once, one for each path", () => {
  const failures = group({
    name: "W",
    replicas: -1.5,
    displayName: "_",
    countryCodes: ["xx", "de", "yy"],
    unknown: 1,
    container: { image: 5, imag: "x", resources: { cpu: 0.5 } },
    scalingActions: [{ replicas: "1" }, null],
    livenessProbe: { http: { headers: [{}] } },
  });
  const names = "name replicas displayName countryCodes[0] countryCodes[2] unknown container.image container.imag";
  const more = "container.resources.cpu scalingActions[0].replicas scalingActions[0].schedule scalingActions[1]";
  const headers = "livenessProbe.http.headers[0].name livenessProbe.http.headers[0].value";
  const paths = [names, more, headers].join(" ").split(" ");
  expect(failures.map((reason) => reason.replace(/: .*/, "")).sort()).toEqual(paths.sort());
});

describe("a value that is not known yet breaks no rule", () => {
  test.each<unknown>([
    { name: UNKNOWN, replicas: UNKNOWN, displayName: UNKNOWN, organizationName: UNKNOWN, profile: UNKNOWN },
    { countryCodes: UNKNOWN, scalingActions: UNKNOWN, container: UNKNOWN, livenessProbe: UNKNOWN },
    { countryCodes: ["de", UNKNOWN], scalingActions: [UNKNOWN, { replicas: UNKNOWN, schedule: UNKNOWN }] },
    { container: { environmentVariables: UNKNOWN, registryAuthentication: { basic: UNKNOWN }, priority: UNKNOWN } },
    { container: { resources: { cpu: UNKNOWN, gpuClasses: [UNKNOWN] }, imageCaching: UNKNOWN } },
    { additionalMembers: UNKNOWN, onDestroy: UNKNOWN },
    { additionalMembers: { a: [UNKNOWN] }, onDestroy: { replicas: UNKNOWN } },
  ])("%j", (args) => {
    expect(group(args)).toEqual([]);
  });

  test("in a job", () => {
    const unknown = { queueName: UNKNOWN, input: UNKNOWN, metadata: UNKNOWN, webhook: UNKNOWN, triggers: UNKNOWN };
    expect(job(unknown)).toEqual([]);
    expect(job({ input: { a: [UNKNOWN] }, triggers: [UNKNOWN] })).toEqual([]);
  });

  test("and what is known beside it still does", () => {
    expect(group({ countryCodes: [UNKNOWN, "xx"], replicas: UNKNOWN, displayName: "_" })).toHaveLength(2);
  });
});

test("a body that is built as the schema has it breaks rules of single values at most", () => {
  const schema = membersOf(containerGroupUpdate);
  fc.assert(
    fc.property(body(schema), (made) => {
      for (const reason of group(fromWire(made, schema))) {
        expect(reason).not.toMatch(/no such argument|must be an object, got [^n]|true or false/);
      }
    }),
  );
});

// prettier-ignore
test.each<[given: unknown, shown: string]>([["text", '"text"'], [5, "5"], [null, "null"], [[1], "an array"]])("any JSON may be %j, but not where an object is asked for", (given, shown) => {
  expect(job({ input: given, metadata: given })).toEqual([`metadata: must be a JSON object, got ${shown}`]);
});

describe("a thousand elements", () => {
  const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 1000 }, (_, index) => make(index));
  const variables = Object.fromEntries(many((index) => [`VARIABLE_${index}`, "x".repeat(100)]));
  const input = many((index) => ({ index, values: [index, { deep: "x" }] }));

  // prettier-ignore
  test.each<[sentence: string, check: () => string[], failures: number]>([
    ["all in order", () => [...group({ container: { environmentVariables: variables, command: many(String) } }), ...job({ input })], 0],
    ["all wrong", () => group({ container: { command: many((index) => index) } }), 1000],
    ["all misspelt", () => group(Object.fromEntries(many((index) => [`replica${index}`, 1]))), 1000],
  ])("%s, are validated in less than a second of CPU time", (_, check, failures) => {
    expect(check()).toHaveLength(failures);
    // A tenth of this in most cases: what is caught is work that grows with the square.
    expect(cpuTimeOf(check)).toBeLessThan(1000);
  });
});
