import { startOf } from "../json/describeValue";

/** The text that messages show in place of a possible credential. */
export const MASK = "[secret]";

/** Shorter strings occur anywhere by chance. */
export const MIN_SECRET_LENGTH = 8;

const MAX_QUOTED = 500;

/** The rest of a text is not searched or quoted. */
export const MAX_SEARCHED = 20_000;

/** Replaces a message of the service that repeats a credential; the credential's name follows. */
export const WITHHELD = "the service's message is withheld: it repeats ";

/** Strings to hide where a message of the service repeats them. */
export interface SecretTexts {
  /** Credentials and values marked secret, with the names by which an error may mention them. */
  credentials: readonly { text: string; name: string }[];
  /** Values that are probably not secret, such as environment variables. */
  plain: readonly string[];
}

const isLong = (secret: string) => secret.length >= MIN_SECRET_LENGTH;

const undoJson = (text: string) =>
  text.replace(/\\(?:u([\da-fA-F]{4})|([^]))/g, (_, code: string | undefined, escaped: string) => {
    const controls: { [letter: string]: string } = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
    return code ? String.fromCharCode(parseInt(code, 16)) : (controls[escaped] ?? escaped);
  });

const undoPercent = (text: string) =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString());

const undoForm = (text: string) => undoPercent(text.replaceAll("+", " "));

/** A text, also with JSON escapes and percent-encoding undone up to twice, because a service may quote quoted text. */
function decodings(text: string): Set<string> {
  const once = [undoJson, undoPercent, undoForm].map((undo) => undo(text));
  return new Set([text, ...once, ...once.flatMap((each) => [undoJson(each), undoPercent(each)])]);
}

/** The part of a text's base64 that does not depend on its surroundings, for each of the three offsets in a group. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}

/**
 * The name of the first credential of 8 characters or more that a text repeats: as it is, JSON-escaped, percent-encoded
 * or in base64. Of a longer credential only the first 500 characters are looked for.
 */
export function repeatedCredential(text: string, { credentials }: SecretTexts): string | undefined {
  const texts = [...decodings(text), oneLine(text)];
  const encoded = text
    .replace(/\s|\\n|\\r/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  const isRepeated = (secret: string) =>
    [secret, oneLine(secret)].filter(isLong).some((form) => texts.some((each) => each.includes(form))) ||
    base64Forms(secret).some((form) => encoded.includes(form));
  return credentials.find(({ text: secret }) => isLong(secret) && isRepeated(secret.slice(0, MAX_QUOTED)))?.name;
}

const WORD = "[\\p{L}\\p{N}_]";
const isWord = (character: string | undefined) => new RegExp(`^${WORD}$`, "u").test(character ?? "");

/** Replaces plain values of 8 characters or more where they stand as whole words. */
function maskPlain(text: string, plain: readonly string[]): string {
  const forms = plain.flatMap((value) => [oneLine(value), oneLine(JSON.stringify(value).slice(1, -1))]).filter(isLong);
  return [...new Set(forms)]
    .sort((one, other) => other.length - one.length)
    .reduce((masked, value) => {
      const [before, after] = [isWord(value[0]) ? `(?<!${WORD})` : "", isWord(value.at(-1)) ? `(?!${WORD})` : ""];
      const literal = value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
      return masked.replace(new RegExp(before + literal + after, "gu"), MASK);
    }, text);
}

/** A text as one line, without colour codes and invisible characters; runs of white space become one space. */
export function oneLine(text: string): string {
  return text
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, "")
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

/**
 * A text of the service as one line of at most `limit` characters, cut with "…". A text that repeats a credential is
 * withheld whole, and plain values are masked before the cut, so that no part of them is left there.
 */
export function quote(text: string, secrets: SecretTexts, limit = MAX_QUOTED): string {
  const searched = text.slice(0, MAX_SEARCHED);
  const name = repeatedCredential(searched, secrets);
  if (name !== undefined) {
    return WITHHELD + name;
  }
  const line = oneLine(searched);
  if (searched.length < text.length && line.length < MAX_SEARCHED / 2) {
    // The little that is left of a very long text may end in part of a secret.
    return "";
  }
  const masked = maskPlain(line, secrets.plain);
  return masked.length <= limit ? masked : `${startOf(masked, limit).trimEnd()}…`;
}

/** Replaces a secret in a message of our own, which should not hold it: a last defence. */
export function mask(text: string, secret: string): string {
  return isLong(secret) ? text.replaceAll(secret, MASK) : text;
}
