import type { z } from "zod";
import { COUNTRY_CODES as EMULATOR_CODES } from "../../../../emulator/service/containerGroupSchema";
import type { Json, JsonObject } from "../../../../common/json";
import { membersOf, type Member } from "../../../../provider/core/schema/members";
import {
  containerGroupArguments,
  containerGroupObserved,
  containerGroupUpdate,
  fleetGroupObserved,
} from "../../../../provider/core/schema/containerGroup";
import { COUNTRY_CODES } from "../../../../provider/core/schema/countryCodes";
import {
  inferenceEndpointJob,
  iterateArguments,
  listArguments,
} from "../../../../provider/core/schema/inferenceEndpointJob";
import { queueArguments, queueObserved } from "../../../../provider/core/schema/queue";
import { queueJobArguments, queueJobObserved } from "../../../../provider/core/schema/queueJob";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";
import { validate } from "../../../../provider/core/check/validation";

const broken = (schema: z.ZodType, args: JsonObject): string[] =>
  validate(args, schema, new SecretPaths([])).map((failure) => failure.replace(/: .*/, ""));

const text = (length: number): string => "a".repeat(length);

type Limit = [subject: string, schema: z.ZodType, base: JsonObject, member: string, allowed: Json[], refused: Json[]];
const group = { name: "web" };
const queue = { name: "frames" };
const listing = { inferenceEndpointName: "detect" };
const NAMES = {
  allowed: ["ab", text(63), "a-1", "a--b"],
  refused: ["", "a", text(64), "1a", "-a", "a-", "aB", "a_b", "a b", "ä1", "ab\n", null, 5],
};

// The limits of what is sent are held beside the emulator's, in emulatorMatchesSchema.
describe("limits of arguments that are not sent in a body, at both edges:", () => {
  test.each<Limit>([
    ["resource names", containerGroupArguments, {}, "name", NAMES.allowed, NAMES.refused],
    ["organization names", containerGroupArguments, group, "organizationName", NAMES.allowed, NAMES.refused],
    ["project names", queueArguments, queue, "projectName", NAMES.allowed, NAMES.refused],
    ["queue names", queueJobArguments, { input: null }, "queueName", NAMES.allowed, NAMES.refused],
    ["endpoint names", listArguments, {}, "inferenceEndpointName", NAMES.allowed, NAMES.refused],
    ["a page", listArguments, listing, "page", [1, 2147483647], [0, -1, 2147483648, 1.5, "1", null]],
    ["a page's size", listArguments, listing, "pageSize", [1, 100], [0, 101, 1.5, null]],
    ["the number of jobs", iterateArguments, listing, "maxItems", [1, 1e9], [0, -1, 1.5]],
    ["a profile", containerGroupArguments, group, "profile", ["e", text(200)], ["", text(201), null, 5]],
    ["a listing's profile", listArguments, listing, "profile", ["e", text(200)], ["", text(201), null, 5]],
    ["an action on destroy", containerGroupArguments, group, "onDestroy", [{}, { replicas: 0 }], [null, [], "0"]],
  ])("%s", (_, schema, base, member, allowed, refused) => {
    for (const value of allowed) {
      expect([value, broken(schema, { ...base, [member]: value })]).toEqual([value, []]);
    }
    for (const value of refused) {
      const paths = broken(schema, { ...base, [member]: value });
      expect([value, paths.length > 0 && paths.every((path) => path.startsWith(member))]).toEqual([value, true]);
    }
  });

  // prettier-ignore
  const fields = (member: Member, path: string[] = []): [string, Member][] =>
    [...member.members.values()].flatMap((child) => [[[...path, child.name].join("."), child], ...fields(child, [...path, child.name])]);
  const takesNull = (path: string) => {
    const args = path.split(".").reduceRight<Json>((inner, name) => ({ [name]: inner }), null) as JsonObject;
    return broken(containerGroupArguments, { ...group, ...args }).length === 0;
  };

  test("null unsets every field of an update but objects that are patched field by field", () => {
    const refused = fields(membersOf(containerGroupUpdate)).filter(([path]) => !takesNull(path));
    expect(refused.map(([path]) => path)).toEqual([
      "container",
      "container.environmentVariables",
      "container.logging",
      "container.registryAuthentication",
      "container.resources",
      "networking",
    ]);
    expect(refused.filter(([, { neverNull }]) => !neverNull)).toEqual([]);
    expect(takesNull("container.environmentVariables.GONE")).toBe(true);
    expect(takesNull("container.registryAuthentication.basic")).toBe(true);
  });
});

test("there are the 249 country codes of section 2.14, each once", () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249);
  expect(COUNTRY_CODES).toHaveLength(249);
  // The emulator's list was taken from the interface by another hand.
  expect([...COUNTRY_CODES].sort()).toEqual([...EMULATOR_CODES].sort());
});

const many = (count: number, value: Json): Json => Array.from({ length: count }, () => value);

// They are read leniently: what the schema says of them is documented, and no more.
describe("what the API says of responses:", () => {
  // prettier-ignore
  test.each<[subject: string, schema: z.ZodType, member: string, allowed: Json[], refused: Json[]]>([
    ["the status of a job", queueJobObserved, "status", ["pending", "running", "succeeded", "cancelled", "failed"], ["", "done"]],
    ["the events of a job", queueJobObserved, "events", [[], many(1000, {})], [many(1001, {})]],
    ["the events of a listed job", inferenceEndpointJob, "events", [many(1000, {})], [many(1001, {})]],
    ["the groups of a queue", queueObserved, "containerGroups", [[], many(100, {})], [many(101, {})]],
    ["the length of a queue", queueObserved, "currentQueueLength", [0, 2147483647], [-1, 2147483648]],
    ["the restart policy of a group", containerGroupObserved, "restartPolicy", ["always", "on_failure", "never"], ["", "once"]],
    ["the country codes of a group", containerGroupObserved, "countryCodes", [many(500, "de")], [many(501, "de")]],
    ["the version of a group", containerGroupObserved, "version", [1, 2147483647], [0, 2147483648]],
    ["the replicas of a group in a fleet", fleetGroupObserved, "replicas", [0, 500], [-1, 501]],
  ])("%s", (_, schema, member, allowed, refused) => {
    const isOf = (value: Json) => schema.safeParse({ [member]: value }).success;
    expect(allowed.filter((value) => !isOf(value))).toEqual([]);
    expect(refused.filter(isOf)).toEqual([]);
  });
});
