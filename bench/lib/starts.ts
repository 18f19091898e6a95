import path from "node:path";
import { PROGRAMS } from "./root";
import type { Figures, Suite } from "./suite";
import { runNode, type NodeOptions, type Tools } from "./tools";

/** What a program does before it ends, by its measure. */
const WORK = { import: "import", "import and declare": "declare" };

/** The name of the measure that counts the modules that are loaded. */
export const modulesOf = (measure: string) => `modules: ${measure}`;

/** A start takes half a second, and what else the machine does only ever adds to it: so the fastest of these counts. */
export const STARTS = 5;

const measures: Suite["measures"] = Object.fromEntries(
  Object.keys(WORK).flatMap((measure) => [
    [measure, "ms" as const],
    [modulesOf(measure), "modules" as const],
  ]),
);

/** What suites of starts have in common. */
export const START_SUITE = {
  measures,
  sizes: { full: [1], quick: [1] },
  rounds: { full: 9, quick: 1 },
} satisfies Partial<Suite>;

/** The start of a program that imports the SDK, or `@pulumi/pulumi` alone. */
export async function startsOf(
  tools: Tools,
  imports: "pulumi" | "sdk",
  quick: boolean,
  options: NodeOptions = {},
): Promise<Figures> {
  const figures: Figures = {};
  for (const [measure, work] of Object.entries(WORK)) {
    const times: number[] = [];
    for (let start = 0; start < (quick ? 1 : STARTS); start++) {
      const { milliseconds, stdout } = await runNode(
        tools,
        [path.join(PROGRAMS, "startup.js"), imports, work],
        options,
      );
      times.push(milliseconds);
      figures[modulesOf(measure)] = Number(stdout);
    }
    figures[measure] = Math.min(...times);
  }
  return figures;
}
