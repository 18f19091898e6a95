import { readings, unescapings } from "./readings";

/** What stands in a message in place of a value that could be a credential. */
export const MASK = "[secret]";

/** Shorter strings occur in any text by chance. */
const MIN_SECRET_LENGTH = 6;

/** A quote is never longer, so what begins like a longer secret for so many characters tells as much as the whole. */
const MAX_QUOTED = 500;

/** Only so much of a text is searched and quoted. What stands at its end is far beyond the end of any quote. */
export const MAX_SEARCHED = 20_000;

/** What stands in a message in place of a text of the service that repeats a secret. */
export const WITHHELD = "the service's message is withheld: it repeats a secret";

/** Letters and digits alone, without accents and case: what is left of a text however it is quoted and set. */
export function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toUpperCase();
}

/**
 * Whether a text repeats a secret of 6 characters or more, in whatever writing: escapes and encodings are undone, and what
 * is left is compared by letters and digits. Where a text has more layers than can be undone, it is said to hold one.
 */
export function holdsSecret(text: string, secrets: Iterable<string>): boolean {
  const texts = readings([text, oneLine(text)]);
  if (texts === undefined) {
    return true;
  }
  const plain = [...texts].join("\n");
  const letters = [...texts].map(lettersOf).join("\n");
  const holds = (form: string) => {
    const sought = lettersOf(form);
    return isLong(sought) ? letters.includes(sought) : isLong(form) && plain.includes(form);
  };
  // A secret may itself look like an escape. One of more layers than can be undone is sought as it is.
  const formsOf = (secret: string) => {
    const start = secret.slice(0, MAX_QUOTED);
    return [...(unescapings(start) ?? [start])];
  };
  return [...new Set(secrets)].some((secret) => isLong(secret) && formsOf(secret).some(holds));
}

const isLong = (secret: string) => secret.length >= MIN_SECRET_LENGTH;

/** Makes a text of one line: colour codes, control and invisible characters go, runs of white space become one space. */
export function oneLine(text: string): string {
  return text
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, "")
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

/**
 * Makes a text of the service fit for a message: one line of at most `limit` characters, cut with "…". One that repeats a
 * secret is withheld whole, which is decided before it is cut, so that no part of a secret is left at the cut.
 */
export function quote(text: string, secrets: Iterable<string>, limit = MAX_QUOTED): string {
  const searched = text.slice(0, MAX_SEARCHED);
  if (holdsSecret(searched, secrets)) {
    return WITHHELD;
  }
  const line = oneLine(searched);
  if (searched.length < text.length && line.length < MAX_SEARCHED / 2) {
    // What little is left of a very long text may end in part of a secret that was cut.
    return "";
  }
  return line.length <= limit
    ? line
    : `${line
        .slice(0, limit)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`;
}

/** Replaces a secret in words of our own, which should not hold it: the last line of defence. */
export function mask(text: string, secret: string): string {
  return isLong(secret) ? text.replaceAll(secret, MASK) : text;
}
