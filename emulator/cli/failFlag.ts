import { faultOf } from "../http/faultDocument";
import type { Fault } from "../http/faults";

type Document = Record<string, unknown>;

const number = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text);

/** What a fault can be given on the command line, and the part of a fault's document that it is. */
const FIELDS: Readonly<Record<string, (value: string) => Document>> = {
  times: (value) => ({ times: number(value) }),
  after: (value) => ({ after: number(value) }),
  method: (method) => ({ match: { method } }),
  path: (path) => ({ match: { path } }),
  status: (value) => ({ status: number(value) }),
  "retry-after": (value) => ({ headers: { "retry-after": value } }),
  delay: (value) => ({ delay_ms: number(value) }),
  members: (value) => ({ members: value.split("+") }),
  processed: () => ({ processed: true }),
};

/** Reads `503,times=2,method=PATCH`: a kind of fault, or the status of one, and fields. Throws a TypeError for what it does not know. */
export function readFault(text: string): Fault {
  const [kind = "", ...given] = text.split(",");
  const document: Document = /^\d+$/.test(kind) ? { kind: "status", status: Number(kind) } : { kind };
  for (const each of given) {
    const [name = "", ...value] = each.split("=");
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (field === undefined) {
      throw new TypeError(`"${name}" is none of ${Object.keys(FIELDS).join(", ")}`);
    }
    const { match, ...part } = field(value.join("="));
    Object.assign(document, part, match && { match: { ...(document["match"] as object), ...(match as object) } });
  }
  return faultOf(document);
}
