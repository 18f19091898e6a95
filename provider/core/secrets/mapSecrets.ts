import type { Json, JsonObject } from "../json/json";
import { isJsonObject } from "../../../common/json";
import { isUnknown, setOwn } from "../json/object";
import type { Annotation } from "../schema/annotation";
import { memberAt, type Member } from "../schema/members";
import { ADDITIONAL_MEMBERS } from "../schema/wireNames";
import { MASK } from "./redaction";
import { secrecyByName } from "./secretNames";
import type { SecretPaths } from "./secretPaths";

/** Why a value is kept out of sight: the schema says so, or the program marks it secret. */
export type SecretReason = "credential" | "sensitive" | "marked";

interface Position {
  /** What the schema says of the value; undefined in additional members. */
  member: Member | undefined;
  isAdditional: boolean;
  /** What is inside a secret value is secret, too. */
  secrecy: Annotation["secrecy"];
}

function positionBelow({ member, isAdditional, secrecy }: Position, key: PropertyKey, schema: Member): Position {
  if (isAdditional) {
    return { member, isAdditional, secrecy: secrecy ?? secrecyByName(key, schema) };
  }
  const child = memberAt(member, key);
  return child?.name === ADDITIONAL_MEMBERS
    ? { member: undefined, isAdditional: true, secrecy }
    : { member: child, isAdditional, secrecy: secrecy ?? child?.secrecy };
}

/**
 * The arguments with every value that could be a credential masked, or replaced by what `replace` gives for it. `null`, which says that something
 * is removed, and values that are not known yet stay.
 */
export function mapSecrets(
  args: JsonObject,
  schema: Member,
  secretPaths: SecretPaths,
  replace: (value: Json, reason: SecretReason, path: readonly PropertyKey[]) => Json = () => MASK,
): Json {
  const map = (value: Json, position: Position, path: PropertyKey[]): Json => {
    if (isUnknown(value) || value === null) {
      return value;
    }
    if (secretPaths.has(path)) {
      return replace(value, "marked", path);
    }
    if (Array.isArray(value)) {
      return value.map((inner, index) => map(inner, positionBelow(position, index, schema), [...path, index]));
    }
    if (isJsonObject(value)) {
      const mapped: JsonObject = {};
      for (const [key, child] of Object.entries(value)) {
        setOwn(mapped, key, map(child, positionBelow(position, key, schema), [...path, key]));
      }
      return mapped;
    }
    return position.secrecy === undefined ? value : replace(value, position.secrecy, path);
  };
  return map(args, { member: schema, isAdditional: false, secrecy: undefined }, []);
}
