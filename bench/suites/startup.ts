import path from "node:path";
import { PROGRAMS } from "../lib/root";
import type { Figures, Sample, Suite } from "../lib/suite";
import { runNode } from "../lib/tools";

/** What a program does before it ends, by its measure. */
const WORK = { import: "import", "import and declare": "declare" };

const modulesOf = (measure: string) => `modules: ${measure}`;

async function sample({ subject, tools }: Sample): Promise<Figures> {
  const figures: Figures = {};
  const isCached = subject === "cached";
  // Filled by the warm-up round.
  const env = isCached ? { NODE_COMPILE_CACHE: path.join(tools.folder, "compile-cache") } : {};
  for (const [measure, work] of Object.entries(WORK)) {
    const args = [path.join(PROGRAMS, "startup.js"), isCached ? "sdk" : subject, work];
    const { milliseconds, stdout } = await runNode(tools, args, env);
    figures[measure] = milliseconds;
    figures[modulesOf(measure)] = Number(stdout);
  }
  return figures;
}

/** Node has had a cache of compiled code since this major. */
const hasCompileCache = Number(process.versions.node.split(".")[0]) >= 22;

/** What importing the SDK costs a program. */
export const startup: Suite = {
  name: "startup",
  title: "Start-up of a program",
  description:
    "A Node process that imports the SDK, which brings `@pulumi/pulumi` with it, against one that imports `@pulumi/pulumi` alone: from " +
    "its start to its end. Then the same with one resource declared against mocks: a `ContainerGroup`, and a bare " +
    "`pulumi.dynamic.Resource`, whose provider Pulumi has to serialise. Where the times differ by less than they vary, the number of modules " +
    "that were loaded says more.",
  subjects: {
    pulumi: { title: "`@pulumi/pulumi` alone" },
    sdk: { title: "the SDK" },
    ...(hasCompileCache && { cached: { title: "the SDK, with `NODE_COMPILE_CACHE`" } }),
  },
  reference: "pulumi",
  measures: Object.fromEntries(
    Object.keys(WORK).flatMap((measure) => [
      [measure, "ms" as const],
      [modulesOf(measure), "modules" as const],
    ]),
  ),
  sizes: { full: [1], quick: [1] },
  rounds: { full: 25, quick: 3 },
  budgets: [
    {
      ...{ measure: "import", size: 1, ours: "sdk", against: "pulumi", compare: "difference", atMost: 50 },
      promise: "start-up, against `@pulumi/pulumi` alone",
    },
  ],
  sample,
};
