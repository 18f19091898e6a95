import { quote, redact } from "./redaction";
import { phraseOf } from "./status";

/**
 * What the service says in the body of an answer that is no success, in one line without any of the secrets: JSON of any
 * shape (RFC 7807 among them), HTML or text. Empty when it says nothing, or only repeats the status. Never throws.
 */
export function sayingOf(status: number, text: string | undefined, secrets: readonly string[]): string {
  const phrase = phraseOf(status).toLowerCase();
  const body = (text ?? "").replace(/^\ufeff/, "").trim();
  const said = body.startsWith("<") ? sayingOfHtml(redact(body.slice(0, 20_000), secrets)) : sayingOfJson(body, phrase);
  const line = quote(said, secrets).replace(/[.:;\s]+$/, "");
  return line.toLowerCase() === phrase ? "" : line;
}

function sayingOfHtml(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();
  const text = title || html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "");
}

function sayingOfJson(body: string, phrase: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return say(value, phrase, 8) || (value === null || isEmpty(value) ? "" : JSON.stringify(value));
  } catch {
    return body;
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Members that tell what is wrong, in the order in which they are told; names are compared without case, - and _. */
const TELLING = "title message msg error errordescription faultstring detail details description reason errors".split(
  " ",
);

/** Members that tell which member of the request an entry of a list is about. */
const PLACES = "field pointer path property param parameter loc location name source".split(" ");

function say(value: unknown, phrase: string, depth: number): string {
  if (typeof value === "string") {
    return value.trim();
  }
  if (typeof value !== "object" || value === null || depth === 0) {
    return "";
  }
  if (Array.isArray(value)) {
    return list(value.slice(0, 10).map((item) => sayPlaced(item, phrase, depth - 1)));
  }
  const members = new Map(Object.entries(value).map(([key, member]) => [plain(key), member as unknown]));
  const parts = TELLING.map((key) => {
    const member = members.get(key);
    const byField = key === "errors" && typeof member === "object" && member !== null && !Array.isArray(member);
    return (byField ? sayByField(member, phrase, depth - 1) : say(member, phrase, depth - 1)).replace(/[.:;\s]+$/, "");
  });
  const told = parts.filter((part) => part !== "" && part.toLowerCase() !== phrase);
  if (parts.some((part) => part !== "")) {
    return [...new Set(told)].join(": ") || phrase;
  }
  return list(Object.values(value).map((member) => (typeof member === "string" ? "" : say(member, phrase, depth - 1))));
}

/** An entry of a list: `{ field: "replicas", message: "too many" }` → `replicas: too many`. */
function sayPlaced(item: unknown, phrase: string, depth: number): string {
  const said = say(item, phrase, depth);
  if (said === "" || typeof item !== "object" || item === null || Array.isArray(item)) {
    return said;
  }
  const places = Object.entries(item).filter(([key]) => PLACES.includes(plain(key)));
  const place = [places[0]?.[1] as unknown].flat().filter((step) => ["string", "number"].includes(typeof step));
  return place.length > 0 ? `${place.join(".")}: ${said}` : said;
}

function sayByField(fields: object, phrase: string, depth: number): string {
  return list(
    Object.entries(fields).map(([field, member]) => {
      const said = say(member, phrase, depth);
      return said && `${field}: ${said}`;
    }),
  );
}

function list(parts: string[]): string {
  return parts.filter((part) => part !== "").join("; ");
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, "");
}
