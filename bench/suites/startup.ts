import path from "node:path";
import { PROGRAMS } from "../lib/root";
import type { Figures, Sample, Subject, Suite } from "../lib/suite";
import { runNode } from "../lib/tools";

/** What a program does before it ends, by its measure. */
const WORK = { import: "import", "import and declare": "declare" };

const modulesOf = (measure: string) => `modules: ${measure}`;

/** A start takes half a second, and what else the machine does only ever adds to it: so the fastest of these counts. */
const STARTS = { full: 5, quick: 1 };

/** What a program imports, and with what it is run. */
const SUBJECTS: Record<string, Subject & { imports: "pulumi" | "sdk"; node22?: true; cached?: true }> = {
  pulumi: { title: "`@pulumi/pulumi` alone", imports: "pulumi" },
  sdk: { title: "the SDK", imports: "sdk" },
  node22: { title: "the SDK, with Node 22", imports: "sdk", node22: true },
  cached: { title: "the SDK, with Node 22 and `NODE_COMPILE_CACHE`", imports: "sdk", node22: true, cached: true },
};

async function sample({ subject, quick, tools }: Sample): Promise<Figures> {
  const { imports, node22, cached } = SUBJECTS[subject] as (typeof SUBJECTS)[string];
  const options = {
    node: node22 && (await tools.installNode22()).binary,
    // Filled by the warm-up round.
    env: cached && { NODE_COMPILE_CACHE: path.join(tools.folder, "compile-cache") },
  };
  const figures: Figures = {};
  for (const [measure, work] of Object.entries(WORK)) {
    const times: number[] = [];
    for (let start = 0; start < STARTS[quick ? "quick" : "full"]; start++) {
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

/** What importing the SDK costs a program. */
export const startup: Suite = {
  name: "startup",
  title: "Start-up of a program",
  description:
    "A Node process that imports the SDK, which brings `@pulumi/pulumi` with it, against one that imports `@pulumi/pulumi` alone: from " +
    "its start to its end. Then the same with one resource declared against mocks: a `ContainerGroup`, and a bare " +
    "`pulumi.dynamic.Resource`, whose provider Pulumi has to serialise. Each sample is the fastest of " +
    `${STARTS.full} starts: what else the machine does only ever adds to the time. Node 22 has a cache of compiled code, which Node 20 has not.`,
  subjects: SUBJECTS,
  reference: "pulumi",
  measures: Object.fromEntries(
    Object.keys(WORK).flatMap((measure) => [
      [measure, "ms" as const],
      [modulesOf(measure), "modules" as const],
    ]),
  ),
  sizes: { full: [1], quick: [1] },
  rounds: { full: 9, quick: 1 },
  budgets: [
    {
      ...{ measure: "import", size: 1, ours: "sdk", against: "pulumi", compare: "difference", atMost: 50 },
      promise: "start-up, against `@pulumi/pulumi` alone",
    },
  ],
  prepare: async (tools) => ({ "Node 22": (await tools.installNode22()).version }),
  sample,
};
