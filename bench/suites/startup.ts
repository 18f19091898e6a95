import path from "node:path";
import { PROGRAMS } from "../lib/root";
import type { Budget, Figures, Sample, Suite } from "../lib/suite";
import { runNode } from "../lib/tools";

/** What a program does before it ends, by its measure. */
const WORK = { import: "import", "import and declare": "declare" };

/** The name of the measure that counts the modules that are loaded. */
const modulesOf = (measure: string) => `modules: ${measure}`;

/** A start takes half a second, and what else the machine does only ever adds to it: so the fastest of these counts. */
const STARTS = 5;

const budget = (measure: string, atMost: number, what: string): Budget => ({
  ...{ measure, size: 1, ours: "sdk", against: "pulumi", compare: "difference", atMost },
  promise: `start-up, against \`@pulumi/pulumi\` alone${what}`,
});

async function sample({ subject, quick, tools }: Sample): Promise<Figures> {
  const figures: Figures = {};
  for (const [measure, work] of Object.entries(WORK)) {
    const times: number[] = [];
    for (let start = 0; start < (quick ? 1 : STARTS); start++) {
      const { milliseconds, stdout } = await runNode(tools, [path.join(PROGRAMS, "startup.js"), subject, work]);
      times.push(milliseconds);
      figures[modulesOf(measure)] = Number(stdout);
    }
    figures[measure] = Math.min(...times);
  }
  return figures;
}

/** What importing the SDK costs a program. */
export const startup: Suite = {
  name: "startup",
  title: "Start-up of a program",
  description:
    "A Node process that imports the SDK, which brings `@pulumi/pulumi` with it, against one that imports `@pulumi/pulumi` alone: from " +
    "its start to its end. Then the same with one resource declared against mocks: a `ContainerGroup`, and a bare " +
    "`pulumi.dynamic.Resource`, whose provider Pulumi has to serialise. Each sample is the fastest of " +
    `${STARTS} starts: what else the machine does only ever adds to the time.`,
  subjects: { pulumi: { title: "`@pulumi/pulumi` alone" }, sdk: { title: "the SDK" } },
  reference: "pulumi",
  measures: Object.fromEntries(
    Object.keys(WORK).flatMap((measure) => [
      [measure, "ms" as const],
      [modulesOf(measure), "modules" as const],
    ]),
  ),
  sizes: { full: [1], quick: [1] },
  rounds: { full: 9, quick: 1 },
  budgets: [budget("import", 50, ""), budget(modulesOf("import"), 30, ": modules that are loaded")],
  sample,
};
