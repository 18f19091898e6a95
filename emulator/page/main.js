import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { follow } from "./live.js";
import { filterObjects, replaceObjects } from "./objects.js";
import { filterRequests, inWords, putRequest, replaceRequests } from "./requests.js";

const filter = /** @type {HTMLInputElement} */ (byId("filter"));
const pause = byId("pause");
const secrets = byId("secrets");
const connection = byId("connection");

/** @type {Record<string, (data: any) => void>} */
const takers = {
  snapshot: (data) => {
    byId("address").textContent = location.origin + data.base_path;
    byId("version").textContent = `version ${data.version}`;
    replaceObjects(data);
    replaceRequests(data.requests);
    count(data.count);
  },
  objects: replaceObjects,
  request: ({ count: all, ...request }) => {
    putRequest(request);
    count(all);
    announce(inWords(request));
  },
};

const filterText = () => filter.value.trim().toLowerCase();

/** @param {number} all */
function count(all) {
  byId("request-count").textContent = new Intl.NumberFormat("en").format(all);
  byId("no-requests").hidden = byId("request-list").childElementCount > 0;
  filterRequests(filterText());
}

/** @param {boolean} isLive */
function showConnection(isLive) {
  connection.textContent = isLive ? "Live" : "Connection lost; trying again";
  connection.classList.toggle("live", isLive);
  connection.classList.toggle("lost", !isLive);
}

let stop = () => {};

/** Follows what happens from now on as the buttons say: what came meanwhile is in the snapshot with which the events begin. */
function follows() {
  stop();
  if (isOn(pause)) {
    stop = () => {};
    connection.textContent = "Paused";
    connection.className = "connection";
  } else {
    stop = follow((event, data) => takers[event]?.(data), showConnection, isOn(secrets));
  }
}

/** @param {HTMLElement} button */
const isOn = (button) => button.getAttribute("aria-pressed") === "true";

for (const button of [pause, secrets]) {
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(!isOn(button)));
    follows();
  });
}
follows();

byId("clear").addEventListener("click", () => fetch("/__admin/requests", { method: "DELETE" }));

filter.addEventListener("input", () => {
  filterObjects(filterText());
  filterRequests(filterText());
});
