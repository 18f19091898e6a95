import path from "node:path";
import { startEmulator } from "../emulator";
import { runNode } from "./lib/child";
import { formatCount } from "./lib/format";
import { PROGRAMS } from "./lib/root";
import { runContests, type Contest } from "./lib/rounds";
import type { Bench, Budget, Section } from "./lib/samples";
import { ENDPOINT, type ListingRun } from "./programs/listingRun";

const ORGANIZATION = "acme";
const PROGRAM: Record<string, string> = { bare: "bareJobs.js", sdk: "sdkJobs.js" };
const SIZES = { full: [100_000], quick: [10_000] };
const PAGE_SIZE = 100;

/** How long the service takes for a page beside what the emulator takes, in milliseconds. */
const DELAYS = [0, 20];

const measured = (what: string, delay: number) => (delay === 0 ? what : `${what} (${delay} ms a page)`);

/** One run through the listing in a process of its own; throws where it did not give every job. */
async function iterate(program: string, size: number, url: string, apiKey: string): Promise<ListingRun> {
  const { output } = await runNode([path.join(PROGRAMS, program)], {
    CONTAINERGROUPS_BASE_URL: url,
    CONTAINERGROUPS_API_KEY: apiKey,
    CONTAINERGROUPS_ORGANIZATION_NAME: ORGANIZATION,
  });
  const run = JSON.parse(output) as ListingRun;
  if (run.jobs !== size) throw new Error(`${program} gave ${run.jobs} of ${size} jobs`);
  return run;
}

function contest(size: number, delay: number, rounds: number): Contest {
  return {
    title: `${formatCount(size)} jobs${delay === 0 ? "" : `, ${delay} ms a page`}`,
    size,
    contenders: Object.keys(PROGRAM),
    rounds,
    seconds: 1 + (size / PAGE_SIZE) * (0.003 + delay / 1000),
    async turn(contender, tell) {
      // In this process, which waits meanwhile: the contender has a core, and the service the other.
      const service = await startEmulator({
        endpoints: [{ organizationName: ORGANIZATION, name: ENDPOINT, jobs: size }],
      });
      try {
        if (delay > 0) service.fault({ kind: "slow", delayMs: delay, times: Infinity });
        const run = await iterate(PROGRAM[contender] as string, size, service.url, service.apiKey);
        tell(
          { measure: measured("time", delay), unit: "ms", value: run.milliseconds },
          { measure: measured("peak memory", delay), unit: "bytes", value: run.peakMemory },
          { measure: measured("peak heap", delay), unit: "bytes", value: run.peakHeap },
        );
      } finally {
        await service.close();
      }
    },
  };
}

function budgets(): Budget[] {
  const promises = [
    { what: "time", promise: "iterating 100,000 jobs, against a bare loop: time" },
    { what: "peak memory", promise: "iterating 100,000 jobs, against a bare loop: memory" },
  ];
  return promises.flatMap(({ what, promise }) =>
    DELAYS.map((delay) => ({
      measure: measured(what, delay),
      size: SIZES.full[0] as number,
      ours: "sdk",
      against: "bare",
      atMost: 1.1,
      promise,
    })),
  );
}

/** A long listing, against a loop that one would write by hand. */
export const jobs: Section = {
  name: "jobs",
  title: "Iterating the jobs of an endpoint",
  description:
    "`iterateInferenceEndpointJobs` goes through all jobs of an endpoint, 100 a page, against a bare loop over the same pages with " +
    "undici, which reads the next page ahead too, and checks nothing but the status. Each run is a process of its own, which has " +
    "loaded `@pulumi/pulumi` and all that it needs before time counts. Once the emulator is as fast as it can be, once it takes " +
    "20 ms more for each page.",
  contenders: { bare: "bare undici loop", sdk: "`iterateInferenceEndpointJobs`" },
  budgets: budgets(),
  rounds: { full: 7, quick: 1 },
  minutes: { full: 6, quick: 0.2 },
  run(bench: Bench) {
    const { plan } = bench;
    const sizes = plan.sizes ?? SIZES[plan.quick ? "quick" : "full"];
    return runContests(
      bench,
      sizes.flatMap((size) => DELAYS.map((delay) => contest(size, delay, plan.rounds))),
    );
  },
};
