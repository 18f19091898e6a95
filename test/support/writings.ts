/** A way in which programs write a string into a text that others read. */
export type Writing = (text: string) => string;

const hexOf = (bytes: Iterable<number>, prefix: string) =>
  Array.from(bytes, (byte) => prefix + byte.toString(16).padStart(2, "0")).join("");

const escapeEach = (text: string, which: RegExp, escape: (character: string) => string) => text.replace(which, escape);

const unit = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

const codePoint = (character: string) => character.codePointAt(0) ?? 0;

const json: Writing = (text) => JSON.stringify(text).slice(1, -1);

const html: Writing = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

const PRINTABLE = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** Quotes as Go and Python do: `\x` for characters below `limit`; `plain` leaves letters and symbols of any language. */
const quoted =
  (short: Record<string, string>, limit: number, plain: boolean): Writing =>
  (text) =>
    escapeEach(text, /[^]/gu, (character) => {
      const code = codePoint(character);
      if (short[character] !== undefined) {
        return short[character];
      }
      if (/[ -~]/.test(character) || (plain && PRINTABLE.test(character))) {
        return character;
      }
      if (code < limit) {
        return hexOf([code], "\\x");
      }
      return code < 0x10000 ? unit(character) : `\\U${code.toString(16).padStart(8, "0")}`;
    });

const GO = { "\n": "\\n", "\t": "\\t", "\x07": "\\a", "\v": "\\v", '"': '\\"', "\\": "\\\\" };
const PYTHON = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "'": "\\'", "\\": "\\\\" };

const bytesOf = (text: string) => Buffer.from(text, "utf8");

/** Every writing that a secret must be found in, by its name. */
export const WRITINGS: Record<string, Writing> = {
  JSON: json,
  "JSON with escaped slashes": (text) => json(text).replaceAll("/", "\\/"),
  "JSON of ASCII alone": (text) => escapeEach(json(text), /[^\x20-\x7e]/g, unit),
  "JSON made safe for HTML": (text) => escapeEach(json(text), /[<>&]/g, unit),
  "JavaScript's code points": (text) =>
    escapeEach(json(text), /[^\x20-\x7e]/gu, (character) => `\\u{${codePoint(character).toString(16)}}`),
  "Go's %q": quoted(GO, 0x80, true),
  "Go's %+q": quoted(GO, 0x80, false),
  "Go's list of bytes": (text) => `[${[...bytesOf(text)].join(" ")}]`,
  "Python's repr": quoted(PYTHON, 0x100, true),
  "Python's ascii": quoted(PYTHON, 0x100, false),
  "Python's repr of bytes": (text) =>
    [...bytesOf(text)]
      .map((byte) => {
        const character = String.fromCharCode(byte);
        if (/[\\']/.test(character)) {
          return `\\${character}`;
        }
        return /[ -~]/.test(character) ? character : hexOf([byte], "\\x");
      })
      .join(""),
  "C's octal escapes": (text) => [...bytesOf(text)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""),
  HTML: html,
  "HTML with decimal references": (text) =>
    escapeEach(text, /[^a-z0-9]/giu, (character) => `&#${codePoint(character)};`),
  "HTML with hexadecimal references": (text) =>
    escapeEach(text, /[^]/gu, (character) => `&#x${codePoint(character).toString(16).toUpperCase()};`),
  "a URL": (text) => encodeURIComponent(text),
  "a URL in lower case": (text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
  "a URL, with its delimiters as they are": (text) => encodeURI(text),
  "a URL, all of it": (text) => hexOf(bytesOf(text), "%"),
  "a form": (text) => new URLSearchParams([["", text]]).toString().slice(1),
  "JavaScript's escape": (text) => escape(text),
  base64: (text) => bytesOf(text).toString("base64"),
  "base64 in lines": (text) => bytesOf(text).toString("base64").replace(/.{13}/g, "$&\n"),
  "base64 for URLs": (text) => bytesOf(text).toString("base64url"),
  "a Basic credential": (text) => `Basic ${bytesOf(`u:${text}`).toString("base64")}`,
  "a longer Basic credential": (text) => `Basic ${bytesOf(`user:${text}\n`).toString("base64")}`,
  hex: (text) => bytesOf(text).toString("hex"),
  "hex in capitals": (text) => bytesOf(text).toString("hex").toUpperCase(),
  "a hex dump": (text) => hexOf(bytesOf(text), " "),
  "a list of hex bytes": (text) => hexOf(bytesOf(text), ", 0x"),
};
