import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { panelsOf } from "../../../bench/lib/panels";
import { renderPlot } from "../../../bench/lib/plot";
import { layoutOf, rowNames, rowsOf, scaleOf } from "../../../bench/lib/plotLayout";
import { renderReport } from "../../../bench/lib/report";
import { readResults, resultOf, writeResult, type Result } from "../../../bench/lib/result";
import type { Sample, Section } from "../../../bench/lib/samples";

const section: Section = {
  name: "groups",
  title: "Groups",
  description: "Two ways.",
  contenders: { ours: "`ours`", bare: "bare resource" },
  budgets: [
    { measure: "create", size: 100, ours: "ours", against: "bare", atMost: 0.8, promise: "`up` is fast" },
    { measure: "requests", size: 100, ours: "ours", atMost: 0, promise: "no request" },
    { measure: "create", size: 1000, ours: "ours", against: "bare", atMost: 1, promise: "`up` scales" },
  ],
  run: () => Promise.resolve([]),
};

const sample = (measure: string, contender: string, size: number, value: number): Sample => ({
  measure,
  contender,
  size,
  unit: measure === "requests" ? "requests" : "ms",
  value,
});

const samples = [
  sample("create", "ours", 100, 900),
  sample("create", "bare", 100, 1000),
  sample("requests", "ours", 100, 0),
  sample("create", "ours", 10, 300),
  sample("create", "bare", 10, 200),
  sample("create", "bare", 100, 1100),
  sample("create", "ours", 100, 850),
];

const surroundings = {
  date: "2026-03-04T05:06:07.000Z",
  machine: { cpu: "A Processor", cores: 2, memory: 16, os: "A System, x64" },
  versions: { Node: "20.20.2", OpenTofu: "1.2.3" },
};
const result = (over: Partial<Section> = {}, quick = false): Result =>
  resultOf({ ...section, ...over }, samples, { plan: { quick, rounds: 2 }, ...surroundings });

/** The lines of the report that hold a text. */
const lines = (report: string, text: string) => report.split("\n").filter((line) => line.includes(text));

describe("the report", () => {
  const report = renderReport([result()]);

  it("has a row for each measure and size: medians, their spread, and the ratio to the reference", () => {
    expect(lines(report, "| create |")).toEqual([
      "| create | 10 | 300 ms **1.50x** | 200 ms |",
      "| create | 100 | 875 ms (850–900 ms) **0.83x** | 1.05 s (1–1.1 s) |",
    ]);
    expect(lines(report, "| requests |")).toEqual(["| requests | 100 | 0 |  |"]);
    expect(report).toContain("| measure | size | `ours` | bare resource |\n| --- | --: | --: | --: |");
  });

  it("has every budget: promise, measured, allowed, and whether it was held", () => {
    expect(lines(report, "groups: ")).toEqual([
      "| `up` is fast | groups: create | `ours` | 100 | 0.83x | 0.80x | **not held** |",
      "| no request | groups: requests | `ours` | 100 | 0 | 0 | held |",
      "| `up` scales | groups: create | `ours` | 1,000 |  | 1.00x | not measured |",
    ]);
  });

  it("says for each section when and where it was measured, and with what", () => {
    expect(report).toContain(
      "2026-03-04; rounds: 1 to 2; A Processor, 2 cores, 16 GB, A System, x64; Node 20.20.2, OpenTofu 1.2.3.",
    );
    expect(renderReport([result({}, true)])).toContain("A quick run, which is no measurement, of 2026-03-04");
  });

  it("compares with the contender that the budgets name, unless the section names another", () => {
    expect(result().reference).toBe("bare");
    expect(result({ reference: "ours" }).reference).toBe("ours");
    expect(result({ budgets: [] }).reference).toBe("ours");
    expect(renderReport([result({ budgets: [] })])).toContain("None of the sections has one.");
  });
});

describe("results on disk", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-results-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("come back as they were, in the order of the sections", () => {
    expect(readResults(path.join(folder, "none"), [])).toEqual([]);
    for (const name of ["alpha", "groups", "jobs"]) writeResult(folder, result({ name }));
    const read = readResults(folder, ["jobs", "groups"]);
    expect(read.map(({ name }) => name)).toEqual(["jobs", "groups", "alpha"]);
    expect(renderReport([read[1] as Result])).toBe(renderReport([result()]));
    expect(read[1]?.figures).toEqual(result().figures);
  });
});

