import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { follow } from "./live.js";
import { filterObjects, putObjects, replaceObjects } from "./objects.js";
import { filterRequests, inWords, putRequest, replaceRequests } from "./requests.js";

const filter = /** @type {HTMLInputElement} */ (byId("filter"));
const pause = byId("pause");
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
  objects: putObjects,
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

const follows = () => follow((event, data) => takers[event]?.(data), showConnection);

/** @param {boolean} isLive */
function showConnection(isLive) {
  connection.textContent = isLive ? "Live" : "Connection lost; trying again";
  connection.classList.toggle("live", isLive);
  connection.classList.toggle("lost", !isLive);
}

let stop = follows();
let isPaused = false;

// What comes meanwhile is in the snapshot with which the events begin again.
pause.addEventListener("click", () => {
  isPaused = !isPaused;
  pause.setAttribute("aria-pressed", String(isPaused));
  stop();
  if (isPaused) {
    connection.textContent = "Paused";
    connection.className = "connection";
  } else {
    stop = follows();
  }
});

filter.addEventListener("input", () => {
  filterObjects(filterText());
  filterRequests(filterText());
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target === filter) {
    filter.value = "";
    filter.dispatchEvent(new Event("input"));
  }
  if (event.key === "ArrowDown" && document.activeElement === byId("requests")) {
    event.preventDefault();
    byId("request-list").querySelector("summary")?.focus();
  }
});
