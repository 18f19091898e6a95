import path from "node:path";
import { startEmulator } from "../../emulator";
import { PROGRAMS } from "../lib/root";
import type { Figures, Sample, Suite, Unit } from "../lib/suite";
import { runNode } from "../lib/tools";
import { ENDPOINT, type ListingRun } from "../programs/listingRun";

const ORGANIZATION = "acme";
const PROGRAM: Record<string, string> = { bare: "bareJobs.js", sdk: "sdkJobs.js" };
const SIZE = 100_000;

/** That much more of the heap than a bare loop. The memory of the process says less: the system gives that in large pieces. */
const MAX_MORE_HEAP = 20_000_000;

/** What is measured of one run. */
const MEASURES = { time: "ms", "peak memory": "bytes", "peak heap": "bytes" } as const satisfies Record<string, Unit>;

/** How long the service takes for a page beside what the emulator takes, in milliseconds; and what time that may cost, as a ratio. */
const DELAYS = [
  { delay: 0, suffix: "", atMost: 2 },
  { delay: 20, suffix: " (20 ms a page)", atMost: 1.1 },
];

/** One run through the listing in a process of its own; throws where it did not give every job. */
async function iterate({ subject, size, tools }: Sample, delay: number): Promise<ListingRun> {
  // In this process, which waits meanwhile: the subject has a core, and the service the other.
  const service = await startEmulator({ endpoints: [{ organizationName: ORGANIZATION, name: ENDPOINT, jobs: size }] });
  try {
    if (delay > 0) {
      service.fault({ kind: "slow", delayMs: delay, times: Infinity });
    }
    const env = {
      CONTAINERGROUPS_BASE_URL: service.url,
      CONTAINERGROUPS_API_KEY: service.apiKey,
      CONTAINERGROUPS_ORGANIZATION_NAME: ORGANIZATION,
    };
    const { stdout } = await runNode(tools, [path.join(PROGRAMS, PROGRAM[subject] as string)], env);
    const run = JSON.parse(stdout) as ListingRun;
    if (run.jobs !== size) {
      throw new Error(`${subject} gave ${run.jobs} of ${size} jobs`);
    }
    return run;
  } finally {
    await service.close();
  }
}

async function sample(taken: Sample): Promise<Figures> {
  const figures: Figures = {};
  for (const { delay, suffix } of DELAYS) {
    const { milliseconds, peakMemory, peakHeap } = await iterate(taken, delay);
    Object.assign(figures, {
      [`time${suffix}`]: milliseconds,
      [`peak memory${suffix}`]: peakMemory,
      [`peak heap${suffix}`]: peakHeap,
    });
  }
  return figures;
}

/** A long listing, against a loop that one would write by hand. */
export const jobs: Suite = {
  name: "jobs",
  title: "Iterating the jobs of an endpoint",
  description:
    "`iterateInferenceEndpointJobs` goes through all jobs of an endpoint, 100 a page, against a bare loop over the same pages with " +
    "undici, which reads the next page ahead too, and checks nothing but the status. Each run is a process of its own, which has " +
    "loaded `@pulumi/pulumi` and all that it needs before time counts. Once the emulator is as fast as it can be, once it takes " +
    "20 ms more for each page.",
  subjects: { bare: { title: "bare undici loop" }, sdk: { title: "`iterateInferenceEndpointJobs`" } },
  reference: "bare",
  measures: Object.fromEntries(
    DELAYS.flatMap(({ suffix }) => Object.entries(MEASURES).map(([measure, unit]) => [measure + suffix, unit])),
  ),
  sizes: { full: [SIZE], quick: [10_000] },
  rounds: { full: 7, quick: 1 },
  budgets: DELAYS.flatMap(({ suffix, atMost }) => {
    const at = { size: SIZE, ours: "sdk", against: "bare" };
    const promise = "iterating 100,000 jobs, against a bare loop";
    return [
      { ...at, measure: `time${suffix}`, atMost, promise: `${promise}: time` },
      {
        ...at,
        ...{ measure: `peak heap${suffix}`, compare: "difference" as const, atMost: MAX_MORE_HEAP },
        promise: `${promise}: memory`,
      },
    ];
  }),
  sample,
};
