import fc from "fast-check";
import { isJsonObject, type Json } from "../../../../common/json";
import { parseJson, stringifyCanonical } from "../../../../provider/core/json/json";

/** JSON values whose numbers are safe: what JSON.parse reads without loss. */
const safeJson = fc.jsonValue().filter((value) => !/\d{16}|e\+/.test(JSON.stringify(value)));

describe("parseJson", () => {
  // prettier-ignore
  test.each<[string, string, Json]>([
    ["an integer of many digits keeps them all, as a string", "12345678901234567890", "12345678901234567890"],
    ["2^53 - 1 is a number", "9007199254740991", 9007199254740991],
    ["2^53 is a string", "9007199254740992", "9007199254740992"],
    ["-(2^53 - 1) is a number", "-9007199254740991", -9007199254740991],
    ["-(2^53) is a string", "-9007199254740992", "-9007199254740992"],
    ["a number that overflows a double is a string as written", "[1e400]", ["1e400"]],
    ["also with a capital E, a sign and zeros before its exponent", "[-1.5E+0400]", ["-1.5E+0400"]],
    ["a large exponent that does not overflow is a number", "[1e300,-1.5E+300]", [1e300, -1.5e300]],
    ["a large number with an exponent is a number", "1e20", 1e20],
    ["a long fraction is a number", "[0.12345678901234567890]", [0.12345678901234568]],
    ["after white space, deep inside", '{"a":[ \n12345678901234567890]}', { a: ["12345678901234567890"] }],
    ["a small fraction is a number", "[1e-400,1.5e-300]", [0, 1.5e-300]],
    ["digits inside a string are text", '"a, 12345678901234567890"', "a, 12345678901234567890"],
    ["the last of a key given twice counts, as in JSON.parse", '{"a":1,"a":[12345678901234567890]}', { a: ["12345678901234567890"] }],
  ])("%s", (_, text, expected) => {
    expect(parseJson(text)).toEqual(expected);
  });

  test.each([
    ["quick path", '{"__proto__":{"polluted":true}}'],
    ["lossless path", '{"__proto__":{"polluted":true},"size":12345678901234567890}'],
  ])("a key named __proto__ is data (%s)", (_, text) => {
    const value = parseJson(text) as object;
    expect(Object.keys(value)).toContain("__proto__");
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect("polluted" in value).toBe(false);
  });

  test("agrees with JSON.parse on whatever loses nothing there, on both paths", () => {
    fc.assert(
      fc.property(safeJson, fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJson(text)).toEqual(JSON.parse(text));
        // A neighbour of many digits sends the whole text down the other path.
        expect(parseJson(`[${text},12345678901234567890]`)).toEqual([JSON.parse(text), "12345678901234567890"]);
      }),
    );
  });

  test("loses no digit of any integer", () => {
    fc.assert(
      fc.property(fc.bigInt(), (integer) => {
        expect(String((parseJson(`{"size":${integer}}`) as { size: Json }).size)).toBe(String(integer));
      }),
    );
  });
});

describe("stringifyCanonical", () => {
  test("sorts keys at every depth and leaves arrays in order", () => {
    const value = { b: [{ z: 1, y: 2 }, "x"], a: { d: null, c: true } };
    expect(stringifyCanonical(value)).toBe('{"a":{"c":true,"d":null},"b":[{"y":2,"z":1},"x"]}');
  });

  test("leaves out a field that is undefined, keeps one that is null", () => {
    expect(stringifyCanonical({ a: undefined, b: null } as unknown as Json)).toBe('{"b":null}');
  });

  test.each([NaN, Infinity, -Infinity])("refuses %s, which JSON.stringify would make a removal", (value) => {
    expect(() => stringifyCanonical({ replicas: value })).toThrow(new TypeError(`JSON has no ${value}`));
  });

  test.each([undefined, () => 1])("refuses what JSON has no word for: %p", (value) => {
    const message = `JSON has no ${typeof value}`;
    expect(() => stringifyCanonical([value] as unknown as Json)).toThrow(new TypeError(message));
  });

  test("writes what reads as the same value, and the same bytes for every order of the keys", () => {
    const reversed = (_key: string, value: unknown): unknown =>
      isJsonObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        const text = stringifyCanonical(json);
        expect(JSON.parse(text)).toEqual(json);
        expect(stringifyCanonical(JSON.parse(JSON.stringify(json, reversed)) as Json)).toBe(text);
      }),
    );
  });

  test("keeps a key named __proto__", () => {
    expect(stringifyCanonical(JSON.parse('{"b":1,"__proto__":{"a":1}}') as Json)).toBe('{"__proto__":{"a":1},"b":1}');
  });
});
