import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { stringify } from "lossless-json";
import { isJsonObject, type JsonObject, type JsonValue } from "../json";
import { mergePatch } from "../mergePatch";
import { EMULATOR_RULE, pointerStep, Problem, type Violation } from "../response";

/** A JSON Schema (draft 7). Its `description`, where there is one, is the text for what breaks it. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly [keyword: string]: unknown;
}

/** Rules that the API does not show: what breaks them is told from what breaks the API's. */
export function emulatorRule(rule: Schema): Schema {
  return { ...rule, $comment: EMULATOR_RULE };
}

/** An object with these fields and no others. */
export function object(properties: Readonly<Record<string, Schema>>, rules: Schema = {}): Schema {
  return { type: "object", properties, additionalProperties: false, ...rules };
}

/** An object that the emulator takes only with all of `required`. */
export function entity(required: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema {
  return object({ ...required, ...optional }, { allOf: [emulatorRule({ required: Object.keys(required) })] });
}

/** The rule for resource names. */
export const RESOURCE_NAME = /^[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export const resourceName: Schema = { type: "string", pattern: RESOURCE_NAME.source };
export const string: Schema = { type: "string" };
/** Marks a value that the log, the page and the admin API never show. */
export const SECRET = "x-secret";
export const secret: Schema = { type: "string", format: "password", [SECRET]: true };
export const nonEmpty: Schema = { type: "string", allOf: [emulatorRule({ minLength: 1 })] };
export const boolean: Schema = { type: "boolean" };
export const integer: Schema = {
  type: "integer",
  allOf: [emulatorRule({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })],
};
export const port: Schema = { type: "integer", allOf: [emulatorRule({ minimum: 1, maximum: 65535 })] };
export const uuid: Schema = { type: "string", format: "uuid" };
export const timestamp: Schema = { type: "string", format: "date-time" };
export const displayName: Schema = { type: "string", minLength: 2, maxLength: 63, pattern: "^[ ,-.0-9A-Za-z]+$" };

/** What the schema takes, and null. */
export function nullable(schema: Schema): Schema {
  const { type, enum: values } = schema as { type: string; enum?: readonly unknown[] };
  return { ...schema, type: [type, "null"], ...(values && { enum: [...values, null] }) };
}

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  $data: true,
  ownProperties: true,
  strictTypes: false,
  formats: {
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    "date-time": (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
    uri: (text: string) => URL.canParse(text),
    password: true,
  },
  keywords: [SECRET],
});

/** How a document is judged. */
interface Judging {
  /** Lets fields through that no schema knows, whatever they hold. */
  acceptUnknownMembers?: boolean;
  /** What the fields are of, as refusals say it. Default: the API. */
  of?: string;
}

/** The schema of a document: what a request's body, a stored object or a seed must be. It is compiled when it is first asked for. */
export class DocumentSchema {
  #compiled: { document: ValidateFunction; names: ValidateFunction } | undefined;

  /** `of` is what the fields are of, as refusals say it; default: the API. */
  constructor(
    readonly schema: Schema,
    readonly of?: string,
  ) {}

  get #validate() {
    return (this.#compiled ??= { document: ajv.compile(this.schema), names: ajv.compile(namesOf(this.schema)) });
  }

  /** A request's body or query as it is. Throws the 400 Problem that lists every violation. */
  read(value: JsonValue | undefined, what: "body" | "query" = "body"): JsonObject {
    const found = violations(this.#validate.document, value, { of: this.of });
    if (found.length > 0) {
      throw Problem.invalid(what, found);
    }
    return value as JsonObject;
  }

  /**
   * What a merge patch makes of a stored document. Throws the 400 Problem that lists every violation: fields of the patch
   * that are unknown, even when it removes them, and whatever is wrong with the document that it would make.
   */
  patch(stored: JsonObject, patch: JsonValue | undefined, options?: Judging): JsonObject {
    if (!isJsonObject(patch)) {
      throw Problem.invalid("body", [{ pointer: "", detail: "must be object" }]);
    }
    const patched = mergePatch(stored, patch) as JsonObject;
    const found = firstOfEachPointer([
      ...violations(this.#validate.names, patch, options),
      ...violations(this.#validate.document, patched, options),
    ]);
    if (found.length > 0) {
      throw Problem.invalid("body", found);
    }
    return patched;
  }

  /** A seed as a document of its own. Throws a TypeError that lists what is wrong with it. */
  seed(what: string, seed: unknown, options?: Judging): JsonObject {
    // Through JSON text: the document shares nothing with the seed, and `undefined` members are gone.
    const document = JSON.parse(stringify(seed) ?? "null") as JsonObject;
    const found = violations(this.#validate.document, document, { of: this.of, ...options });
    if (found.length > 0) {
      throw new TypeError(`${what}: ${found.map(({ pointer, detail }) => `${pointer} ${detail}`.trim()).join("; ")}`);
    }
    return document;
  }
}

function violations(validate: ValidateFunction, value: unknown, options: Judging = {}): Violation[] {
  validate(value);
  const errors = (validate.errors ?? []).filter(
    ({ keyword, schemaPath }) =>
      // What each alternative asks for is said by the description of them all.
      !schemaPath.includes("/oneOf/") && !(keyword === "additionalProperties" && options.acceptUnknownMembers),
  );
  return firstOfEachPointer(errors.map((error) => violation(error, options.of)));
}

/** The names that a patch may have: no types, no limits, nothing required. Those are judged after the merge. */
function namesOf({ properties = {}, additionalProperties: others = true }: Schema): Schema {
  return {
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, namesOf(schema)])),
    additionalProperties: typeof others === "object" ? namesOf(others) : others,
  };
}

function violation({ instancePath, keyword, params, message, parentSchema }: ErrorObject, of?: string): Violation {
  const {
    missingProperty,
    additionalProperty,
    allowedValues = [],
  } = params as {
    missingProperty?: string;
    additionalProperty?: string;
    allowedValues?: string[];
  };
  const below = (name: string): string => instancePath + pointerStep(name);
  if (additionalProperty !== undefined) {
    const detail = of === undefined ? `is not a field of the API ${EMULATOR_RULE}` : `is not a field of ${of}`;
    return { pointer: below(additionalProperty), detail };
  }
  const { description, $comment } = parentSchema as { description?: string; $comment?: string };
  const own = $comment === EMULATOR_RULE ? ` ${EMULATOR_RULE}` : "";
  if (missingProperty !== undefined) {
    return { pointer: below(missingProperty), detail: `is required${own}` };
  }
  const listed =
    keyword === "enum" && allowedValues.length < 20 ? `must be one of ${allowedValues.join(", ")}` : message;
  return { pointer: instancePath, detail: `${description ?? listed}${own}` };
}

/** One violation a field: a rule of the API rather than one of the emulator. */
function firstOfEachPointer(violations: readonly Violation[]): Violation[] {
  const first = new Map<string, Violation>();
  for (const each of violations) {
    const other = first.get(each.pointer);
    if (other === undefined || (other.detail.endsWith(EMULATOR_RULE) && !each.detail.endsWith(EMULATOR_RULE))) {
      first.set(each.pointer, each);
    }
  }
  return [...first.values()];
}
