import { MAX_DEPTH } from "../../../../common/json";
import { isDeeperThan } from "../../../../provider/core/json/depth";
import type { Json, JsonObject } from "../../../../provider/core/json/json";
import { containerGroupArguments } from "../../../../provider/core/schema/containerGroup";
import { queueJobArguments } from "../../../../provider/core/schema/queueJob";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";
import { validate } from "../../../../provider/core/check/validation";
import { cpuTimeOf } from "../../../support/cpuTime";

const nothingMarked = new SecretPaths([]);
const reasonsOf = (schema: typeof queueJobArguments | typeof containerGroupArguments, args: object): string[] =>
  validate(args as JsonObject, schema, nothingMarked).map(({ reason }) => reason);
const group = (args: object): string[] => reasonsOf(containerGroupArguments, { name: "web", ...args });
const job = (args: object): string[] => reasonsOf(queueJobArguments, { queueName: "frames", input: null, ...args });

describe("any JSON", () => {
  const nested = (levels: number): Json => {
    let value: Json = 1;
    for (let level = 0; level < levels; level++) {
      value = level % 2 ? { a: value } : [value];
    }
    return value;
  };
  const DEEP = `must not be nested deeper than ${MAX_DEPTH} levels`;

  test("may be nested as deep as the SDK lets it, and no deeper", () => {
    expect(job({ input: nested(MAX_DEPTH) })).toEqual([]);
    expect(job({ input: nested(MAX_DEPTH + 1) })).toEqual([`input: ${DEEP}`]);
  });

  test.each([5_000, 200_000])("nested %i levels deep is refused, and nothing crashes", (levels) => {
    const deep = nested(levels);
    expect(job({ input: deep, metadata: { deep }, triggers: [deep], webhook: deep })).toEqual(
      ["input", "metadata", "triggers", "webhook"].map((name) => `${name}: ${DEEP}`),
    );
    expect(group({ additionalMembers: { deep }, container: deep })).toEqual([
      `additionalMembers: ${DEEP}`,
      `container: ${DEEP}`,
    ]);
  });

  test("that holds itself is too deep, even where it does so many times", () => {
    const ring: { [key: string]: unknown } = {};
    Object.assign(ring, { a: ring, b: ring, c: [ring, ring] });
    expect(job({ input: ring })).toEqual([`input: ${DEEP}`]);
  });

  test("has keys of any name but the one that is lost on the way", () => {
    expect(job({ input: { constructor: 1, toString: 2, "a.b": 3, "": 4, "~1/": 5 } })).toEqual([]);
    const lost = JSON.parse('{"list":[{"__proto__":{"a":1}}]}') as JsonObject;
    expect(job({ input: lost })).toEqual([
      "input.list[0].__proto__: an argument of this name is lost on the way to the service",
    ]);
  });

  test.each(["container", "livenessProbe"])("and so have the members of %s", (member) => {
    expect(group(JSON.parse(`{"${member}":{"__proto__":{}}}`) as object)).toEqual([
      `${member}.__proto__: an argument of this name is lost on the way to the service`,
    ]);
  });

  test("is looked at everywhere, maps of the user's keys too", () => {
    expect(
      group(JSON.parse('{"container":{"environmentVariables":{"__proto__":5,"constructor":"x"}}}') as object),
    ).toEqual(["container.environmentVariables.__proto__: an argument of this name is lost on the way to the service"]);
  });

  test.each<[sentence: string, value: unknown, rule: string]>([
    ["a function", () => 1, "must be a JSON value, which a function is not, got a function"],
    ["a bigint", 1n, "must be a JSON value, which a bigint is not, got 1"],
    ["a date", new Date(0), "must be a JSON value, which an object of a class is not, got an object"],
    ["an infinity", -Infinity, "must be a finite number, got -Infinity"],
    ["undefined", undefined, "is required and must be a JSON value, which undefined is not"],
  ])("is not %s in a list", (_, value, rule) => {
    expect(job({ input: { list: [value] } })).toEqual([`input.list[0]: ${rule}`]);
  });

  test.each<[sentence: string, value: unknown]>([
    ["a scalar of each kind", [null, true, false, 0, -1.5, "", "text"]],
    ["an object without a prototype", Object.assign(Object.create(null) as object, { a: 1 })],
    ["an object with a field that is undefined, which is left out", { a: undefined }],
  ])("is %s", (_, value) => {
    expect(job({ input: value, metadata: { value } })).toEqual([]);
  });

  test.each<[given: unknown, shown: string]>([
    ["text", '"text"'],
    [5, "5"],
    [null, "null"],
    [[1], "an array"],
  ])("may be %j, but not where an object is asked for", (given, shown) => {
    expect(job({ input: given, metadata: given })).toEqual([`metadata: must be a JSON object, got ${shown}`]);
  });
});

test.each([
  [1, { a: 1 }, false],
  [0, 1, false],
  [0, [], true],
  [1, { a: {} }, true],
  [2, [[1], { a: 1 }], false],
  [2, [1, [[]]], true],
])("whether more than %i levels are in %j: %s", (levels, value, expected) => {
  expect(isDeeperThan(levels, value)).toBe(expected);
});

describe("a thousand elements", () => {
  const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 1000 }, (_, index) => make(index));
  const variables = Object.fromEntries(many((index) => [`VARIABLE_${index}`, "x".repeat(100)]));
  const input = many((index) => ({ index, values: [index, { deep: "x" }] }));

  test.each<[sentence: string, check: () => string[], failures: number]>([
    [
      "all in order",
      () => [...group({ container: { environmentVariables: variables, command: many(String) } }), ...job({ input })],
      0,
    ],
    ["all wrong", () => group({ container: { command: many((index) => index) } }), 1000],
    ["all misspelt", () => group(Object.fromEntries(many((index) => [`replica${index}`, 1]))), 1000],
    ["all not finite", () => job({ input: many(() => NaN) }), 1000],
  ])("%s, are validated in less than a second of CPU time", (_, check, failures) => {
    expect(check()).toHaveLength(failures);
    // A tenth of this in most cases: what is caught is work that grows with the square.
    expect(cpuTimeOf(check)).toBeLessThan(1000);
  });
});
