import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { orderIn, runSuite, type Plan } from "../../../bench/lib/rounds";
import type { Sample, Suite } from "../../../bench/lib/suite";
import type { Tools } from "../../../bench/lib/tools";

let folder: string;
let taken: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "bench-rounds-"));
  taken = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const suite = (over: Partial<Suite> = {}): Suite => ({
  ...{ name: "groups", title: "Groups", description: "", reference: "bare", budgets: [] },
  subjects: { bare: { title: "bare" }, ours: { title: "ours" } },
  measures: { create: "ms" },
  sizes: { full: [20, 10], quick: [5] },
  rounds: { full: 2, quick: 1 },
  sample: ({ subject, size, folder: own }: Sample) => {
    expect(readdirSync(own)).toEqual([]);
    taken.push(`${size} ${subject}`);
    return Promise.resolve({ create: taken.length });
  },
  ...over,
});

const measure = (of: Suite, plan: Plan = { quick: false }) => runSuite(of, plan, { folder } as Tools, () => {});

it("each subject begins a round as often as the others", () => {
  expect([0, 1, 2, 3].map((round) => orderIn(round, ["a", "b", "c"]).join(""))).toEqual(["abc", "bca", "cab", "abc"]);
});

it("a warm-up round at the smallest size counts for nothing, and each size then has its rounds, the subjects in turn", async () => {
  const figures = await measure(suite());
  const rounds = ["bare", "ours", "ours", "bare"];
  expect(taken).toEqual([
    "10 bare",
    "10 ours",
    ...rounds.map((each) => `10 ${each}`),
    ...rounds.map((each) => `20 ${each}`),
  ]);
  expect(figures).toEqual([
    { measure: "create", unit: "ms", size: 10, subject: "bare", values: [3, 6] },
    { measure: "create", unit: "ms", size: 10, subject: "ours", values: [4, 5] },
    { measure: "create", unit: "ms", size: 20, subject: "bare", values: [7, 10] },
    { measure: "create", unit: "ms", size: 20, subject: "ours", values: [8, 9] },
  ]);
});

it("a size that takes long has half the rounds, and a subject none above its largest", async () => {
  const subjects = { bare: { title: "bare", upTo: 10 }, ours: { title: "ours" } };
  const figures = await measure(suite({ large: 20, rounds: { full: 5, quick: 1 }, subjects }));
  expect(figures.map(({ size, subject, values }) => [size, subject, values.length])).toEqual([
    [10, "bare", 5],
    [10, "ours", 5],
    [20, "ours", 3],
  ]);
});

it.each<[sentence: string, plan: Plan, expected: string[]]>([
  ["a quick run has the suite's own rounds and sizes for that", { quick: true }, ["5: 1", "5: 1"]],
  ["the command line names rounds and sizes", { quick: false, rounds: 3, sizes: [7] }, ["7: 3", "7: 3"]],
])("%s", async (_, plan, expected) => {
  const figures = await measure(suite(), plan);
  expect(figures.map(({ size, values }) => `${size}: ${values.length}`)).toEqual(expected);
});
