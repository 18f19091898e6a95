import { byId } from "./dom.js";

/** What comes faster is told together. */
const QUIET_MS = 1500;

/** @type {string[]} */
let waiting = [];
let isQuiet = false;

/**
 * Tells those who do not see the page, politely: of many at once, how many they are and the last.
 *
 * @param {string} text
 */
export function announce(text) {
  waiting.push(text);
  if (!isQuiet) {
    tell();
  }
}

function tell() {
  const last = waiting.at(-1);
  if (last === undefined) {
    isQuiet = false;
    return;
  }
  byId("announcement").textContent = waiting.length === 1 ? last : `${waiting.length} requests. The last: ${last}`;
  waiting = [];
  isQuiet = true;
  setTimeout(tell, QUIET_MS);
}
