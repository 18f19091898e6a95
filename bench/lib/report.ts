import { compare, figureOf, judge, ratio, spreadOf, type Figure, type Verdict } from "./figures";
import { formatCount, formatRatio, formatSpread, formatValue, termsOf } from "./format";
import type { Result } from "./results";
import { unitOf, type Budget, type Suite, type Unit } from "./suite";

const HEAD = `# Results

Written by \`npm run bench\`; [how to read it](../README.md). A figure is the median of all rounds, with the least and the most of them; a ratio, in bold, is
the median of the rounds' ratios to the reference, with theirs.`;

/** How the budgets of suites came out, as a table in Markdown. */
export function budgetTable(results: readonly Result[], suites: readonly Suite[]): string {
  const rows = suites.flatMap((suite) => {
    const figures = results.find(({ name }) => name === suite.name)?.figures ?? [];
    return suite.budgets.map((budget) => budgetRow(suite, budget, judge(budget, figures)));
  });
  return table(["promise", "measure", "subject", "size", "measured", "at most", ""], rows, [3, 4, 5]);
}

/** The report of all results, as Markdown. Budgets are those of the suites as they are now. */
export function renderReport(results: readonly Result[], suites: readonly Suite[]): string {
  return [HEAD, "## Budgets", budgetTable(results, suites), ...results.flatMap(renderResult)].join("\n\n") + "\n";
}

function budgetRow(suite: Suite, budget: Budget, { quantity, outcome }: Verdict): string[] {
  const { promise, measure, size, ours, atMost } = budget;
  const format = termsOf(budget, unitOf(suite, measure));
  const measured = quantity === undefined ? "" : formatSpread(quantity, format);
  const told = outcome === "held" || outcome === "not measured" ? outcome : `**${outcome}**`;
  const subject = suite.subjects[ours]?.title ?? ours;
  return [promise, `${suite.name}: ${measure}`, subject, formatCount(size), measured, format(atMost), told];
}

/** Measures of one kind stand together. */
const UNITS: readonly Unit[] = ["ms", "bytes", "modules", "requests", "groups"];

/** A row for each size and subject, a column for each measure. */
function renderResult(result: Result): string[] {
  const { title, description, figures, subjects, reference } = result;
  const byUnit = UNITS.flatMap((unit) => figures.filter((figure) => figure.unit === unit));
  const measures = [...new Set(byUnit.map(({ measure }) => measure))];
  const sizes = [...new Set(figures.map(({ size }) => size))].sort((a, b) => a - b);
  const rows = sizes.flatMap((size) =>
    Object.entries(subjects)
      .filter(([subject]) => figures.some((figure) => figure.size === size && figure.subject === subject))
      .map(([subject, name]) => [
        formatCount(size),
        subject === reference ? `${name} (reference)` : name,
        ...measures.map((measure) => cell(figures, { measure, size, subject }, reference)),
      ]),
  );
  const aligned = ["size", "subject", ...measures].map((_, index) => index).filter((index) => index !== 1);
  return [`## ${title}`, description, table(["size", "subject", ...measures], rows, aligned), circumstances(result)];
}

function cell(figures: readonly Figure[], at: Pick<Figure, "measure" | "size" | "subject">, reference: string): string {
  const figure = figureOf(figures, at);
  if (figure === undefined) {
    return "";
  }
  const value = formatSpread(spreadOf(figure.values), (each) => formatValue(each, figure.unit));
  const isCompared = at.subject !== reference && (figure.unit === "ms" || figure.unit === "bytes");
  const compared = isCompared && compare(figure, figureOf(figures, { ...at, subject: reference }), ratio);
  return !compared ? value : `${value}; **${formatSpread(compared, formatRatio)}**`;
}

/** When and where it was measured, with what, and what else the machine did. */
function circumstances({ date, quick, figures, machine, revision, load, versions }: Result): string {
  const rounds = figures.map(({ values }) => values.length);
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
  const parts = [
    `${quick ? "A quick run, which is no measurement, of " : ""}${date.slice(0, 10)}`,
    revision === undefined
      ? "revision not known"
      : `revision ${revision.commit}${revision.dirty ? " with changes that are not committed" : ""}`,
    ...(load === undefined ? [] : [`load average ${load.start} at the start, ${load.end} at the end`]),
    `rounds: ${least === most ? most : `${least} to ${most}`}`,
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory} GB, ${machine.os}`,
    Object.entries(versions)
      .map((each) => each.join(" "))
      .join(", "),
  ];
  return `${parts.join("; ")}.`;
}

/** A Markdown table; the columns in `right` are aligned to the right. */
function table(heads: readonly string[], rows: readonly (readonly string[])[], right: readonly number[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = line(heads.map((_, index) => (right.includes(index) ? "--:" : "---")));
  return [line(heads), rule, ...rows.map(line)].join("\n");
}
