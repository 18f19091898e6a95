import { parse } from "lossless-json";
import type { Json } from "../../../common/json";

const WHOLE_NUMBER = /^-?\d+$/;

/** A text that matches is parsed again without loss: 16 digits may exceed 2^53, and an exponent of three digits may overflow. */
const MAY_LOSE_DIGITS = /\d{16}|\d[eE]\+?\d{3}/;

/**
 * Reads JSON and loses no digit: a whole number beyond ±(2^53 - 1), and a number that overflows a double, becomes a
 * string with the digits as they were written. Other numbers stay numbers. Of a key given twice the last value counts.
 *
 * @throws SyntaxError when the text is not JSON; RangeError when it is nested too deep to be read.
 */
export function parseJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (!MAY_LOSE_DIGITS.test(text)) {
    return value;
  }
  return parse(text, undefined, {
    parseNumber: readNumber,
    onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue,
  }) as Json;
}

function readNumber(digits: string): number | string {
  const value = Number(digits);
  const exact = Number.isFinite(value) && (Number.isSafeInteger(value) || !WHOLE_NUMBER.test(digits));
  return exact ? value : digits;
}

/**
 * Writes JSON without white space and with the keys sorted (by UTF-16 code unit) at every depth: two equal values give
 * the same bytes. A field that is `undefined` is left out.
 *
 * @throws TypeError for a value that JSON cannot hold. JSON.stringify would write `null` for NaN and infinities, and in
 *   a merge patch `null` removes a field.
 */
export function stringifyCanonical(value: Json): string {
  if (Array.isArray(value)) {
    return `[${value.map(stringifyCanonical).join(",")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.keys(value)
      .sort()
      .flatMap((key) => {
        const member = value[key];
        return member === undefined ? [] : [`${JSON.stringify(key)}:${stringifyCanonical(member)}`];
      });
    return `{${members.join(",")}}`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError(`JSON has no ${value}`);
  }
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) {
    throw new TypeError(`JSON has no ${typeof value}`);
  }
  return text;
}

export function sortedBy(values: readonly Json[], textOf: (value: Json) => string): Json[] {
  return values
    .map((value) => ({ value, text: textOf(value) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ value }) => value);
}

/** Whether two JSON values are equal in any order of fields and, with `unordered`, of the elements of two arrays. */
export function equalJson(one: Json | undefined, other: Json | undefined, unordered = false): boolean {
  if (one === other) {
    return true;
  }
  if (typeof one !== "object" || typeof other !== "object") {
    return false;
  }
  const textOf = (value: Json) =>
    stringifyCanonical(unordered && Array.isArray(value) ? sortedBy(value, stringifyCanonical) : value);
  return textOf(one) === textOf(other);
}
