import { byId, element, timeOf, unseen } from "./dom.js";
import { isMask, short, shown } from "./json.js";

/**
 * @typedef {{ pointer: string, before?: unknown, after?: unknown }} Change
 * @typedef {{ id: string, time: string, method: string, path: string, status: number, duration_ms?: number, fault?: string, refusal?: string, bytes: number,
 *   body?: unknown, changes?: Change[], too_long?: true }} Request
 */

/** How many requests are on the page. */
const MOST = 300;

const list = byId("request-list");

/** @type {Map<string, HTMLLIElement>} */
const items = new Map();

/** The requests whose response is not settled. @type {WeakSet<HTMLLIElement>} */
const waiting = new WeakSet();

/** What a filter looks at. @type {WeakMap<HTMLLIElement, string>} */
const texts = new WeakMap();

/** @param {Request[]} requests oldest first */
export function replaceRequests(requests) {
  const kept = new Set(requests.map(({ id }) => id));
  for (const [id, item] of items) {
    if (!kept.has(id)) {
      items.delete(id);
      item.remove();
    }
  }
  requests.forEach((request) => putRequest(request));
}

/** @param {Request} request */
export function putRequest(request) {
  const earlier = items.get(request.id);
  if (earlier !== undefined && !waiting.has(earlier)) {
    return;
  }
  const item = itemOf(request);
  if (request.duration_ms === undefined) {
    waiting.add(item);
  }
  texts.set(item, [request.method, request.path, statusOf(request), request.refusal].join(" ").toLowerCase());
  items.set(request.id, item);
  if (earlier === undefined) {
    list.prepend(item);
  } else {
    earlier.replaceWith(item);
  }
  for (const [id, old] of items) {
    if (items.size <= MOST) {
      break;
    }
    items.delete(id);
    old.remove();
  }
}

/**
 * Shows the requests in which the text is.
 *
 * @param {string} text
 */
export function filterRequests(text) {
  for (const item of items.values()) {
    item.hidden = !texts.get(item)?.includes(text);
  }
}

/**
 * What a request did, in a few words.
 *
 * @param {Request} request
 */
export const inWords = (request) => `${request.method} ${nameOf(request.path)}, ${statusOf(request)}`;

/** The keys that go from request to request. */
list.addEventListener("keydown", (event) => {
  const all = [...list.querySelectorAll("summary")].filter((summary) => summary.checkVisibility());
  const at = all.findIndex((summary) => summary === document.activeElement);
  /** @type {Record<string, HTMLElement | undefined>} */
  const targets = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) };
  const target = at < 0 ? undefined : targets[event.key];
  if (target !== undefined) {
    event.preventDefault();
    target.focus();
  }
});

/** @param {Request} request */
function itemOf(request) {
  const { method, path, duration_ms: duration } = request;
  return element(
    "li",
    {},
    element(
      "details",
      { open: true },
      element(
        "summary",
        {},
        element("span", { class: `status ${kindOf(request)}` }, unseen("Status "), statusOf(request)),
        " ",
        element("span", { class: "method" }, method),
        " ",
        element("strong", {}, nameOf(path)),
        " ",
        element("code", { class: "path", title: path }, path),
        " ",
        element("span", { class: "when" }, duration === undefined ? "" : `${duration} ms · `, timeOf(request.time)),
      ),
      element(
        "div",
        { class: "beside" },
        element("div", {}, element("h3", {}, method === "PATCH" ? "Patch" : "Body"), bodyOf(request)),
        element("div", {}, element("h3", {}, "What it changed"), outcomeOf(request)),
      ),
    ),
  );
}

/** @param {Request} request */
function bodyOf({ body, bytes, too_long }) {
  if (too_long) {
    return element("p", { class: "note" }, `Too long for this page: ${bytes} bytes.`);
  }
  if (body === undefined) {
    return element("p", { class: "note" }, bytes === 0 ? "None." : `${bytes} bytes that are not JSON.`);
  }
  return shown(body);
}

/** @param {Request} request */
function outcomeOf({ method, changes, fault, refusal, status, duration_ms, too_long }) {
  const said = [
    fault === undefined ? undefined : element("p", { class: "fault" }, `Hit by a fault on demand: ${fault}.`),
    refusal === undefined ? undefined : element("p", { class: "refusal" }, refusal),
  ].filter((part) => part !== undefined);
  if (changes !== undefined) {
    return element("div", {}, ...said, changesOf(changes));
  }
  if (said.length > 0) {
    return element("div", {}, ...said, element("p", { class: "note" }, "Nothing changed."));
  }
  if (too_long) {
    return element("p", { class: "note" }, "Too long for this page.");
  }
  const nothing = method === "GET" && status === 200 ? "It reads." : "Nothing changed.";
  return element("p", { class: "note" }, duration_ms === undefined ? "It waits for its response." : nothing);
}

/** @param {Change[]} changes */
function changesOf(changes) {
  const [first] = changes;
  if (first === undefined) {
    return element("p", { class: "note" }, "Nothing changed: all of it was so already.");
  }
  if (first.pointer === "") {
    return element("div", {}, element("p", { class: "note" }, "A new job:"), shown(first.after));
  }
  const head = ["Field", "Before", "After"].map((title) => element("th", { scope: "col" }, title));
  return element(
    "table",
    { class: "changes" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...changes.map(rowOf)),
  );
}

/** @param {Change} change */
function rowOf({ pointer, before, after }) {
  const name = pointer.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
  const note = isMask(before) && isMask(after) ? element("span", { class: "note" }, " changed") : undefined;
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, element("code", {}, ...breakable(name))),
    element("td", {}, valueOf(before, "del")),
    element("td", {}, valueOf(after, "ins"), note),
  );
}

/**
 * @param {unknown} value
 * @param {"del" | "ins"} tag
 */
function valueOf(value, tag) {
  if (value === undefined) {
    return element("span", { class: "note" }, "absent");
  }
  const text =
    Array.isArray(value) && value.length > 1 ? value.map((each) => short(each, 200)).join(",\n") : short(value, 300);
  return element(
    tag,
    {},
    element("code", { class: isMask(value) ? "mask" : undefined }, isMask(value) ? String(value) : text),
  );
}

/** A path that may break where its names end. @param {string} name */
const breakable = (name) => name.split(/(?<=[/_])/).flatMap((part) => [part, element("wbr")]);

/** The last name in a path: of a group, a queue, an endpoint. @param {string} path */
const nameOf = (path) =>
  (path.split("?")[0] ?? "")
    .replace(/\/jobs$/, "")
    .split("/")
    .at(-1) || path;

/** @param {Request} request */
function statusOf({ status, duration_ms }) {
  if (status !== 0) {
    return String(status);
  }
  return duration_ms === undefined ? "…" : "cut";
}

/** @param {Request} request */
function kindOf({ status, duration_ms }) {
  if (status === 0) {
    return duration_ms === undefined ? "waiting" : "bad";
  }
  return status >= 500 ? "bad" : status >= 400 ? "warn" : "ok";
}
