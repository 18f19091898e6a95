import type { Json, JsonObject } from "../json/json";
import { isJsonObject, isUnknown, setOwn } from "../json/object";
import { ADDITIONAL_MEMBERS } from "../schema/wireNames";
import { memberAt, type Member } from "../schema/members";
import type { SecretPaths } from "./secretPaths";
import { wireNodeAt, wireRoot, type WireNode } from "./wireSecrecy";

/** Why a value is kept out of sight: the schema says so, or the program marks it secret. */
export type SecretReason = "credential" | "sensitive" | "marked";

/** What the schema says of a value, and by which names it is asked about the values inside. */
interface SchemaContext extends WireNode {
  names: "program" | "wire";
}

function contextBelow(context: SchemaContext, key: PropertyKey): SchemaContext {
  const { member, secrecy, names } = context;
  if (names === "wire") {
    return { ...wireNodeAt(context, key), names };
  }
  const child = memberAt(member, key);
  // Its members are those of the arguments around it, by their names on the wire.
  return child?.name === ADDITIONAL_MEMBERS
    ? { ...context, names: "wire" }
    : { member: child, secrecy: secrecy ?? child?.secrecy, names };
}

/**
 * The arguments with every value that could be a credential replaced by what `replace` gives for it. `null`, which says that something
 * is removed, and values that are not known yet stay.
 */
export function mapSecrets(
  args: JsonObject,
  schema: Member,
  secretPaths: SecretPaths,
  replace: (value: Json, reason: SecretReason) => Json,
): Json {
  const map = (value: Json, context: SchemaContext, path: PropertyKey[]): Json => {
    if (isUnknown(value) || value === null) {
      return value;
    }
    if (secretPaths.has(path)) {
      return replace(value, "marked");
    }
    if (Array.isArray(value)) {
      return value.map((inner, index) => map(inner, contextBelow(context, index), [...path, index]));
    }
    if (isJsonObject(value)) {
      const mapped: JsonObject = {};
      for (const [key, child] of Object.entries(value)) {
        setOwn(mapped, key, map(child, contextBelow(context, key), [...path, key]));
      }
      return mapped;
    }
    return context.secrecy === undefined ? value : replace(value, context.secrecy);
  };
  return map(args, { ...wireRoot(schema), names: "program" }, []);
}
