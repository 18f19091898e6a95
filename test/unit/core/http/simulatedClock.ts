import type { Clock } from "../../../../provider/core/http/gate";

/** A clock on which time passes only while all wait: it jumps to the next one that wakes, in order. */
export function simulatedClock(): Clock & { elapsed(): number } {
  const start = Date.parse("2026-01-01T00:00:00Z");
  let now = start;
  let isJumping = false;
  const sleepers: { wakeAt: number; wake: () => void }[] = [];
  const jump = () => {
    isJumping = false;
    const next = sleepers.sort((one, other) => one.wakeAt - other.wakeAt).shift();
    if (next) {
      now = Math.max(now, next.wakeAt);
      next.wake();
      schedule();
    }
  };
  const schedule = () => {
    if (!isJumping && sleepers.length > 0) {
      isJumping = true;
      setImmediate(jump);
    }
  };
  return {
    now: () => now - start,
    date: () => now,
    elapsed: () => now - start,
    random: () => 0.5,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          return resolve();
        }
        const wake = () => {
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        sleepers.push({ wakeAt: now + milliseconds, wake });
        signal?.addEventListener("abort", wake, { once: true });
        schedule();
      }),
  };
}
