import { describeType, describeValue } from "../../../../provider/core/json/describeValue";
import { equalJson, type Json } from "../../../../provider/core/json/json";
import { isJsonObject } from "../../../../common/json";
import { UNKNOWN } from "../../../../common/pulumiMarkers";
import { getOwn, hasUnknown, isEmpty, setOwn, valueAt } from "../../../../provider/core/json/object";

test.each<[value: unknown, shown: string, type: string]>([
  [null, "null", "null"],
  [true, "true", "a boolean"],
  [0, "0", "a number"],
  [-0, "-0", "a number"],
  [1.5, "1.5", "a number"],
  [NaN, "NaN", "a number"],
  [10n, "10", "a bigint"],
  ["", '""', "a string"],
  ['a "b"\n', '"a \\"b\\"\\n"', "a string"],
  ["x".repeat(60), `"${"x".repeat(60)}"`, "a string"],
  ["x".repeat(61), `"${"x".repeat(60)}"… (61 characters)`, "a string"],
  // The 60th is the first half of a pair.
  [`${"x".repeat(59)}😀y`, `"${"x".repeat(59)}"… (62 characters)`, "a string"],
  [`${"x".repeat(58)}😀y`, `"${"x".repeat(58)}😀"… (61 characters)`, "a string"],
  [`a😀${"x".repeat(60)}`, `"a😀${"x".repeat(57)}"… (63 characters)`, "a string"],
  [[1], "an array", "an array"],
  [{ a: 1 }, "an object", "an object"],
  [() => 1, "a function", "a function"],
])("%p is shown as %s", (value, shown, type) => {
  expect([describeValue(value), describeType(value)]).toEqual([shown, type]);
});

test.each<[value: unknown, holds: boolean]>([
  [UNKNOWN, true],
  [[1, UNKNOWN], true],
  [{ a: 1, b: { c: [null, UNKNOWN] } }, true],
  [`${UNKNOWN}x`, false],
  [{ [UNKNOWN]: 1 }, false],
  [[], false],
  [null, false],
  [undefined, false],
  ["", false],
  [3, false],
])("%j holds an unknown value: %p", (value, holds) => {
  expect(hasUnknown(value)).toBe(holds);
});

test.each<[one: Json | undefined, other: Json | undefined, equal: boolean, equalInAnyOrder: boolean]>([
  [1, 1, true, true],
  [1, 2, false, false],
  [1, "1", false, false],
  [null, undefined, false, false],
  [undefined, undefined, true, true],
  [undefined, {}, false, false],
  [{}, undefined, false, false],
  [{}, 1, false, false],
  ["x", ["x"], false, false],
  [["x"], "x", false, false],
  [null, {}, false, false],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true, true],
  [{ a: 1 }, { a: 1, b: 2 }, false, false],
  [[1, 2, 3], [1, 2, 3], true, true],
  [[3, 1, 2], [1, 2, 3], false, true],
  [[1, 1, 2], [1, 2, 2], false, false],
  [[{ a: 1 }, "b"], ["b", { a: 1 }], false, true],
  [["a"], { 0: "a" }, false, false],
])("%j and %j are equal: %p, in any order: %p", (one, other, equal, equalInAnyOrder) => {
  expect([equalJson(one, other), equalJson(one, other, true)]).toEqual([equal, equalInAnyOrder]);
});

test.each<[value: unknown, is: boolean]>([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ["a", false],
])("%j is an object with fields: %p", (value, is) => {
  expect(isJsonObject(value)).toBe(is);
});

test("a field is read where an object has it as its own, and set whatever its name is", () => {
  const target: { [key: string]: Json } = {};
  for (const key of ["a", "toString", "__proto__"]) {
    expect(getOwn(target, key)).toBeUndefined();
    setOwn(target, key, [key]);
    expect(getOwn(target, key)).toEqual([key]);
    setOwn(target, key, key);
  }
  expect(JSON.stringify(target)).toBe('{"a":"a","toString":"toString","__proto__":"__proto__"}');
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
  expect(delete target["__proto__"]).toBe(true);
});

test.each<[value: object, isNone: boolean]>([
  [{}, true],
  [[], true],
  [{ a: undefined }, false],
  [[1], false],
])("%j has no fields: %p", (value, isNone) => {
  expect(isEmpty(value)).toBe(isNone);
});

test.each<[value: Json | undefined, path: string[], found: Json | undefined]>([
  [{ a: { b: 1 } }, ["a", "b"], 1],
  [{ a: { b: 1 } }, [], { a: { b: 1 } }],
  [{ a: [1] }, ["a", "0"], undefined],
  [{ a: null }, ["a", "b"], undefined],
  [{}, ["constructor"], undefined],
  [undefined, ["a"], undefined],
])("of %j the value at %j is %j", (value, path, found) => {
  expect(valueAt(value, path)).toEqual(found);
});
