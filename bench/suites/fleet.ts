import {
  AT_ONCE,
  createStack,
  deployStack,
  measuresOf,
  requestsOf,
  runSteps,
  stepsFor,
  type Deployment,
  type Step,
} from "../lib/deployment";
import { deployOpenTofu, installed, PARALLELISM } from "../lib/openTofu";
import { GroupService } from "../lib/service";
import type { Budget, Sample, Suite } from "../lib/suite";

/** Resources at once: Pulumi's own default is four for each core. */
const PARALLEL = `--parallel=${AT_ONCE}`;

/** How each subject deploys the groups. */
const DEPLOY: Record<string, (sample: Sample, service: GroupService) => Promise<Deployment> | Deployment> = {
  fleet: ({ tools, folder }, service) => deployStack(tools, createStack(tools, folder, "sdkFleet"), service),
  single: ({ tools, folder }, service) =>
    deployStack(tools, createStack(tools, folder, "sdkGroups"), service, { flags: [PARALLEL] }),
  opentofu: ({ tools, folder }, service) => deployOpenTofu(tools, folder, service, []),
  noRefresh: ({ tools, folder }, service) => deployOpenTofu(tools, folder, service, ["-refresh=false"]),
};

/** The size that the budgets are about. */
const LARGE = 5000;

const stepsAt = (size: number) => {
  const { create, preview, previewOne, updateOne, updateAll } = stepsFor(size);
  return [create, preview, previewOne, updateOne, updateAll] as const;
};
const [create, preview, previewOne, updateOne, updateAll] = stepsAt(LARGE);

const time = ({ measure }: Step, atMost: number): Budget => ({
  ...{ measure, size: LARGE, ours: "fleet", against: "opentofu", atMost },
  promise: "fleet of 5,000, against the same with OpenTofu",
});

const requests = (step: Step, atMost: number, promise: string): Budget => ({
  ...{ measure: requestsOf(step), size: LARGE, ours: "fleet", atMost },
  promise: `requests: ${promise}`,
});

async function sample(taken: Sample) {
  const service = await GroupService.start(taken.size);
  try {
    const deployment = await (DEPLOY[taken.subject] as (typeof DEPLOY)[string])(taken, service);
    const figures = await runSteps(deployment, service, stepsAt(taken.size));
    // Without white space: what is in it counts, not how it is laid out.
    return { ...figures, "state bytes": Buffer.byteLength(JSON.stringify(JSON.parse(deployment.state()))) };
  } finally {
    await service.close();
  }
}

/** Many groups in one resource, against the same with a generic REST provider. */
export const fleet: Suite = {
  name: "fleet",
  title: "Many groups: a fleet, one resource each, and OpenTofu with a generic REST provider",
  description:
    "The same groups are declared as one `ContainerGroupFleet` and as one `ContainerGroup` each, on a stack with a file backend, and with " +
    `OpenTofu and a generic REST provider, with a local state ([how they are set up](../peers/README.md)). All make up to ${AT_ONCE} requests at once. ` +
    "`update all` changes the replicas and the image of every group, `update one of them` those of one, which `preview of one change` shows before. OpenTofu reads every group before it " +
    "plans, unless it is told `-refresh=false`. After each step the service is asked whether the groups hold what was declared.",
  subjects: {
    fleet: { title: "`ContainerGroupFleet`" },
    // The engine writes the whole state after each resource: 5,000 would take hours.
    single: { title: `one \`ContainerGroup\` each, \`${PARALLEL}\``, upTo: 1000 },
    opentofu: { title: `OpenTofu, \`${PARALLELISM}\``, upTo: LARGE },
    noRefresh: { title: `OpenTofu, \`${PARALLELISM} -refresh=false\``, upTo: LARGE },
  },
  reference: "opentofu",
  measures: { ...measuresOf(stepsAt(LARGE)), "state bytes": "bytes" },
  sizes: { full: [100, 1000, LARGE, 10_000], quick: [50] },
  large: LARGE,
  budgets: [
    time(create, 0.6),
    time(updateAll, 0.15),
    time(preview, 0.2),
    requests(updateAll, LARGE, "one for each changed group"),
    requests(updateOne, 1, "none for an unchanged group"),
    requests(preview, 0, "none at a preview"),
    requests(previewOne, 0, "none at a preview of a change"),
  ],
  prepare: installed,
  sample,
};
