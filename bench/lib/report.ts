import { formatTerms, type Verdict } from "./budgets";
import { figureOf, type Figure } from "./figures";
import { formatCount, formatRange, formatRatio, formatValue } from "./format";
import { panelsOf } from "./panels";
import type { Result } from "./result";

/** The report of all results, as Markdown. The plots lie beside it. */
export function renderReport(results: readonly Result[]): string {
  const verdicts = results.flatMap(({ budgets }) => budgets);
  return [
    "# Results",
    "",
    "Written by `npm run bench`; [how to read it](../README.md). Every figure is a median, with the least and the most of all rounds.",
    "",
    "## Budgets",
    "",
    ...(verdicts.length > 0 ? budgetTable(results) : ["None of the sections has one."]),
    ...results.flatMap((result) => ["", ...renderSection(result)]),
    "",
  ].join("\n");
}

function budgetTable(results: readonly Result[]): string[] {
  const rows = results.flatMap(({ name, budgets, contenders }) =>
    budgets.map((verdict) => [
      verdict.promise,
      `${name}: ${verdict.measure}`,
      contenders[verdict.ours] ?? verdict.ours,
      formatCount(verdict.size),
      verdict.measured === undefined ? "" : formatTerms(verdict, verdict.measured),
      formatTerms(verdict, verdict.atMost),
      outcome(verdict),
    ]),
  );
  return table(["promise", "measure", "contender", "size", "measured", "at most", ""], rows, [3, 4, 5]);
}

/** Whether a budget was held, in words. */
function outcome({ held }: Verdict): string {
  return held === undefined ? "not measured" : held ? "held" : "**not held**";
}

function renderSection(result: Result): string[] {
  const { name, title, description, figures, contenders } = result;
  const keys = Object.keys(contenders).filter((key) => figures.some(({ contender }) => contender === key));
  const names = keys.map((key) => contenders[key] ?? key);
  const rows = comparisons(figures).map(({ measure, size }) => [
    measure,
    formatCount(size),
    ...keys.map((contender) => cell(figures, result.reference, { measure, size, contender })),
  ]);
  const aligned = ["measure", "size", ...names].map((_, index) => index).slice(1);
  return [
    `## ${title}`,
    "",
    description,
    "",
    ...table(["measure", "size", ...names], rows, aligned),
    "",
    ...(panelsOf(result).length > 0 ? [`![${title}](${name}.svg)`, ""] : []),
    surroundings(result),
  ];
}

/** The measures and sizes that there are figures of, in their order. */
function comparisons(figures: readonly Figure[]): Pick<Figure, "measure" | "size">[] {
  const seen = new Map(figures.map(({ measure, size }) => [JSON.stringify([measure, size]), { measure, size }]));
  const measures = [...new Set(figures.map(({ measure }) => measure))];
  return [...seen.values()].sort(
    (a, b) => measures.indexOf(a.measure) - measures.indexOf(b.measure) || a.size - b.size,
  );
}

function cell(
  figures: readonly Figure[],
  reference: string,
  at: Pick<Figure, "measure" | "size" | "contender">,
): string {
  const figure = figureOf(figures, at);
  if (figure === undefined) return "";
  const other = figureOf(figures, { ...at, contender: reference });
  const { median, least, most, unit } = figure;
  const parts = [formatValue(median, unit)];
  if (least !== most) parts.push(`(${formatRange(least, most, unit)})`);
  if (other !== undefined && other !== figure && other.median > 0 && median > 0)
    parts.push(`**${formatRatio(median / other.median)}**`);
  return parts.join(" ");
}

function surroundings({ date, quick, figures, machine, versions }: Result): string {
  const rounds = figures.map(({ values }) => values.length);
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
  const parts = [
    `${quick ? "A quick run, which is no measurement, of " : ""}${date.slice(0, 10)}`,
    least === most ? `rounds: ${most}` : `rounds: ${least} to ${most}`,
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory} GB, ${machine.os}`,
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", "),
  ];
  return `${parts.join("; ")}.`;
}

/** A Markdown table; the columns in `right` are aligned to the right. */
function table(heads: readonly string[], rows: readonly (readonly string[])[], right: readonly number[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map((_, index) => (right.includes(index) ? "--:" : "---"))), ...rows.map(line)];
}
