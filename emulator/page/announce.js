import { byId, fill } from "./dom.js";

/** What comes within such a time is told together. */
const GATHER_MS = 1000;

let count = 0;
let last = "";

/**
 * Tells those who do not see the page: of many at once, how many they are and the last.
 *
 * @param {string} text
 */
export function announce(text) {
  last = text;
  count++;
  if (count === 1) {
    setTimeout(() => {
      fill(byId("announcement"), [count === 1 ? last : `${count} requests. The last: ${last}`]);
      count = 0;
    }, GATHER_MS);
  }
}
