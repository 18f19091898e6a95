import { describeType, describeValue } from "../../../../provider/core/json/describeValue";
import { isJsonObject, type Json } from "../../../../common/json";
import { equalJson } from "../../../../provider/core/json/json";
import { UNKNOWN } from "../../../../common/unknown";
import { getOwn, hasUnknown, isEmpty, setOwn, valueAt } from "../../../../provider/core/json/object";

test.each<[value: unknown, shown: string, type: string]>([
  [null, "null", "null"],
  [true, "true", "a boolean"],
  [0, "0", "a number"],
  [-0, "-0", "a number"],
  [1.5, "1.5", "a number"],
  [NaN, "NaN", "a number"],
  [10n, "10", "a bigint"],
  [Symbol("x"), "Symbol(x)", "a symbol"],
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

test("a value holds an unknown one where that stands in it as a whole, at any depth", () => {
  const holding = [UNKNOWN, [1, UNKNOWN], { a: 1, b: { c: [null, UNKNOWN] } }];
  const others = [`${UNKNOWN}x`, { [UNKNOWN]: 1 }, [], null, undefined, "", 3];
  expect([...holding, ...others].filter(hasUnknown)).toEqual(holding);
});

type Pair = [one: Json | undefined, other: Json | undefined];
// prettier-ignore
const equal: Pair[] = [[1, 1], [undefined, undefined], [{ a: 1, b: [2] }, { b: [2], a: 1 }], [[1, 2, 3], [1, 2, 3]]];
// prettier-ignore
const equalInAnyOrder: Pair[] = [[[3, 1, 2], [1, 2, 3]], [[{ a: 1 }, "b"], ["b", { a: 1 }]]];
// prettier-ignore
const different: Pair[] = [
  [1, 2], [1, "1"], [null, undefined], [undefined, {}], [{}, undefined], [{}, 1], ["x", ["x"]], [["x"], "x"], [null, {}],
  [{ a: 1 }, { a: 1, b: 2 }], [[1, 1, 2], [1, 2, 2]], [["a"], { 0: "a" }],
];

test("values are equal whatever the order of their keys, and lists in any order where that is asked for", () => {
  const pairs = [...equal, ...equalInAnyOrder, ...different];
  expect(pairs.filter(([one, other]) => equalJson(one, other))).toEqual(equal);
  expect(pairs.filter(([one, other]) => equalJson(one, other, true))).toEqual([...equal, ...equalInAnyOrder]);
});

test("an object with fields is no list, and not null", () => {
  expect([{}, { a: 1 }, [], null, undefined, "a"].filter(isJsonObject)).toEqual([{}, { a: 1 }]);
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

test("an object and a list are empty without a field, and one that is undefined is a field", () => {
  expect([{}, [], { a: undefined }, [1]].map((value) => isEmpty(value))).toEqual([true, true, false, false]);
});

test.each<[value: Json | undefined, path: string[], found: Json | undefined]>([
  [{ a: { b: 1 } }, ["a", "b"], 1],
  [{ a: { b: 1 } }, [], { a: { b: 1 } }],
  [{ a: [1] }, ["a", "0"], 1],
  [{ a: [1] }, ["a", "1"], undefined],
  [{ a: null }, ["a", "b"], undefined],
  [{}, ["constructor"], undefined],
  [undefined, ["a"], undefined],
])("of %j the value at %j is %j", (value, path, found) => {
  expect(valueAt(value, path)).toEqual(found);
});
