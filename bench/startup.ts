import path from "node:path";
import { runNode } from "./lib/child";
import { PROGRAMS } from "./lib/root";
import { runContests, type Contest } from "./lib/rounds";
import type { Section } from "./lib/samples";

/** What a program does before it ends, and the files of the contenders. `size` is the number of resources. */
const PROGRAM: { measure: string; size: number; files: Record<string, string> }[] = [
  { measure: "import", size: 0, files: { pulumi: "startupPulumi.js", sdk: "startupSdk.js" } },
  {
    measure: "import and declare",
    size: 1,
    files: { pulumi: "startupPulumiResource.js", sdk: "startupSdkResource.js" },
  },
];

/** What importing the SDK costs a program. */
export const startup: Section = {
  name: "startup",
  title: "Start-up of a program",
  description:
    "A Node process that imports the SDK, which brings `@pulumi/pulumi` with it, against one that imports `@pulumi/pulumi` alone: from " +
    "its start to its end. Then the same with one resource declared against mocks: a `ContainerGroup`, and a bare " +
    "`pulumi.dynamic.Resource`, whose provider Pulumi has to serialise.",
  contenders: { pulumi: "`@pulumi/pulumi` alone", sdk: "the SDK" },
  budgets: [
    {
      measure: "import",
      size: 0,
      ours: "sdk",
      against: "pulumi",
      compare: "difference",
      atMost: 50,
      promise: "start-up, against `@pulumi/pulumi` alone",
    },
  ],
  rounds: { full: 25, quick: 3 },
  minutes: { full: 2, quick: 0.3 },
  run(bench) {
    const contests = PROGRAM.map(({ measure, size, files }): Contest => ({
      title: measure,
      size,
      contenders: Object.keys(files),
      rounds: bench.plan.rounds,
      seconds: 1,
      async turn(contender, tell) {
        const { milliseconds } = await runNode([path.join(PROGRAMS, files[contender] as string)]);
        tell({ measure, unit: "ms", value: milliseconds });
      },
    }));
    return runContests(bench, contests);
  },
};
