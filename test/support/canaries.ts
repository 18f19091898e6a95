/** Fails where a text shows what it must not, with what stands around that: the whole may be all that a CLI has written. */
export function expectAbsent(text: string, canary: string | RegExp): void {
  const found = typeof canary === "string" ? text.indexOf(canary) : text.search(canary);
  if (found >= 0) {
    throw new Error(`${String(canary)} shows: …${text.slice(Math.max(0, found - 300), found + 100)}…`);
  }
}
