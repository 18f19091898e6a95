import { z } from "zod";
import { memberAt, membersOf, wireMemberAt, type Member } from "../../../../provider/core/schema/members";
import { containerGroupArguments, containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { inferenceEndpointJob } from "../../../../provider/core/schema/inferenceEndpointJob";
import { queueJobArguments } from "../../../../provider/core/schema/queueJob";

const group = membersOf(containerGroupUpdate);

/** The group's, described by the test that asks. */
const describedAnew = (): Member => membersOf(z.object(containerGroupUpdate.shape));

const at = (root: Member, ...path: string[]): Member | undefined => path.reduce<Member | undefined>(memberAt, root);

test("a schema is described once", () => {
  expect(membersOf(containerGroupUpdate)).toBe(group);
});

// prettier-ignore
test.each<[sentence: string, path: string[], expected: Partial<Member>]>([
  ["a plain member has the plain defaults", ["replicas"], { wire: "replicas", kind: "leaf", type: "number", unset: null }],
  ["a name of several words is snake_case on the wire", ["countryCodes"], { wire: "country_codes", kind: "array" }],
  ["two members are spelt with hyphens", ["scalingActions"], { wire: "scaling-actions", unset: [] }],
  ["scheduled scaling is unset to false", ["scheduledScalingEnabled"], { wire: "scheduled-scaling-enabled", unset: false }],
  ["the container is a structure", ["container"], { entity: undefined, kind: "object" }],
  ["environment variables are a map", ["container", "environmentVariables"], { kind: "map", entity: undefined }],
  ["a variable may be any name", ["container", "environmentVariables", "constructor"], { type: "string" }],
  ["what is inside a secret member is secret", ["container", "registryAuthentication", "basic", "password"], { secrecy: "credential" }],
  ["a variable's value is sensitive", ["container", "environmentVariables", "A"], { secrecy: "sensitive" }],
  ["the value of a logging header is one, as the list is", ["container", "logging", "http", "headers", "0", "value"], { secrecy: "credential" }],
  ["that of a probe's header may be one", ["livenessProbe", "http", "headers", "0", "value"], { secrecy: "sensitive" }],
  ["its neighbour is not", ["container", "logging", "axiom", "dataset"], { secrecy: undefined }],
])("%s", (_, path, expected) => {
  const member = at(describedAnew(), ...path) as Member;
  const stated = Object.fromEntries(Object.keys(expected).map((key) => [key, member[key as keyof Member]]));
  expect(stated).toEqual(expected);
});

test("a field is found by either name, and a user's key as it is", () => {
  expect(wireMemberAt(group, "scaling-actions")).toBe(memberAt(group, "scalingActions"));
  expect(wireMemberAt(group, "scalingActions")).toBeUndefined();
  expect(memberAt(group, "scaling-actions")).toBeUndefined();
  const variables = at(group, "container", "environmentVariables");
  expect(wireMemberAt(variables, "myName")).toBe(memberAt(variables, "myName"));
});

test("what holds the rest of an object has no name on the wire", () => {
  const item = membersOf(z.object(inferenceEndpointJob.shape));
  expect(memberAt(item, "additionalMembers")?.rest).toBe("all");
  expect([...item.byWire.keys()]).toEqual([...item.members.values()].flatMap(({ rest, wire }) => (rest ? [] : [wire])));
  expect(wireMemberAt(item, "additional_members")).toBeUndefined();
  expect(wireMemberAt(item, "webhook_url")?.name).toBe("webhookUrl");
});

test("an element is found by its index, and nothing inside any JSON", () => {
  expect(memberAt(memberAt(group, "scalingActions"), 0)?.kind).toBe("object");
  expect(at(membersOf(queueJobArguments), "input", "deep")).toBeUndefined();
  expect(at(membersOf(containerGroupArguments), "additionalMembers", "networking", "port")).toBeUndefined();
  expect(memberAt(undefined, "any")).toBeUndefined();
});

test.each(["constructor", "__proto__", "toString"])("what every object has is no member: %s", (name) => {
  expect(memberAt(group, name)).toBeUndefined();
  expect(wireMemberAt(group, name)).toBeUndefined();
});

test("any JSON and a JSON object are told apart", () => {
  const job = membersOf(queueJobArguments);
  expect([at(job, "input")?.type, at(job, "metadata")?.kind]).toEqual(["json", "map"]);
});

test("a kind of schema that nothing here knows is refused, not guessed", () => {
  expect(() => membersOf(z.object({ when: z.date() }))).toThrow(/the schema uses date/);
});
