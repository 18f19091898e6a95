import { formatPath } from "../../common/path";
import { UNKNOWN_MARKERS, SIGNATURE_KEY } from "../../common/pulumiMarkers";
import { equalJson, type Json, type JsonObject } from "../../provider/core/json/json";
import { describeType } from "../../provider/core/json/describeValue";
import { getOwn, isEmpty, isJsonObject } from "../../provider/core/json/object";
import { isStructure } from "../../provider/core/patch/mergePatch";
import type { Member } from "../../provider/core/schema/members";
import { programPath } from "../../provider/core/schema/wireNames";
import { mask } from "../../provider/core/secrets/redaction";
import { emptyObject, LABEL, type Description, type ObjectDescription } from "./description";
import { looksLikeCredential, looksLikeSecretArgument, looksSecret } from "./looksSecret";

/** What is taken for a secret beside what the schema and the looks of a value say. */
export interface SecretRules {
  /** All values of environment variables are. */
  environment: boolean;
  /** A text that no output may hold, such as the API key. */
  known: string;
}

/** Where a value stands that has no fields of its own. */
type Place =
  { in: "object" } | { in: "element" } | { in: "map"; key: string } | { in: "list"; before: Json | undefined };

/** Whether there is nothing to declare. */
function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === "object" && isEmpty(value));
}

/** Whether a response may have left it out, or blanked it, although the service has it. */
function isHidden({ writeOnly, secrecy }: Member, value: Json | undefined): boolean {
  return secrecy === "credential" ? isAbsent(value) || value === "" : writeOnly === true && isAbsent(value);
}

/** Whether a program can say the text: Pulumi loses some. */
const isCarriable = (text: string): boolean => text.isWellFormed() && !UNKNOWN_MARKERS.has(text);

/** Whether it can be a field's name: JavaScript has another use for one, and Pulumi for another. */
const isCarriableName = (name: string): boolean =>
  name.isWellFormed() && name !== SIGNATURE_KEY && name !== "__proto__";

/** Reads one response by the schema of the update, so that what it makes can be sent again. */
class ResponseReader {
  readonly #response: JsonObject;
  readonly #body: Member;
  readonly #rules: SecretRules;

  constructor(response: JsonObject, body: Member, rules: SecretRules) {
    this.#response = response;
    this.#body = body;
    this.#rules = rules;
  }

  read(): ObjectDescription {
    return this.#object(this.#body, this.#response, "object") ?? emptyObject();
  }

