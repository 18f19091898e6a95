/** Milliseconds that a response waits: always as many, or at random from the first to the second. */
export type LatencyMs = number | readonly [least: number, most: number];

/** How long the next response waits, in milliseconds. */
export type Latency = () => number;

/** Throws a TypeError for what no timer can wait. */
export function latencyOf(given: LatencyMs = 0): Latency {
  const [least, most] = typeof given === "number" ? [given, given] : given;
  if (!(least >= 0 && most >= least && most <= MOST_MS)) {
    const shown = typeof given === "number" ? given : given.join("-");
    throw new TypeError(`a latency must be from 0 to ${MOST_MS} milliseconds, the least first, and not ${shown}`);
  }
  return () => least + Math.random() * (most - least);
}

const MOST_MS = 3_600_000;
