import { element, printable } from "./dom.js";

/** What stands for values that are not shown. */
const MASKS = ["[secret]", "[not shown]"];

/**
 * The value of a JSON text, with all digits of its numbers where the browser can keep them.
 *
 * @param {string} text
 * @returns {any}
 */
export function parse(text) {
  // @ts-expect-error newer than the compiler's library
  const raw = JSON.rawJSON;
  return JSON.parse(text, (/** @type {unknown[]} */ ...[, value, context]) => {
    const { source } = /** @type {{ source?: string }} */ (context ?? {});
    const isExact = typeof value !== "number" || source === undefined || String(value) === source;
    return isExact || raw === undefined ? value : raw(source);
  });
}

/** @param {unknown} value */
export const isMask = (value) => typeof value === "string" && MASKS.includes(value);

/**
 * The value on one line, no longer than that.
 *
 * @param {unknown} value
 * @param {number} most
 */
export function short(value, most) {
  const text = JSON.stringify(value) ?? "";
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/**
 * The value as indented JSON.
 *
 * @param {unknown} value
 */
export const shown = (value) =>
  element(
    "pre",
    { tabindex: "0" },
    element("code", {}, lines((JSON.stringify(value, undefined, 2) ?? "").split("\n"))),
  );

/** A text of these lines. @param {string[]} texts */
export const lines = (texts) => document.createTextNode(texts.map(printable).join("\n"));
