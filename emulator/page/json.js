import { element } from "./dom.js";

/** What stands for values that are not shown. */
const MASKS = ["[secret]", "[not shown]"];

/** How many lines a value has before it is folded. */
const MOST_LINES = 16;

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
 * The value as indented JSON in colour, its first lines alone where it is long.
 *
 * @param {unknown} value
 */
export function shown(value) {
  const lines = (JSON.stringify(value, undefined, 2) ?? "").split("\n");
  const code = element("code");
  const block = element("pre", {}, code);
  /** @param {string[]} some */
  const fill = (some) =>
    code.replaceChildren(...some.flatMap((line, index) => [...coloured(line), index < some.length - 1 ? "\n" : ""]));
  if (lines.length <= MOST_LINES + 2) {
    fill(lines);
    return block;
  }
  fill(lines.slice(0, MOST_LINES));
  const more = element(
    "button",
    { type: "button", class: "more", click: () => (fill(lines), more.remove()) },
    `Show all ${lines.length} lines`,
  );
  return element("div", {}, block, more);
}

/** A line of indented JSON: perhaps a name, perhaps a scalar. */
const LINE = /^(\s*)("(?:[^"\\]|\\.)*"(?=: ))?(: )?("(?:[^"\\]|\\.)*"|[-\d][\w.+-]*|true|false|null)?(.*)$/;

/**
 * @param {string} line
 * @returns {(Node | string)[]}
 */
function coloured(line) {
  const [, indent = "", name, colon = "", scalar, rest = ""] = LINE.exec(line) ?? [];
  return [
    indent,
    ...(name === undefined ? [] : [element("span", { class: "name" }, name)]),
    colon,
    ...(scalar === undefined ? [] : [element("span", { class: kindOf(scalar) }, scalar)]),
    rest,
  ];
}

/** @param {string} scalar */
function kindOf(scalar) {
  if (!scalar.startsWith('"')) {
    return /^[-\d]/.test(scalar) ? "number" : "word";
  }
  return isMask(scalar.slice(1, -1)) ? "mask" : "string";
}
