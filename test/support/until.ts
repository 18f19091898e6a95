import { setTimeout as sleep } from "node:timers/promises";

/** How long a test waits for what must come; less than jest waits for a test. */
export const PATIENCE_MS = 45_000;

/** The same where what must come is behind a start of the CLI. */
export const CLI_PATIENCE_MS = 240_000;

/** Waits until a condition holds, however long that takes on a busy machine; `problem` is the error where it never does. */
export async function until(
  isDone: () => boolean,
  problem: string | (() => string),
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isDone()) {
    if (performance.now() > end) {
      throw new Error(typeof problem === "string" ? problem : problem());
    }
    await sleep(20);
  }
}
