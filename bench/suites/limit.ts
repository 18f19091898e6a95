import { createStack, deployStack, stepsFor } from "../lib/deployment";
import { GroupService } from "../lib/service";
import type { Figures, Sample, Suite } from "../lib/suite";

const SIZE = 500;

/** What real services of this kind allow; in a quick run the same in small. */
const limitOf = (quick: boolean) => (quick ? { requests: 8, perMs: 5000 } : { requests: 240, perMs: 60_000 });

/** What is declared of groups that were refused to the end is not true, and the CLI fails: that is a figure of it. */
async function sample({ subject, size, quick, folder, tools }: Sample): Promise<Figures> {
  const limit = limitOf(quick);
  if (subject === "limit") {
    // The first window begins with the first request.
    return { create: (Math.ceil(size / limit.requests) - 1) * limit.perMs, "groups that failed": 0 };
  }
  const service = await GroupService.start(size, limit);
  try {
    const stack = createStack(tools, folder, "sdkFleet");
    // What fails is counted, and no error here.
    const lenient = { ...tools, succeed: (_name: string, done: ReturnType<typeof tools.run>) => done };
    const { plan, measure } = stepsFor(size).create;
    const { milliseconds } = await deployStack(lenient, stack, service).up(plan);
    return { [measure]: milliseconds, "groups that failed": service.wrong(plan).length };
  } finally {
    await service.close();
  }
}

/** A fleet against a service that limits the rate of requests, and says nothing about it. */
export const limit: Suite = {
  name: "limit",
  title: "A service that limits the rate",
  description:
    "A `ContainerGroupFleet` is created against a service that takes 240 requests a minute, and answers what is beyond that with 429 and no " +
    "`Retry-After`. It is compared with the time that the limit allows: the requests of the first minute are taken at once.",
  subjects: { limit: { title: "what the limit allows" }, fleet: { title: "`ContainerGroupFleet`" } },
  reference: "limit",
  measures: { create: "ms", "groups that failed": "groups" },
  sizes: { full: [SIZE], quick: [20] },
  rounds: { full: 3, quick: 1 },
  budgets: [
    {
      measure: "create",
      size: SIZE,
      ours: "fleet",
      against: "limit",
      atMost: 1.3,
      promise: "240 requests a minute: time",
    },
    { measure: "groups that failed", size: SIZE, ours: "fleet", atMost: 0, promise: "240 requests a minute: no error" },
  ],
  sample,
};
