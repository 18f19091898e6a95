import { readFileSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../emulator";
import { PROGRAMS } from "./lib/root";
import { contestsBySize, runContests, type Measured } from "./lib/rounds";
import type { Bench, Budget, Section } from "./lib/samples";
import { Stack, type Run } from "./lib/stack";
import { addedBytes } from "./lib/stateBytes";
import { groupNames, PLACE } from "./programs/declaredGroups";

/** The program that a contender runs, and its settings beside those that every one has. */
const PROGRAM: Record<string, { file: string; settings: Record<string, string> }> = {
  bare: { file: "bareGroups.js", settings: {} },
  full: { file: "sdkGroups.js", settings: { "containergroups:observed": "full" } },
  summary: { file: "sdkGroups.js", settings: { "containergroups:observed": "summary" } },
};

const SIZES = { full: [10, 100, 1000], quick: [10] };

/** The size that the budgets are about. */
const LARGE = 1000;

const MEASURE = {
  create: "create",
  preview: "preview without changes",
  unchanged: "up without changes",
  update: "update all",
  state: "state bytes",
  requestsChanged: "requests per changed group",
  requestsUnchanged: "requests without changes",
  requestsPreview: "requests of a preview",
} as const;

/** The promises, for each setting of `observed`. */
function budgets(ours: "full" | "summary", { up, state }: { up: number; state: number }): Budget[] {
  const at = { size: LARGE, ours };
  const time = (measure: string, atMost: number, promise: string): Budget => ({
    ...at,
    measure,
    against: "bare",
    atMost,
    promise,
  });
  const value = (measure: string, atMost: number, promise: string): Budget => ({ ...at, measure, atMost, promise });
  return [
    time(MEASURE.create, up, "`pulumi up`, against a bare dynamic resource"),
    time(MEASURE.update, up, "`pulumi up`, against a bare dynamic resource"),
    time(MEASURE.preview, 1, "`pulumi preview`, the same"),
    value(MEASURE.state, state, "state bytes of a group that we add"),
    value(MEASURE.requestsChanged, 1, "requests: changed group"),
    value(MEASURE.requestsUnchanged, 0, "requests: unchanged group"),
    value(MEASURE.requestsPreview, 0, "requests: preview"),
  ];
}

/** Throws where a run did not do what it is measured for: `+ 11 created`, `~ 10 updated`, `11 unchanged`. */
function expectDone({ output }: Run, word: "created" | "updated" | "unchanged", count: number): void {
  if (!new RegExp(`^\\s*(\\S )?${count} ${word}$`, "m").test(output)) {
    throw new Error(`pulumi should have said "${count} ${word}", and said:\n${output}`);
  }
}

/** All steps of one contender with so many groups: a stack of its own, and an emulator whose groups nobody has changed. */
async function turn(bench: Bench, size: number, contender: string, tell: (...figures: Measured[]) => void) {
  const { file, settings } = PROGRAM[contender] as (typeof PROGRAM)[string];
  // In this process: it waits while the CLI works, so that one more process would only take memory.
  const service = await startEmulator({ groups: groupNames(size).map((name) => ({ ...PLACE, name })) });
  const stack = await Stack.create(path.join(bench.folder, `${contender}-${size}`), {
    "containergroups:baseUrl": service.url,
    "containergroups:apiKey": service.apiKey,
    ...settings,
  });
  const program = (revision: number) => ({ BENCH_GROUPS: String(size), BENCH_REVISION: String(revision) });
  /** Runs a step, and tells its time and its requests. The bare resource makes none at all: that is no figure of it. */
  const step = async (measure: string, run: () => Promise<Run>, requests?: { measure: string; per: number }) => {
    service.clearRequests();
    const done = await run();
    const figures: Measured[] = [{ measure, unit: "ms", value: done.milliseconds }];
    if (requests !== undefined && contender !== "bare") {
      figures.push({ measure: requests.measure, unit: "requests", value: service.requests.length / requests.per });
    }
    tell(...figures);
    return done;
  };
  try {
    stack.program(readFileSync(path.join(PROGRAMS, file), "utf8"));
    stack.write("declaredGroups.js", readFileSync(path.join(PROGRAMS, "declaredGroups.js"), "utf8"));
    const [all, changed] = [size + 1, size];
    expectDone(await step(MEASURE.create, () => stack.up(program(1))), "created", all);
    const inPreview = { measure: MEASURE.requestsPreview, per: 1 };
    expectDone(await step(MEASURE.preview, () => stack.preview(program(1)), inPreview), "unchanged", all);
    const unchanged = { measure: MEASURE.requestsUnchanged, per: 1 };
    expectDone(await step(MEASURE.unchanged, () => stack.up(program(1)), unchanged), "unchanged", all);
    const perGroup = { measure: MEASURE.requestsChanged, per: changed };
    expectDone(await step(MEASURE.update, () => stack.up(program(2)), perGroup), "updated", changed);
    tell({ measure: MEASURE.state, unit: "bytes", value: addedBytes(await stack.export()) });
  } finally {
    stack.remove();
    await service.close();
  }
}

/** Groups that are resources of their own, against what Pulumi itself costs. */
export const groups: Section = {
  name: "groups",
  title: "One resource for each group",
  description:
    "A program declares so many groups, each with ten or so members, on a stack with a file backend. It is compared with a bare " +
    "`pulumi.dynamic.Resource` whose provider is written in the program, with the same arguments, one output and no request. " +
    "`update all` changes the replicas of every group. State bytes are what a group's record holds beside its arguments " +
    "(twice: as inputs and as outputs) and the engine's own members.",
  contenders: { bare: "bare dynamic resource", full: "`observed: full`", summary: "`observed: summary`" },
  budgets: [...budgets("full", { up: 1.1, state: 1200 }), ...budgets("summary", { up: 0.8, state: 350 })],
  minutes: { full: 45, quick: 1 },
  run(bench) {
    const contests = contestsBySize(bench.plan, {
      sizes: SIZES,
      large: LARGE,
      contenders: Object.keys(PROGRAM),
      seconds: (size) => 15 + size * 0.3,
      turn: (size, contender, tell) => turn(bench, size, contender, tell),
    });
    return runContests(bench, contests);
  },
};
