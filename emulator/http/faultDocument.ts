import { boolean, DocumentSchema, object, string } from "../service/schema";
import { assertSendable, FAULT_KINDS, type Fault } from "./faults";

const count = { type: "integer", minimum: 0, maximum: 2147483647 };

/** A fault as the admin API and the command line take it. */
export const faultDocument = object(
  {
    kind: { type: "string", enum: FAULT_KINDS },
    match: object({ method: string, path: { type: "string", minLength: 1 } }),
    times: {
      oneOf: [{ ...count, minimum: 1 }, { enum: ["always"] }],
      description: 'must be an integer from 1, or "always"',
    },
    after: count,
    status: { type: "integer", minimum: 200, maximum: 599 },
    headers: { type: "object", additionalProperties: string },
    body: {},
    processed: boolean,
    delay_ms: { ...count, maximum: 3_600_000 },
    members: { type: "array", items: string },
  },
  { required: ["kind"] },
);

const schema = new DocumentSchema(faultDocument, "a fault");

/** The fault that a document describes. Throws a TypeError that says what is wrong with it. */
export function faultOf(document: unknown): Fault {
  const { times, delay_ms: delayMs, ...rest } = schema.seed("fault", document);
  const fault = { ...rest, times: times === "always" ? Infinity : times, delayMs } as Fault;
  assertSendable(fault);
  return fault;
}

/** The document that describes a fault, but for what it sends: that may be secret. */
export function documentOfFault({ times, delayMs, match, body, headers, ...fault }: Fault): object {
  return {
    ...fault,
    match: match && { ...match, path: match.path?.toString() },
    times: times === Infinity ? "always" : times,
    delay_ms: delayMs,
    sends: [...(body === undefined ? [] : ["body"]), ...Object.keys(headers ?? {}).map((name) => `header ${name}`)],
  };
}
