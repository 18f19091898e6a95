import fc from "fast-check";
import type { Json, JsonObject } from "../../common/json";
import type { Member } from "../../provider/core/schema/members";

const key = fc.constantFrom("A", "B", "PATH", "a.b", "a/b", "constructor");

/** Any JSON value from a small world, so that two of them are often alike. */
export const smallJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(0, 1, "x", "y", true, false),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
})).value;

function leaf(member: Member): fc.Arbitrary<Json> {
  switch (member.type) {
    case "number":
      return fc.constantFrom<Json>(0, 1, 2);
    case "boolean":
      return fc.boolean();
    case "json":
      return smallJson;
    default:
      return fc.constantFrom<Json>("x", "y", "z");
  }
}

function value(member: Member): fc.Arbitrary<Json> {
  switch (member.kind) {
    case "object":
      return members(member);
    case "map":
      return fc.dictionary(key, orNull(member.element as Member), { maxKeys: 3 });
    case "array":
      return fc.array(value(member.element as Member), { maxLength: 2 });
    case "leaf":
      return leaf(member);
  }
}

const orNull = (member: Member): fc.Arbitrary<Json> =>
  fc.oneof({ arbitrary: value(member), weight: 6 }, { arbitrary: fc.constant(null), weight: 1 });

function members(member: Member): fc.Arbitrary<JsonObject> {
  const model = Object.fromEntries([...member.members.values()].map((child) => [child.wire, orNull(child)]));
  return fc.record(model, { requiredKeys: [] }).map((made) => ({ ...made }) as JsonObject);
}

/** Any body that a program could declare, in wire form, with additional members beside the typed ones. */
export const body = (schema: Member): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(members(schema), fc.dictionary(fc.constantFrom("new_member", "other"), smallJson, { maxKeys: 2 }))
    .map(([typed, additional]) => ({ ...additional, ...typed }));

/** Anything that a service could have stored: bodies, and members that nobody declares. */
export const remote = (schema: Member): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(body(schema), fc.dictionary(fc.constantFrom("version", "owner", "container"), smallJson))
    .map(([a, b]) => ({ ...b, ...a }));