  #object(member: Member, shown: JsonObject, place: "object" | "element"): ObjectDescription | undefined {
    const { fields, notes, kind } = emptyObject();
    const hidden: string[] = [];
    for (const child of member.members.values()) {
      const value = this.#shownOf(child, shown);
      if (isHidden(child, value)) {
        // Of credentials that belong together, the service may have these alone.
        hidden.push(...(member.secrecy === "credential" ? [] : [child.name]));
      } else if (value !== undefined && value !== null && !this.#isDefault(child, value)) {
        const mover = this.#moverOf(child);
        if (mover !== undefined) {
          notes.push(`${child.name}: ${JSON.stringify(value)}, which is not declared: ${mover} moves it.`);
        } else {
          this.#field(fields, notes, child.name, this.#value(child, value, { in: place }), value);
        }
      }
    }
    if (fields.size === 0 && notes.length === 0) {
      return undefined;
    }
    return { kind, fields, notes: hidden.length > 0 ? [...notes, hiddenNote(hidden)] : notes };
  }

  /** What a response shows of a field. What a structure holds may stand elsewhere, even if the structure itself is not shown. */
  #shownOf(child: Member, shown: JsonObject): Json | undefined {
    if (child.readAs !== undefined) {
      return getOwn(this.#response, child.readAs);
    }
    const value = getOwn(shown, child.wire);
    return isAbsent(value) && child.kind === "object" && isStructure(child) ? {} : value;
  }

  /** Adds a field, or says why it cannot be declared. */
  #field(
    fields: ObjectDescription["fields"],
    notes: string[],
    name: string,
    description: Description | "unusable" | undefined,
    value: Json,
  ): void {
    if (description === "unusable" || !isCarriableName(name)) {
      notes.push(
        `${formatPath([name])} is not declared: the response shows ${describeType(value)} that cannot be declared.`,
      );
    } else if (description !== undefined) {
      fields.set(name, description);
    }
  }

  #value(member: Member, value: Json, place: Place): Description | "unusable" | undefined {
    switch (member.kind) {
      case "object":
        return isJsonObject(value)
          ? this.#object(member, value, place.in === "list" ? "element" : "object")
          : "unusable";
      case "map":
        return isJsonObject(value) ? this.#map(member, value) : "unusable";
      case "array":
        return Array.isArray(value) ? this.#list(member, value) : "unusable";
      case "leaf":
        return this.#leaf(member, value, place);
    }
  }

  #map(member: Member, shown: JsonObject): ObjectDescription | undefined {
    const { fields, notes, kind } = emptyObject();
    for (const [key, value] of Object.entries(shown)) {
      if (value !== null && member.element !== undefined) {
        this.#field(fields, notes, key, this.#value(member.element, value, { in: "map", key }), value);
      }
    }
    return fields.size > 0 || notes.length > 0 ? { kind, fields, notes } : undefined;
  }

  /** A list is declared whole or not at all: an update replaces it, and with it what the schema does not show of its elements. */
  #list({ element }: Member, values: readonly Json[]): Description | "unusable" | undefined {
    if (values.length === 0) {
      return undefined;
    }
    const elements = values.map(
      (value, index) => element && this.#value(element, value, { in: "list", before: values[index - 1] }),
    );
    const isWhole = (description: Description | "unusable" | undefined, index: number): description is Description => {
      if (description === undefined || description === "unusable") {
        return false;
      }
      const shown = Object.values(values[index] ?? {}).filter((value) => value !== null);
      return description.kind !== "object" || description.fields.size === shown.length;
    };
    return elements.every(isWhole) ? { kind: "list", elements } : "unusable";
  }

  #leaf(member: Member, value: Json, place: Place): Description | "unusable" {
    const isDigits = member.type === "number" && typeof value === "string" && /^-?\d+$/.test(value);
    const read = isDigits ? Number(value) : value;
    if (typeof read !== member.type || typeof read === "object") {
      return "unusable";
    }
    if (typeof read !== "string") {
      return { kind: "value", value: read as number | boolean };
    }
    return isCarriable(read)
      ? { kind: this.#isSecret(member, read, place) ? "secret" : "value", value: read }
      : "unusable";
  }

  #isSecret(member: Member, value: string, place: Place): boolean {
    if (value === "") {
      return false;
    }
    if (mask(value, this.#rules.known) !== value) {
      return true;
    }
    const isLabel = place.in === "element" && member.name === LABEL;
    if (member.secrecy === "sensitive" && place.in === "map") {
      return this.#rules.environment || looksSecret(place.key, value);
    }
    if (member.secrecy !== undefined && !isLabel) {
      return true;
    }
    const before = place.in === "list" && typeof place.before === "string" ? place.before : undefined;
    return place.in === "list" ? looksLikeSecretArgument(value, before) : looksLikeCredential(value);
  }

  #isDefault({ defaultsTo }: Member, value: Json): boolean {
    return defaultsTo !== undefined && equalJson(value, getOwn(this.#response, defaultsTo));
  }

  /** The field that makes the service move this one by itself. */
  #moverOf({ movedBy = [] }: Member): string | undefined {
    const mover = movedBy.find((wire) => {
      const value = getOwn(this.#response, wire);
      return value === true || (isJsonObject(value) && !isEmpty(value));
    });
    return mover && formatPath(programPath([mover], this.#body));
  }
}

function hiddenNote(names: readonly string[]): string {
  const listed = new Intl.ListFormat("en", { type: "conjunction" }).format(names);
  const rest =
    names.length > 1 ? "They are not declared, so they stay as they are." : "It is not declared, so it stays as it is.";
  return `The response does not show ${listed}. ${rest}`;
}

/** All that a response shows of what an update can change. What is absent, `null` or empty is not declared. */
export function readResponse(response: JsonObject, body: Member, rules: SecretRules): ObjectDescription {
  return new ResponseReader(response, body, rules).read();
}
