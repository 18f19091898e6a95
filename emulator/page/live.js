import { parse } from "./json.js";

/** How long it waits before it asks anew after the server refused. */
const AGAIN_MS = 2000;

const EVENTS = ["snapshot", "request", "objects"];

/**
 * Follows what happens in the emulator, and goes on when it comes back.
 *
 * @param {(event: string, data: any) => void} onEvent
 * @param {(isLive: boolean) => void} onConnection
 * @param {boolean} isUnmasked
 * @returns {() => void} ends it
 */
export function follow(onEvent, onConnection, isUnmasked) {
  let stop = () => source.close();
  const source = new EventSource(`/__admin/events${isUnmasked ? "?secrets=shown" : ""}`);
  source.addEventListener("open", () => onConnection(true));
  source.addEventListener("error", () => {
    onConnection(false);
    // A connection that is cut is opened again by the browser; one that was refused is not.
    if (source.readyState === EventSource.CLOSED) {
      const timer = setTimeout(() => (stop = follow(onEvent, onConnection, isUnmasked)), AGAIN_MS);
      stop = () => clearTimeout(timer);
    }
  });
  for (const name of EVENTS) {
    source.addEventListener(name, (event) => onEvent(name, parse(event.data)));
  }
  return () => stop();
}
