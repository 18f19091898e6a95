import type { Json, JsonObject } from "../json/json";
import { isJsonObject, setOwn } from "../json/object";
import { isUnknown } from "../json/unknown";
import { ADDITIONAL_MEMBERS } from "../schema/additionalMembers";
import { memberAt, wireMemberAt, type Member } from "../schema/members";
import type { SecretPaths } from "./secretPaths";

/** Why a value is kept out of sight: the schema says so, or the program marks it secret. */
export type SecretReason = "credential" | "sensitive" | "marked";

/** What the schema says of a value, and by which names it is asked about the values inside. */
interface SchemaContext {
  member: Member | undefined;
  memberOf: (parent: Member | undefined, key: string) => Member | undefined;
}

function contextBelow({ member, memberOf }: SchemaContext, key: string): SchemaContext {
  const child = memberOf(member, key);
  // Its members are those of the arguments around it, by their names on the wire.
  const isAdditional = key === ADDITIONAL_MEMBERS && child?.type === "json";
  return isAdditional ? { member, memberOf: wireMemberAt } : { member: child, memberOf };
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
    if (isUnknown(value) || value === null || value === undefined) {
      return value;
    }
    if (secretPaths.has(path)) {
      return replace(value, "marked");
    }
    if (Array.isArray(value)) {
      const element = { ...context, member: context.member?.element };
      return value.map((inner, index) => map(inner, element, [...path, index]));
    }
    if (isJsonObject(value)) {
      const mapped: JsonObject = {};
      for (const [key, child] of Object.entries(value)) {
        setOwn(mapped, key, map(child, contextBelow(context, key), [...path, key]));
      }
      return mapped;
    }
    const secrecy = context.member?.secrecy;
    return secrecy === undefined ? value : replace(value, secrecy);
  };
  return map(args, { member: schema, memberOf: memberAt }, []);
}
