type Undo = (text: string) => string;

/** What a part of a pattern matched, if it did. */
type Group = string | undefined;

/** How many characters all readings of a text may have together. */
const MAX_READ = 1_000_000;

const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd");

const undoPercent =
  (charset: BufferEncoding): Undo =>
  (text) =>
    text.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString(charset));

const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Replaces the character references of HTML. */
export const undoHtml: Undo = (text) =>
  text.replace(/&(?:#(\d{1,7}|x[\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));?/gi, (_, code: Group, name: string) =>
    code ? character(Number(`0${code}`)) : NAMED[name.toLowerCase() as keyof typeof NAMED],
  );

const CONTROLS: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", a: "\x07", e: "\x1b" };

const BACKSLASHES =
  /((?:\\x[\da-fA-F]{2}|\\[0-3]?[0-7]{1,2})+)|[\\%]u([\da-fA-F]{4})|\\(?:u\{([\da-fA-F]{1,6})\}|U([\da-fA-F]{8})|([^]))/g;

/** Replaces the escapes of JSON, JavaScript (`%u00fc` too), Go, Python and C. */
const undoBackslashes =
  (charset: BufferEncoding): Undo =>
  (text) =>
    text.replace(BACKSLASHES, (_, octets: Group, short: Group, braced: Group, long: Group, escaped: string) => {
      if (octets) {
        const values = octets
          .slice(1)
          .split("\\")
          .map((octet) => Number(octet.startsWith("x") ? `0${octet}` : `0o${octet}`));
        return Buffer.from(values).toString(charset);
      }
      const code = short ?? braced ?? long;
      return code ? character(parseInt(code, 16)) : (CONTROLS[escaped] ?? escaped);
    });

/** Whether `\xfc` and `%fc` are bytes or characters, their writer alone knows. */
const UNESCAPE = [undoHtml, ...(["utf8", "latin1"] as const).flatMap((as) => [undoPercent(as), undoBackslashes(as)])];

const undoRuns =
  (run: RegExp, bytesOf: (run: string) => Buffer): Undo =>
  (text) =>
    Array.from(text.matchAll(run), ([found]) => bytesOf(found).toString()).join("\n");

/** What is sought may begin anywhere in a longer run of base64 or hex, so a run is read from each of its first characters. */
const DECODE: Undo[] = [
  (text) => text.replaceAll("+", " "),
  ...[0, 1, 2, 3].map((start) =>
    undoRuns(/[\w+/\s-]{8,}/g, (run) => Buffer.from(run.replace(/\s/g, "").slice(start), "base64")),
  ),
  ...[0, 1].map((start) =>
    undoRuns(/(?:0x|[\da-f\s:,-]){12,}/gi, (run) => Buffer.from(run.replace(/0x|[^\da-f]/gi, "").slice(start), "hex")),
  ),
  undoRuns(/\d{1,3}(?:[\s,]+\d{1,3}){5,}/g, (run) => Buffer.from(run.split(/[\s,]+/).map(Number))),
];

function undone(texts: string[], undos: readonly Undo[]): Set<string> | undefined {
  const found = new Set(texts);
  let length = 0;
  // What is added to a set while it is iterated over is visited too. No undoing makes a text longer, so this ends.
  for (const text of found) {
    length += text.length;
    if (length > MAX_READ) {
      return undefined;
    }
    for (const undo of undos) {
      found.add(undo(text));
    }
  }
  return found;
}

/** A text and all that comes of it when escapes are undone, of whatever kind, until nothing changes. Undefined: too many. */
export const unescapings = (text: string) => undone([text], UNESCAPE);

/** These texts and all that comes of them when escapes and encodings are undone, until nothing changes. Undefined: too many. */
export const readings = (texts: string[]) => undone(texts, [...UNESCAPE, ...DECODE]);
