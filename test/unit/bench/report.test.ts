import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readResults, writeResult, type Result } from "../../../bench/lib/results";
import { renderReport } from "../../../bench/lib/report";
import type { Budget, Suite } from "../../../bench/lib/suite";

const budget = (promise: string, rest: Partial<Budget>): Budget => ({
  ...{ measure: "create", size: 100, ours: "ours", atMost: 1, promise },
  ...rest,
});

const suite: Suite = {
  ...{ name: "groups", title: "Groups", description: "Two ways.", reference: "bare" },
  measures: { create: "ms", requests: "requests" },
  subjects: { ours: { title: "`ours`" }, bare: { title: "bare resource" } },
  sizes: { full: [100], quick: [10] },
  budgets: [
    budget("`up` is fast", { against: "bare", atMost: 0.9 }),
    budget("`up` is faster", { against: "bare", atMost: 0.8 }),
    budget("`up` is fastest", { against: "bare", atMost: 0.1 }),
    budget("no request", { measure: "requests", atMost: 0 }),
    budget("`up` scales", { size: 1000, against: "bare" }),
  ],
  sample: () => Promise.resolve({}),
};

const at = (measure: string, subject: string, size: number, values: number[]) => ({
  ...{ measure, subject, size, values, unit: measure === "requests" ? ("requests" as const) : ("ms" as const) },
});

const result: Result = {
  ...{ name: "groups", title: "Groups", description: "Two ways.", reference: "bare", quick: false },
  subjects: { ours: "`ours`", bare: "bare resource" },
  date: "2026-03-04T05:06:07.000Z",
  machine: { cpu: "A Processor", cores: 2, memory: 16, os: "A System, x64" },
  revision: { commit: "abc1234", dirty: false },
  load: { start: 0.1, end: 1.5 },
  versions: { Node: "20.20.2", OpenTofu: "1.2.3" },
  figures: [
    at("create", "ours", 100, [900, 850]),
    at("create", "bare", 100, [1000, 1100]),
    at("requests", "ours", 100, [0, 0]),
    at("create", "ours", 10, [300]),
    at("create", "bare", 10, [200]),
  ],
};

const render = (over: Partial<Result> = {}) => renderReport([{ ...result, ...over }], [suite]);

it("the report has a row for each size and subject, with medians, their range, and the ratios to the reference", () => {
  expect(render()).toContain(
    [
      "| size | subject | create | requests |",
      "| --: | --- | --: | --: |",
      "| 10 | `ours` | 300 ms; **1.50x** |  |",
      "| 10 | bare resource (reference) | 200 ms |  |",
      "| 100 | `ours` | 875 ms (850 ms–900 ms); **0.84x (0.77x–0.90x)** | 0 |",
      "| 100 | bare resource (reference) | 1.05 s (1 s–1.1 s) |  |",
    ].join("\n"),
  );
});

it("the report has every budget: promise, what was measured and allowed, and how it came out", () => {
  expect(
    render()
      .split("\n")
      .filter((line) => line.includes("groups: ")),
  ).toEqual([
    "| `up` is fast | groups: create | `ours` | 100 | 0.84x (0.77x–0.90x) | 0.90x | held |",
    "| `up` is faster | groups: create | `ours` | 100 | 0.84x (0.77x–0.90x) | 0.80x | **inconclusive** |",
    "| `up` is fastest | groups: create | `ours` | 100 | 0.84x (0.77x–0.90x) | 0.10x | **missed** |",
    "| no request | groups: requests | `ours` | 100 | 0 | 0 | held |",
    "| `up` scales | groups: create | `ours` | 1,000 |  | 1.00x | not measured |",
  ]);
});

it.each<[sentence: string, over: Partial<Result>, told: string]>([
  [
    "when, where and with what it was measured",
    {},
    "2026-03-04; revision abc1234; load average 0.1 at the start, 1.5 at the end; rounds: 1 to 2; " +
      "A Processor, 2 cores, 16 GB, A System, x64; Node 20.20.2, OpenTofu 1.2.3.",
  ],
  [
    "what was not committed",
    { revision: { commit: "abc1234", dirty: true } },
    "abc1234 with changes that are not committed;",
  ],
  ["what is not known", { revision: undefined, load: undefined }, "2026-03-04; revision not known; rounds:"],
  ["a quick run", { quick: true }, "A quick run, which is no measurement, of 2026-03-04;"],
])("the report says %s", (_, over, told) => {
  expect(render(over)).toContain(told);
});

it("results come back from disk as they were, a figure a line, in the order of the suites", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-results-"));
  try {
    const suites = [suite, { ...suite, name: "jobs" }];
    expect(readResults(path.join(folder, "none"), suites)).toEqual([]);
    writeResult(folder, { ...result, name: "jobs" });
    writeResult(folder, result);
    expect(readResults(folder, suites)).toEqual([result, { ...result, name: "jobs" }]);
    expect(readFileSync(path.join(folder, "groups.json"), "utf8")).toContain(
      `\n    ${JSON.stringify(result.figures[0])},\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
