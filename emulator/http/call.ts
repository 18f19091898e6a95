import { isDeeperThan, type JsonObject, type JsonValue } from "../json";
import { EMULATOR_RULE, Problem } from "../response";
import { DocumentSchema, object, RESOURCE_NAME } from "../service/schema";
import type { OpenRequest } from "./requestLog";

type Strings = Readonly<Record<string, string>>;

/** What an operation works on: checked names and query, and the body as it came. */
export interface Call {
  /** In the order of the path: an organization's, a project's where the path has one, and the object's own. */
  names: [string, string, string];
  query: Readonly<Record<string, number>>;
  body: JsonValue | undefined;
  rawBody: string;
}

/** What a request to an operation must be. */
export interface CallRules {
  /** The only media type of the body; `undefined` for an operation without one. */
  mediaType?: string;
  /** Default: no parameters. */
  query?: DocumentSchema;
}

const MAX_DEPTH = 500;
const NO_QUERY = new DocumentSchema(object({}));

/**
 * A request as its operation takes it, or the Problem that refuses it. Looked at in this order: names in the path (400),
 * query (400), media type (415), JSON (400). Whether the object exists is the operation's to say.
 */
export function readCall(rules: CallRules, request: OpenRequest, params: unknown, query: unknown): Call {
  for (const [parameter, name] of Object.entries(params as Strings)) {
    if (!RESOURCE_NAME.test(name)) {
      throw new Problem(400, `The path parameter ${parameter} must match ${RESOURCE_NAME.source}.`);
    }
  }
  // Digits are a number; all else is a string, which no parameter may be.
  const read = Object.entries(query as Strings).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]);
  const { query: schema = NO_QUERY } = rules;
  const numbers = schema.read(Object.fromEntries(read) as JsonObject, "query") as Call["query"];
  if (rules.mediaType !== undefined) {
    checkBody(request, rules.mediaType);
  }
  const names = Object.values(params as Strings) as Call["names"];
  return { names, query: numbers, body: request.body, rawBody: request.rawBody };
}

function checkBody({ headers, body }: OpenRequest, mediaType: string): void {
  const [given, ...parameters] = String(headers["content-type"] ?? "")
    .split(";")
    .map((part) => part.trim());
  if (given?.toLowerCase() !== mediaType) {
    throw new Problem(415, `The body must be sent as ${mediaType}.`, { accept: mediaType });
  }
  if (!parameters.every((part) => /^charset="?utf-8"?$/i.test(part))) {
    const detail = `The body's media type may have no parameter but charset=utf-8 ${EMULATOR_RULE}.`;
    throw new Problem(415, detail, { accept: mediaType });
  }
  if (body === undefined) {
    throw new Problem(400, "The body is not JSON.");
  }
  if (isDeeperThan(body, MAX_DEPTH)) {
    const detail = `must not be nested more than ${MAX_DEPTH} levels deep ${EMULATOR_RULE}`;
    throw Problem.invalid("body", [{ pointer: "", detail }]);
  }
}
