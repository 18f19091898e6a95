import path from "node:path";
import { PROGRAMS } from "./root";
import type { Figures, Suite } from "./suite";
import { runNode, type NodeOptions, type Tools } from "./tools";

/** What a program does before it ends, by its measure. */
const WORK = { import: "import", "import and declare": "declare" };

const modulesOf = (measure: string) => `modules: ${measure}`;

/** A start takes half a second, and what else the machine does only ever adds to it: so the fastest of these counts. */
export const STARTS = 5;

export const START_MEASURES: Suite["measures"] = Object.fromEntries(
  Object.keys(WORK).flatMap((measure) => [
    [measure, "ms" as const],
    [modulesOf(measure), "modules" as const],
  ]),
);

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
