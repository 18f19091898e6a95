/** What stands in a message in place of a value that could be a credential. */
export const MASK = "[secret]";

/** Shorter texts occur in any text by chance. */
export const MIN_SECRET_LENGTH = 8;

const MAX_QUOTED = 500;

/** Only so much of a text is searched and quoted. */
export const MAX_SEARCHED = 20_000;

/** Begins what stands in a message in place of a text of the service that repeats a credential; its name follows. */
export const WITHHELD = "the service's message is withheld: it repeats ";

/** What must not be shown where a text of the service repeats it. */
export interface SecretTexts {
  /** Credentials and what the program marks secret, with the names that an error may call them by. */
  credentials: readonly { text: string; name: string }[];
  /** Values that are probably none, such as those of environment variables. */
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

/** A text and what it says where it is JSON-escaped or percent-encoded, up to twice: a service may quote what it quotes. */
function decodings(text: string): Set<string> {
  const once = [undoJson, undoPercent, undoForm].map((undo) => undo(text));
  return new Set([text, ...once, ...once.flatMap((each) => [undoJson(each), undoPercent(each)])]);
}

/** The part of a text's base64 that is the same whatever stands around it, for each of the three ways to begin in a group. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}

/**
 * The name of the first credential of 8 characters or more that a text repeats: as it is, JSON-escaped, percent-encoded or in
 * base64. Of one that is longer than any quote, its start counts.
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
 * credential is withheld whole, and plain values are masked, before it is cut, so that no part of them is left at the cut.
 */
export function quote(text: string, secrets: SecretTexts, limit = MAX_QUOTED): string {
  const searched = text.slice(0, MAX_SEARCHED);
  const name = repeatedCredential(searched, secrets);
  if (name !== undefined) {
    return WITHHELD + name;
  }
  const line = oneLine(searched);
  if (searched.length < text.length && line.length < MAX_SEARCHED / 2) {
    // What little is left of a very long text may end in part of a secret that was cut.
    return "";
  }
  const masked = maskPlain(line, secrets.plain);
  return masked.length <= limit
    ? masked
    : `${masked
        .slice(0, limit)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`;
}

/** Replaces a secret in words of our own, which should not hold it: the last line of defence. */
export function mask(text: string, secret: string): string {
  return isLong(secret) ? text.replaceAll(secret, MASK) : text;
}
