import type { FastifyRequest } from "fastify";
import { MAX_DEPTH, parseJson, type JsonObject, type JsonValue } from "../json";
import { EMULATOR_RULE, Problem } from "../response";
import { RESOURCE_NAME, type DocumentSchema } from "../service/schema";
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

/**
 * A request as its operation takes it, or the Problem that refuses it. Looked at in this order: names in the path (400),
 * query (400), media type (415), JSON (400). Whether the object exists is the operation's to say.
 */
export function readCall(
  { recorded, params, query }: FastifyRequest,
  schema: DocumentSchema,
  mediaType: string | undefined,
): Call {
  for (const [parameter, name] of Object.entries(params as Strings)) {
    if (!RESOURCE_NAME.test(name)) {
      throw new Problem(400, `The path parameter ${parameter} must match ${RESOURCE_NAME.source}.`);
    }
  }
  const numbers = readQuery(schema, query);
  const names = Object.values(params as Strings) as Call["names"];
  const body = mediaType === undefined ? undefined : readJson(recorded, mediaType);
  return { names, query: numbers, body, rawBody: recorded.rawBody };
}

/** The parameters of a query. Digits are a number; all else is a string, which no parameter may be. Throws the Problem that refuses it. */
export function readQuery(schema: DocumentSchema, query: unknown): Call["query"] {
  const read = Object.entries(query as Strings).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]);
  return schema.read(Object.fromEntries(read) as JsonObject, "query") as Call["query"];
}

/** The body of a request that must have this media type. Throws the Problem that refuses it. */
export function readJson(request: Pick<OpenRequest, "headers" | "body" | "rawBody">, mediaType: string): JsonValue {
  const { headers, body, rawBody } = request;
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
    const tooDeep = `The body is nested more than ${MAX_DEPTH} levels deep ${EMULATOR_RULE}.`;
    throw new Problem(400, parseJson(rawBody, Infinity) === undefined ? "The body is not JSON." : tooDeep);
  }
  return body;
}
