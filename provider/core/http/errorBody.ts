import { STATUS_CODES } from "node:http";
import { isJsonObject } from "../../../common/json";
import { MAX_SEARCHED, quote, repeatedCredential, WITHHELD, type SecretTexts } from "../secrets/redaction";

/** The standard phrase of an HTTP status, such as `Not Found`; empty for a status that has none. */
function phraseOf(status: number | undefined): string {
  return STATUS_CODES[status ?? 0] ?? "";
}

/** `404 Not Found`: by the status alone, whatever phrase or body came with it. */
export function statusLine(status: number | undefined): string {
  return `${status ?? ""} ${phraseOf(status)}`.trim();
}

/**
 * What the service says in the body of an error response, in one line: of JSON its `title` and `detail` (RFC 9457) with its
 * list of `errors`, else its `message` or `error`, else the whole of it; of a page its title or text; else the text as it is.
 * Empty when it says nothing, or only repeats the status; withheld when it repeats a credential. Never throws.
 */
export function describeBody(status: number, text: string | undefined, secrets: SecretTexts): string {
  const body = (text ?? "").replace(/^\ufeff/, "").trim();
  const described = body.startsWith("<") ? describeHtml(body, secrets) : describeText(body, status);
  const line = quote(described, secrets).replace(/[.:;\s]+$/, "");
  return repeatsStatus(line, status) ? "" : line;
}

/** Letters and digits alone, without accents and case: what is left of a text however it is punctuated. */
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
  // Part of a secret may be left where the page is cut, or go with the tags.
  if (body.length > MAX_SEARCHED) {
    return "";
  }
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
    // It is no JSON, or nested too deep.
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

/** Leaves out what another of the texts says too, in whatever punctuation. */
function withoutRepeats(texts: string[]): string[] {
  const letters = texts.map(lettersOf);
  return texts.filter(
    (_, i) => !letters.some((other, j) => other.includes(letters[i] ?? "") && (other !== letters[i] || j < i)),
  );
}

/** A list of errors, or what stands in its place. */
function describeErrors(errors: unknown): string {
  return [...new Set([errors ?? []].flat().map(describeError))].join("; ");
}

/** One of them: `{ pointer: "/replicas", detail: "too many" }` → `/replicas: too many`. */
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
