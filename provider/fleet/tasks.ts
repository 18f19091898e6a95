import { ServiceError } from "../core/http/errors";
import { engineWatch } from "../engine/engineWatch";

/** Result of one group's task. */
export type Outcome<T> = { done: T } | { failed: Error } | "not tried";

/** Whether there was a task and it has a result. */
export function isDone<T>(outcome: Outcome<T> | undefined): outcome is { done: T } {
  return typeof outcome === "object" && "done" in outcome;
}

/** The result of a task, if it has one. */
export const resultOf = <T>(outcome: Outcome<T> | undefined): T | undefined =>
  isDone(outcome) ? outcome.done : undefined;

/** Milliseconds between progress messages of a long run. */
const PROGRESS_EVERY = 10_000;

/** Statuses that concern one group only: the next one may well succeed. */
const OF_ONE_GROUP: ReadonlySet<number | undefined> = new Set([400, 403, 404, 405, 409, 410, 412, 413, 415, 422]);

/**
 * Runs one task a group, at most `limit` at once. After a 401, after `limit` failures of the service in a row, or when the
 * engine is gone, no further task is begun, because ten thousand groups need not find out one by one.
 */
export async function runAll<T>(
  tasks: ReadonlyMap<string, () => Promise<T>>,
  limit: number,
  {
    failureIn,
    progress,
    signal = engineWatch.signal,
  }: { failureIn?: (result: T) => Error | undefined; progress: (done: number) => void; signal?: AbortSignal },
): Promise<Map<string, Outcome<T>>> {
  const outcomes = new Map<string, Outcome<T>>([...tasks.keys()].map((name) => [name, "not tried"]));
  const waiting = tasks.entries();
  let ended = 0;
  let failuresInARow = 0;
  let stopped = false;

  const note = (error: Error | undefined) => {
    ended++;
    const { status } = error instanceof ServiceError ? error : {};
    if (!(error instanceof ServiceError) || OF_ONE_GROUP.has(status)) {
      failuresInARow = 0;
    } else {
      failuresInARow++;
    }
    stopped ||= status === 401 || failuresInARow >= limit;
  };
  const work = async () => {
    while (!stopped && !signal.aborted) {
      const next = waiting.next();
      if (next.done) {
        return;
      }
      const [name, task] = next.value;
      try {
        const done = await task();
        outcomes.set(name, { done });
        note(failureIn?.(done));
      } catch (error) {
        const failed = error instanceof Error ? error : new Error(String(error));
        outcomes.set(name, { failed });
        note(failed);
      }
    }
  };
  const timer = setInterval(() => progress(ended), PROGRESS_EVERY);
  try {
    await Promise.all(Array.from({ length: Math.min(limit, tasks.size) }, work));
  } finally {
    clearInterval(timer);
  }
  return outcomes;
}
