import { createStack, deployStack, measuresOf, requestsOf, runSteps, stepsFor } from "../lib/deployment";
import { GroupService } from "../lib/service";
import { addedBytes } from "../lib/stateBytes";
import type { Budget, Sample, Suite } from "../lib/suite";

const OBSERVED = "containergroups:observed";

/** The program that a subject runs, and its settings beside those that every one has. */
const PROGRAM: Record<string, { file: string; settings: Record<string, string> }> = {
  bare: { file: "bareGroups", settings: {} },
  full: { file: "sdkGroups", settings: { [OBSERVED]: "full" } },
  summary: { file: "sdkGroups", settings: { [OBSERVED]: "summary" } },
};

/** The size that the budgets are about. */
const LARGE = 1000;

const stepsAt = (size: number) => {
  const { create, preview, unchanged, updateAll } = stepsFor(size);
  // The budget of a preview is narrower than what else the machine does.
  return [create, { ...preview, times: 3 }, unchanged, updateAll] as const;
};
const [create, preview, unchanged, updateAll] = stepsAt(LARGE);

/** The promises, for each setting of `observed`. */
function budgets(ours: "full" | "summary", { up, state }: { up: number; state: number }): Budget[] {
  const time = (measure: string, atMost: number, command: string): Budget => ({
    ...{ size: LARGE, ours, measure, atMost, against: "bare" },
    promise: `\`pulumi ${command}\`, against a bare dynamic resource`,
  });
  const value = (measure: string, atMost: number, promise: string): Budget => ({
    ...{ size: LARGE, ours, measure, atMost, promise },
  });
  return [
    time(create.measure, up, "up"),
    time(updateAll.measure, up, "up"),
    time(preview.measure, 1.05, "preview"),
    value("state bytes", state, "state bytes of a group that we add"),
    value(requestsOf(updateAll), LARGE, "requests: one for each changed group"),
    value(requestsOf(unchanged), 0, "requests: none without changes"),
    value(requestsOf(preview), 0, "requests: none at a preview"),
  ];
}

/** A stack of its own, and an emulator whose groups nobody has changed. */
async function sample({ subject, size, folder, tools }: Sample) {
  const { file, settings } = PROGRAM[subject] as (typeof PROGRAM)[string];
  const service = await GroupService.start(size);
  try {
    const deployment = deployStack(tools, createStack(tools, folder, file), service, { settings });
    const figures = await runSteps(deployment, service, stepsAt(size), { silent: subject === "bare" });
    return { ...figures, "state bytes": addedBytes(deployment.state()) };
  } finally {
    await service.close();
  }
}

/** Groups that are resources of their own, against what Pulumi itself costs. */
export const groups: Suite = {
  name: "groups",
  title: "One resource for each group",
  description:
    "A program declares so many groups, each with ten or so members, on a stack with a file backend. It is compared with a bare " +
    "`pulumi.dynamic.Resource` whose provider is written in the program, with the same arguments, one output and no request. " +
    "A preview counts with the fastest of three. `update all` changes the replicas and the image of every group. State bytes are what a " +
    "group's record holds beside its arguments (twice: as inputs and as outputs) and the engine's own members.",
  subjects: {
    bare: { title: "bare dynamic resource" },
    full: { title: "`observed: full`" },
    summary: { title: "`observed: summary`" },
  },
  reference: "bare",
  measures: { ...measuresOf(stepsAt(LARGE)), "state bytes": "bytes" },
  sizes: { full: [10, 100, LARGE], quick: [10] },
  large: LARGE,
  budgets: [...budgets("full", { up: 1.1, state: 1200 }), ...budgets("summary", { up: 0.8, state: 400 })],
  sample,
};
