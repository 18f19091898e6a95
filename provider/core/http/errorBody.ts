import { STATUS_CODES } from "node:http";
import { isJsonObject } from "../../../common/json";
import { MAX_SEARCHED, quote, repeatedCredential, WITHHELD, type SecretTexts } from "../secrets/redaction";

/** Returns the standard phrase of an HTTP status, such as `Not Found`, or an empty text if there is none. */
function phraseOf(status: number | undefined): string {
  return STATUS_CODES[status ?? 0] ?? "";
}

/** Returns a status with its standard phrase, such as `404 Not Found`. The phrase that the service sent is not used. */
export function statusLine(status: number | undefined): string {
  return `${status ?? ""} ${phraseOf(status)}`.trim();
}

/**
 * Describes the body of an error response in one line. JSON is described by its `title` and `detail` (RFC 9457) and its list of
 * `errors`, otherwise by its `message` or `error`, otherwise as a whole. A page is described by its title or its text. Any other
 * body is its own description. Returns an empty text if the body only repeats the status, and withholds a body that repeats a
 * credential. It never throws.
 */
export function describeBody(status: number, text: string | undefined, secrets: SecretTexts): string {
  const body = (text ?? "").replace(/^\ufeff/, "").trim();
  const described = body.startsWith("<") ? describeHtml(body, secrets) : describeText(body, status);
  const line = quote(described, secrets).replace(/[.:;\s]+$/, "");
  return repeatsStatus(line, status) ? "" : line;
}

/** Returns the letters and digits of a text alone, so that texts can be compared without their punctuation. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toUpperCase();
}

const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Replaces the character references of HTML. */
function undoHtml(text: string): string {
  const references = /&(?:#(\d{1,7}|x[\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));?/gi;
  return text.replace(references, (_, code: string | undefined, name: string) => {
    const point = Number(`0${code}`);
    const character = point <= 0x10ffff ? point : 0xfffd;
    return code ? String.fromCodePoint(character) : NAMED[name.toLowerCase() as keyof typeof NAMED];
  });
}

function repeatsStatus(text: string, status: number): boolean {
  return [phraseOf(status), statusLine(status)].some((phrase) => lettersOf(phrase) === lettersOf(text));
}

function describeHtml(body: string, secrets: SecretTexts): string {
  const page = body.slice(0, MAX_SEARCHED);
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(page)?.[1]?.trim();
  if (title) {
    return undoHtml(title);
  }
  // The page would be cut here, and part of a secret could stand at the cut.
  if (body.length > MAX_SEARCHED) {
    return "";
  }
  // The tags are removed below, and part of a secret could go with them.
  const name = repeatedCredential(page, secrets);
  if (name !== undefined) {
    return WITHHELD + name;
  }
  return undoHtml(page.replace(/<(script|style)\b[^]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " "));
}

function describeText(body: string, status: number): string {
  try {
    const value: unknown = JSON.parse(body);
    const compact = JSON.stringify(value);
    return describeJson(value, status) || (["{}", "[]", "null"].includes(compact) ? "" : compact);
  } catch {
    // The body is not JSON, or it is nested too deep.
    return body;
  }
}

function describeJson(value: unknown, status: number): string {
  if (typeof value === "string") {
    return value;
  }
  if (!isJsonObject(value)) {
    return Array.isArray(value) ? describeErrors(value) : "";
  }
  const { title, detail, message, error } = value;
  const parts = [title, detail, describeErrors(value["errors"] ?? value["invalid-params"])];
  const texts = parts.filter((part) => typeof part === "string" && part !== "") as string[];
  const problem = withoutRepeats(texts.filter((text) => !repeatsStatus(text, status))).join(": ");
  const found = [problem, describeJson(message, status), describeJson(error, status), ...texts];
  return found.find((text) => text !== "" && !repeatsStatus(text, status)) ?? found.find((text) => text !== "") ?? "";
}

/** Leaves out each text that another one holds. Punctuation and case do not count. */
function withoutRepeats(texts: string[]): string[] {
  const letters = texts.map(lettersOf);
  return texts.filter(
    (_, i) => !letters.some((other, j) => other.includes(letters[i] ?? "") && (other !== letters[i] || j < i)),
  );
}

/** Describes a list of errors, or the value in its place. */
function describeErrors(errors: unknown): string {
  return [...new Set([errors ?? []].flat().map(describeError))].join("; ");
}

/** Describes one error: `{ pointer: "/replicas", detail: "too many" }` becomes `/replicas: too many`. */
function describeError(error: unknown): string {
  const { pointer, field, name, detail, message, reason }: { [key: string]: unknown } = isJsonObject(error)
    ? error
    : { message: error };
  const subject = pointer ?? field ?? name;
  const rule = detail ?? message ?? reason;
  if (typeof rule !== "string") {
    return JSON.stringify(error);
  }
  return typeof subject === "string" && subject !== "" && !rule.startsWith(subject) ? `${subject}: ${rule}` : rule;
}

/** Describes a body that is not JSON by its media type and its title or text. */
export function describeForeignBody(
  status: number,
  contentType: string | string[] | undefined,
  text: string | undefined,
  secrets: SecretTexts,
): string {
  const mediaType = quote([contentType].flat()[0] ?? "not given", secrets, 100);
  const content = quote(describeBody(status, text, secrets), secrets, 200);
  const details = [mediaType && `media type ${mediaType}`, content && JSON.stringify(content)];
  const shown = details.filter((detail) => detail && !detail.includes(WITHHELD));
  return `it is not JSON${shown.length > 0 ? ` (${shown.join(", ")})` : ""}`;
}
