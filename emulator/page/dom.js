/**
 * An element. What a string says is always text, never HTML: nothing that the service holds can become a part of this page.
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
      made.setAttribute(name, value === true ? "" : value);
    }
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
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
