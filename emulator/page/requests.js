import { byId, element, timeOf, unseen } from "./dom.js";
import { isMask, lines, short, shown } from "./json.js";

/**
 * @typedef {{ pointer: string, before?: unknown, after?: unknown }} Change
 * @typedef {{ id: string, time: string, method: string, path: string, status: number, duration_ms: number, fault?: string, refusal?: string, bytes: number,
 *   body?: unknown, changes?: Change[], too_long?: true }} Request
 */

/** How many requests are on the page. */
const MOST = 300;

const list = byId("request-list");

/** @param {Request[]} requests oldest first */
export function replaceRequests(requests) {
  list.replaceChildren();
  requests.forEach(putRequest);
}

/** @param {Request} request */
export function putRequest(request) {
  list.prepend(itemOf(request));
  if (list.childElementCount > MOST) {
    list.lastElementChild?.remove();
  }
}

/**
 * Shows the requests in which the text is.
 *
 * @param {string} text
 */
export function filterRequests(text) {
  for (const item of list.querySelectorAll("li")) {
    item.hidden = !item.querySelector("summary")?.textContent.toLowerCase().includes(text);
  }
}

/**
 * What a request did, in a few words.
 *
 * @param {Request} request
 */
export const inWords = (request) => `${request.method} ${nameOf(request.path)}, ${statusOf(request)}`;

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
        element("span", { class: "when" }, `${duration} ms · `, timeOf(request.time)),
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
function outcomeOf({ method, changes, fault, refusal, status, too_long }) {
  const nothing = method === "GET" && status === 200 ? "It reads." : "Nothing changed.";
  return element(
    "div",
    {},
    fault && element("p", { class: "fault" }, `Hit by a fault on demand: ${fault}.`),
    refusal && element("p", { class: "refusal" }, refusal),
    changes ? changesOf(changes) : element("p", { class: "note" }, too_long ? "Too long for this page." : nothing),
  );
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
    element("th", { scope: "row" }, element("code", {}, name)),
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
  if (isMask(value)) {
    return element(tag, {}, element("code", { class: "mask" }, String(value)));
  }
  const isList = Array.isArray(value) && value.length > 1;
  const texts = isList ? value.map((each) => short(each, 200)) : [short(value, 300)];
  return element(tag, {}, element("code", {}, lines(texts)));
}

/** The last name in a path: of a group, a queue, an endpoint. @param {string} path */
const nameOf = (path) =>
  (path.split("?")[0] ?? "")
    .replace(/\/jobs$/, "")
    .split("/")
    .at(-1) || path;

/** @param {Request} request */
const statusOf = ({ status }) => (status === 0 ? "cut" : String(status));

/** @param {Request} request */
const kindOf = ({ status }) => (status === 0 || status >= 500 ? "bad" : status >= 400 ? "warn" : "ok");
