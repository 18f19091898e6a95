import fc from "fast-check";
import { declaredBody, declaredTwice, mergeDeep, overlay } from "../../../../provider/core/patch/declaration";
import type { Json, JsonObject } from "../../../../common/json";
import { membersOf } from "../../../../provider/core/schema/members";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { UNKNOWN } from "../../../../common/unknown";
import { smallJson } from "../../../support/bodies";

const body = membersOf(containerGroupUpdate);

describe("a declaration over another", () => {
  test.each<[sentence: string, under: JsonObject, over: JsonObject, merged: JsonObject]>([
    ["has the members of both", { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ["wins where both have a value", { a: 1 }, { a: 2 }, { a: 2 }],
    ["is merged where both have an object", { a: { b: 1, c: 1 } }, { a: { b: 2 } }, { a: { b: 2, c: 1 } }],
    ["has its arrays whole", { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ["wins with null", { a: { b: 1 } }, { a: null }, { a: null }],
    ["wins with an object over a value, and the other way round", { a: 1, b: {} }, { a: {}, b: 1 }, { a: {}, b: 1 }],
    ["leaves what is below an empty object", { a: { b: 1 } }, { a: {} }, { a: { b: 1 } }],
  ])("%s", (_, under, over, merged) => {
    const before = JSON.stringify([under, over]);
    expect(mergeDeep(under, over)).toEqual(merged);
    expect(JSON.stringify([under, over])).toBe(before);
  });

  test("has __proto__ as a key like any other", () => {
    const named = (value: number) => JSON.parse(`{"__proto__":{"a":${value}}}`) as JsonObject;
    expect(JSON.stringify(mergeDeep(named(1), named(2)))).toBe(JSON.stringify(named(2)));
  });
});

describe("an overlay", () => {
  test.each<[sentence: string, under: JsonObject, wanted: JsonObject, over: JsonObject]>([
    ["is empty where nothing differs", { a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } }, {}],
    ["has what is not below", { a: 1 }, { a: 1, b: { c: 2 } }, { b: { c: 2 } }],
    ["has what differs, and no more", { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, { a: { b: 2 } }],
    ["says null for what is not wanted any more", { a: { b: 1, c: 1 } }, { a: { b: 1 } }, { a: { c: null } }],
    ["keeps an empty object that is not below", {}, { a: {} }, { a: {} }],
    ["has arrays whole", { a: [1, 2] }, { a: [1] }, { a: [1] }],
  ])("%s", (_, under, wanted, over) => {
    expect(overlay(under, wanted)).toEqual(over);
  });

  test("laid over what is below gives what is wanted, with null for what is gone", () => {
    const object = fc.dictionary(fc.constantFrom("a", "b", "constructor"), smallJson);
    const bare = (value: Json): Json =>
      typeof value !== "object" || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .filter(([, inner]) => inner !== null)
              .map(([key, inner]) => [key, bare(inner)]),
          );
    fc.assert(
      fc.property(object, object, (under, wanted) => {
        expect(bare(mergeDeep(under, overlay(under, wanted)))).toEqual(bare(wanted));
      }),
    );
  });
});

test("the declared body is the typed arguments in wire form with the additional members around and inside them", () => {
  const args = {
    name: "web",
    replicas: 3,
    networking: { port: 80 },
    onDestroy: { replicas: 0 },
    additionalMembers: { networking: { load_balancer: "x" }, readme: "text" },
  };
  expect(declaredBody(args, body)).toEqual({
    replicas: 3,
    networking: { port: 80, load_balancer: "x" },
    readme: "text",
  });
});

describe("what both the typed arguments and the additional members declare", () => {
  test.each<[sentence: string, typed: Json, additional: Json, paths: string[][]]>([
    ["is nothing where they have other members", { a: 1 }, { b: 1 }, []],
    ["is nothing where an object has members of each", { a: { b: 1 } }, { a: { c: 1 } }, []],
    ["is a value that both have", { a: { b: 1 } }, { a: { b: 1 } }, [["a", "b"]]],
    ["is an object against a value", { a: { b: 1 } }, { a: 1 }, [["a"]]],
    ["is null against an object", { a: null }, { a: { b: 1 } }, [["a"]]],
    ["is an array against an array", { a: [1] }, { a: [2] }, [["a"]]],
    ["is every such path", { a: 1, b: { c: 1 } }, { a: 1, b: { c: 2 } }, [["a"], ["b", "c"]]],
    ["is nothing known while the typed one is unknown", { a: UNKNOWN }, { a: { b: 1 } }, []],
    ["is nothing known while the additional one is", { a: { b: 1 } }, { a: UNKNOWN }, []],
  ])("%s", (_, typed, additional, paths) => {
    expect(declaredTwice(typed, additional)).toEqual(paths);
  });
});