describe("the plot", () => {
  const panels = panelsOf(result());

  it("has a panel for each measure that can be compared, relative to the reference", () => {
    expect(panels).toHaveLength(1);
    expect(panels[0]?.sizes.map(({ size }) => size)).toEqual([10, 100]);
    expect(panels[0]?.sizes[1]?.bars).toEqual([
      {
        contender: "ours",
        median: 875 / 1050,
        least: 850 / 1050,
        most: 900 / 1050,
        allowed: 0.8,
        label: "875 ms, 0.83x",
      },
      { contender: "bare", median: 1, least: 1000 / 1050, most: 1100 / 1050, allowed: undefined, label: "1.05 s" },
    ]);
  });

  it("has times first, then bytes, then requests", () => {
    const both = (measure: string, unit: Sample["unit"]) =>
      ["ours", "bare"].map((contender): Sample => ({ measure, contender, size: 1, unit, value: 1 }));
    const mixed = [...both("sent", "requests"), ...both("state", "bytes"), ...both("create", "ms")];
    const drawn = panelsOf(resultOf(section, mixed, { plan: { quick: false, rounds: 1 }, ...surroundings }));
    expect(drawn.map(({ measure }) => measure)).toEqual(["create", "state", "sent"]);
  });

  it("shows what a budget allows in the same terms, whatever its own", () => {
    const allowed = (over: object) => {
      const budgets = [{ ...section.budgets[0], ...over } as Section["budgets"][number]];
      return panelsOf(result({ reference: "bare", budgets }))[0]?.sizes[1]?.bars[0]?.allowed;
    };
    expect(allowed({ compare: "difference", atMost: 105 })).toBeCloseTo(1.1);
    expect(allowed({ against: undefined, atMost: 525 })).toBeCloseTo(0.5);
  });

  it("keeps sizes apart, and names each once", () => {
    const rows = rowsOf(panels[0] as (typeof panels)[number]);
    expect(rows.map((row) => row?.bar.contender)).toEqual(["ours", "bare", undefined, "ours", "bare"]);
    expect(rowNames(panels[0] as (typeof panels)[number], rows, String)).toEqual(["10", "", "", "100", ""]);
  });

  it("leaves room for the labels, in even steps", () => {
    const { max, interval } = scaleOf(panels[0] as (typeof panels)[number]);
    expect({ max, interval }).toEqual({ max: 2.5, interval: 0.5 });
    const bars = [{ contender: "a", median: 30, least: 30, most: 30, label: "" }];
    expect(scaleOf({ measure: "m", sizes: [{ size: 1, bars }] })).toEqual({ max: 50, interval: 10 });
  });

  it("places panels two in a line without overlap", () => {
    const { boxes, height } = layoutOf([5, 2, 3]);
    const [first, second, third] = boxes as [(typeof boxes)[0], (typeof boxes)[0], (typeof boxes)[0]];
    expect(second.top).toBe(first.top);
    expect(second.left).toBeGreaterThan(first.left + first.width);
    expect(third.left).toBe(first.left);
    expect(third.top).toBeGreaterThan(first.top + first.height);
    expect(height).toBeGreaterThan(third.top + third.height);
  });

  it("is an SVG that names contenders, figures and what is allowed", () => {
    const svg = renderPlot(result()) ?? "";
    expect(svg).toMatch(/^<svg [^]*<\/svg>$/);
    for (const text of ["Groups", "ours", "bare resource", "875 ms, 0.83x", "1.05 s", "at most"])
      expect(svg).toContain(`>${text}</text>`);
    expect(svg).not.toContain("NaN");
  });

  it("is none where there is nothing to compare", () => {
    const alone = resultOf(section, [sample("create", "ours", 10, 1)], {
      plan: { quick: false, rounds: 1 },
      ...surroundings,
    });
    expect(renderPlot(alone)).toBeUndefined();
    expect(renderReport([alone])).not.toContain(".svg");
  });
});
