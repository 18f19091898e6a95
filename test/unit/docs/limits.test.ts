import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import * as schema from "../../support/schema";
import { membersOf } from "../../../provider/core/schema/members";
import { ROOT } from "../../support/dynamicProvider";

const FOLDER = path.join(ROOT, "docs", "reference");

/** What the doc comments of a type say of its fields, from the page that is generated of them. */
function comments(type: string): Map<string, string> {
  const pages = readdirSync(FOLDER).map((page) => readFileSync(path.join(FOLDER, page), "utf8"));
  const section = pages.flatMap((page) => page.split(/^## /m)).find((text) => text.startsWith(`${type}\n`)) ?? "";
  const rows = [...section.matchAll(/^\| `(\w+)\??` *\| .* \| (.*?) *\|$/gm)];
  return new Map(rows.map(([, field = "", comment = ""]) => [field, comment]));
}

/** The ranges that a text names: `0 to 500`, `at most 100`. What a program cannot exceed is no range. */
const rangesIn = (text: string) =>
  [...text.matchAll(/\d+ to \d+|at most \d+/g)].map(([range]) => range).filter((range) => !range.endsWith("740991"));

const NAMES = "the same rule for names";

function rangesOf(type: string, declared: z.ZodType): [field: string, said: string[], rule: string[]][] {
  const { members } = membersOf(declared);
  return [...comments(type)]
    .filter(([field, comment]) => members.has(field) && !comment.includes(NAMES))
    .map(([field, comment]) => [field, rangesIn(comment), rangesIn(members.get(field)?.rule ?? "")]);
}

test.each<[type: string, declared: z.ZodType]>([
  ["ContainerGroupArgs", schema.containerGroupArguments],
  ["ContainerGroupUpdateArgs", schema.containerGroupUpdate],
  ["ContainerGroupFleetGroupArgs", schema.containerGroupUpdate],
  ["ContainerGroupFleetArgs", schema.containerGroupFleetArguments],
  ["QueueArgs", schema.queueArguments],
  ["QueueJobArgs", schema.queueJobArguments],
  ["ListInferenceEndpointJobsArgs", schema.listArguments],
  ["IterateInferenceEndpointJobsArgs", schema.iterateArguments],
])("the doc comments of %s name exactly the ranges that are checked", (type, declared) => {
  const ranges = rangesOf(type, declared).filter(([field]) => field !== "groups");
  expect(ranges.length).toBeGreaterThan(1);
  expect(ranges.map(([field, said]) => [field, said])).toEqual(ranges.map(([field, , rule]) => [field, rule]));
});

test.each<[type: string, observed: z.ZodType]>([
  ["ContainerGroupObserved", schema.containerGroupObserved],
  ["ContainerGroupFleetObserved", schema.fleetGroupObserved],
  ["QueueObserved", schema.queueObserved],
  ["QueueJobObserved", schema.queueJobObserved],
  ["InferenceEndpointJob", schema.inferenceEndpointJob],
])("the doc comments of %s name no range that the schema does not have", (type, observed) => {
  const ranges = rangesOf(type, observed);
  expect(ranges.length).toBeGreaterThan(3);
  expect(ranges.filter(([, said, rule]) => said.some((range) => !rule.includes(range)))).toEqual([]);
});
