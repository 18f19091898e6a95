const tick = 10_000;

/** A time in milliseconds as people say it: `0.4 s`, `23 s`, `3 min 5 s`. */
export function duration(milliseconds) {
  if (milliseconds < 9_950) {
    return `${(milliseconds / 1000).toFixed(1)} s`;
  }
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** One line of progress. On the error stream, so that a command's own output stays clean. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs `work` and says what is going on: a line at its start (with `expect`, an estimate), one every ten seconds with the time gone by (and `detail`, how far it is),
 * and one at its end.
 */
export async function step(title, work, { expect = "", detail = () => "" } = {}) {
  const start = Date.now();
  say(`${title}…${expect && ` (${expect})`}`);
  const timer = setInterval(() => {
    const far = detail();
    say(`${title}… ${duration(Date.now() - start)}${far && `, ${far}`}`);
  }, tick);
  try {
    const result = await work();
    say(`${title}: done in ${duration(Date.now() - start)}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
