import type { JsonObject } from "../../../../common/json";
import { INDETERMINATE, type PreviousObject } from "../../../../provider/core/patch/mergePatch";
import {
  indeterminatePaths,
  unionOfPaths,
  withIndeterminate,
  type IndeterminatePaths,
} from "../../../../provider/core/patch/indeterminatePaths";

// That what is in doubt is sent again, and nothing else is, the properties in mergePatch.test.ts say.

// prettier-ignore
test.each<[sentence: string, patch: JsonObject, previous: PreviousObject, paths: IndeterminatePaths]>([
  ["a value that was set is in doubt", { replicas: 3 }, {}, { replicas: true }],
  ["so is one deep inside, and not its neighbour", { a: { b: 1 } }, { a: { b: 0, c: 0 } }, { a: { b: true } }],
  ["a removal is in doubt", { replicas: null }, { replicas: 3 }, { replicas: true }],
  ["an array is in doubt whole", { list: [{ a: 1 }] }, {}, { list: true }],
  ["an empty object is", { a: {} }, {}, { a: true }],
  ["of an object that was removed whole each member is, for it may all be there still",
    { probe: null }, { probe: { http: { path: "/", port: 1 }, period: 5, empty: {} } }, { probe: { http: { path: true, port: true }, period: true, empty: true } }],
  ["of an object that a value replaced too", { a: 1 }, { a: { b: 1 } }, { a: { b: true } }],
  ["what was in doubt before still is", { a: { b: 1 } }, { a: INDETERMINATE }, { a: { b: true } }],
])("%s", (_, patch, previous, paths) => {
  expect(indeterminatePaths(patch, previous)).toEqual(paths);
});

test.each<[sentence: string, previous: JsonObject, paths: IndeterminatePaths | undefined, marked: PreviousObject]>([
  ["nothing is marked where nothing is in doubt", { a: 1 }, undefined, { a: 1 }],
  ["a value in doubt is marked", { a: 1, b: 2 }, { a: true }, { a: INDETERMINATE, b: 2 }],
  ["one that was not there is marked too", {}, { a: { b: true } }, { a: { b: INDETERMINATE } }],
  ["its neighbours inside stay", { a: { b: 1, c: 2 } }, { a: { b: true } }, { a: { b: INDETERMINATE, c: 2 } }],
  ["a value in the place of an object is", { a: 1 }, { a: { b: true } }, { a: { b: INDETERMINATE } }],
])("%s", (_, previous, paths, marked) => {
  const before = JSON.stringify(previous);
  expect(withIndeterminate(previous, paths)).toEqual(marked);
  expect(JSON.stringify(previous)).toBe(before);
});

test.each<[sentence: string, one: IndeterminatePaths, other: IndeterminatePaths, union: IndeterminatePaths]>([
  ["paths of either failure are indeterminate", { a: true }, { b: { c: true } }, { a: true, b: { c: true } }],
  ["paths within one object are, too", { a: { b: true } }, { a: { c: true } }, { a: { b: true, c: true } }],
  ["a whole object is, where one failure leaves all of it so", { a: true }, { a: { c: true } }, { a: true }],
  ["a whole object is, where the other leaves all of it so", { a: { b: true } }, { a: true }, { a: true }],
])("%s", (_, one, other, union) => {
  const before = JSON.stringify([one, other]);
  expect(unionOfPaths(one, other)).toEqual(union);
  expect(JSON.stringify([one, other])).toBe(before);
});

test("a key may have any name", () => {
  const patch = JSON.parse('{"__proto__":{"constructor":1}}') as JsonObject;
  const paths = indeterminatePaths(patch, {});
  expect(JSON.stringify(paths)).toBe('{"__proto__":{"constructor":true}}');
  const marked = withIndeterminate({}, paths);
  expect(Object.keys(marked)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(marked)).toBe(Object.prototype);
});
