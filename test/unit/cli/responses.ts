import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { getOwn, isEmpty, setOwn } from "../../../provider/core/json/object";
import type { Member } from "../../../provider/core/schema/members";

/** The values of fields that take few, by their rule. */
const FEW: [rule: RegExp, values: readonly string[]][] = [
  [/^one of /, ["high", "batch"]],
  [/alpha-2/, ["de", "fr", "us"]],
  [/UUID/, ["6f1f8a1e-0000-4000-8000-00000000000a"]],
  [/2 to 63/, ["Web renderer, 2.0", "Other"]],
];

/** Keys and texts that have a meaning of their own in JavaScript, in the formatter or for who looks for secrets. */
const NOTABLE = [
  "TOKEN",
  "a.b",
  "constructor",
  "new",
  "1",
  "01",
  "x".repeat(76),
  "it's",
  '"q"',
  "`${x}`",
  "\\",
  "a\nb",
];

function leaf(member: Member, text: fc.Arbitrary<string>): fc.Arbitrary<Json> {
  if (member.type === "number") {
    return fc.integer({ min: 0, max: 500 });
  }
  if (member.type === "boolean") {
    return fc.boolean();
  }
  const [, few] = FEW.find(([rule]) => rule.test(member.rule ?? "")) ?? [];
  if (few !== undefined) {
    return fc.constantFrom(...few);
  }
  const any = fc.oneof(fc.constantFrom(...NOTABLE), text);
  // A credential that is blank is one that the service does not show.
  return member.secrecy === "credential" ? any.filter((shown) => shown !== "") : any;
}

function value(member: Member, text: fc.Arbitrary<string>, whole = false): fc.Arbitrary<Json> {
  switch (member.kind) {
    case "object": {
      const model = [...member.members.values()].map((child) => [child.wire, value(child, text)] as const);
      // The order of a response's fields is the service's.
      return fc
        .record(Object.fromEntries(model), whole ? {} : { requiredKeys: [] })
        .map((made) => ({ ...made }) as JsonObject);
    }
    case "map": {
      const key = fc
        .oneof(fc.constantFrom(...NOTABLE), text)
        .map((name) => name.slice(0, 40))
        .filter((name) => name !== "__proto__" && name.isWellFormed());
      return fc.dictionary(key, value(member.element as Member, text), { maxKeys: 3 }).map((made) => ({ ...made }));
    }
    case "array":
      return fc.array(value(member.element as Member, text, true), { minLength: 1, maxLength: 3 });
    case "leaf":
      return leaf(member, text);
  }
}

/** What a service may respond with for an object of this schema, as far as an update can change it. */
export function responseOf(body: Member, text: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> {
  return fc.record({ shown: value(body, text), priority: fc.constantFrom("high", "low", null) }).map((made) => ({
    ...(made.shown as JsonObject),
    priority: made.priority,
    name: "web",
  }));
}

/** The value without empty objects and `null`; undefined where nothing is left. */
export function pruned(value: Json): Json | undefined {
  if (value === null || (isJsonObject(value) && isEmpty(value))) {
    return undefined;
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const left: JsonObject = {};
  for (const key of Object.keys(value)) {
    const inner = pruned(getOwn(value, key) ?? null);
    if (inner !== undefined) {
      setOwn(left, key, inner);
    }
  }
  return isEmpty(left) ? undefined : left;
}
