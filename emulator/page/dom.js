/** Control characters, and those that turn the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The text with such characters escaped as JSON escapes them. @param {string} text */
export const printable = (text) =>
  text.replaceAll(UNPRINTABLE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * An element. What a string says is always text, never HTML: nothing that the service holds can become a part of this page, or of its layout.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | undefined | ((event: Event) => void)>} attributes functions listen to the event of that name; `undefined` and
 *   false are left out
 * @param {...(Node | string | undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name, value);
    } else if (value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? "" : printable(value));
    }
  }
  fill(made, children);
  return made;
}

/**
 * Gives an element these children, and no others.
 *
 * @param {Element} parent
 * @param {(Node | string | undefined)[]} children
 */
export function fill(parent, children) {
  const given = children.filter((child) => child !== undefined);
  parent.replaceChildren(...given.map((child) => (typeof child === "string" ? printable(child) : child)));
}

/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no #${id}`);
  }
  return found;
}

/** Text for those who do not see the page. @param {string} text */
export const unseen = (text) => element("span", { class: "visually-hidden" }, text);

/**
 * A time of day here.
 *
 * @param {string} time
 */
export function timeOf(time) {
  const date = new Date(time);
  const shown = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
  return element("time", { datetime: time, title: date.toLocaleString() }, shown);
}
