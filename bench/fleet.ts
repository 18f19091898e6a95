import { readFileSync } from "node:fs";
import path from "node:path";
import { FleetService } from "./lib/fleetService";
import { OpenTofu, peerVersions } from "./lib/openTofu";
import { PROGRAMS } from "./lib/root";
import { contestsBySize, runContests, type Measured } from "./lib/rounds";
import type { Bench, Budget, Section } from "./lib/samples";
import { Stack, type Run } from "./lib/stack";
import type { FleetPlan } from "./programs/declaredFleet";
import { groupNames, PLACE } from "./programs/declaredGroups";

/** One contender's fleet, with a state of its own. */
interface Fleet {
  update(plan: FleetPlan): Promise<Run>;
  /** Throws when there is anything to change. */
  preview(plan: FleetPlan): Promise<Run>;
  state(): Promise<unknown>;
  remove(): void;
}

async function ourFleet(folder: string, { url, apiKey }: FleetService): Promise<Fleet> {
  const settings = { "containergroups:baseUrl": url, "containergroups:apiKey": apiKey };
  const stack = await Stack.create(folder, settings);
  stack.program(readFileSync(path.join(PROGRAMS, "sdkFleet.js"), "utf8"));
  for (const file of ["declaredFleet.js", "declaredGroups.js"])
    stack.write(file, readFileSync(path.join(PROGRAMS, file), "utf8"));
  const program = ({ names, revision, revised }: FleetPlan) => ({
    BENCH_GROUPS: String(names.length),
    BENCH_REVISION: String(revision),
    BENCH_REVISED: String(revised),
  });
  return {
    update: (plan) => stack.up(program(plan)),
    preview: async (plan) => {
      const run = await stack.preview(program(plan));
      // The stack itself is the other resource.
      if (!/\b2 unchanged\b/.test(run.output)) throw new Error(`the preview is not without changes:\n${run.output}`);
      return run;
    },
    state: () => stack.export(),
    remove: () => stack.remove(),
  };
}

async function openTofuFleet(folder: string, service: FleetService): Promise<Fleet> {
  const workspace = await OpenTofu.create(folder, service);
  const declare = ({ names, revision, revised }: FleetPlan) => {
    const { organizationName, projectName } = PLACE;
    const place = { organization_name: organizationName, project_name: projectName };
    workspace.declare({ ...place, names, revision, revised });
  };
  return {
    update: (plan) => {
      declare(plan);
      return workspace.apply();
    },
    preview: (plan) => {
      declare(plan);
      return workspace.plan();
    },
    state: () => Promise.resolve(workspace.state()),
    remove: () => workspace.remove(),
  };
}

const CONTENDERS = { fleet: ourFleet, opentofu: openTofuFleet };
type Contender = keyof typeof CONTENDERS;

const SIZES = { full: [100, 1000, 5000], quick: [50] };

/** The size that the budgets are about. */
const LARGE = 5000;

const MEASURE = {
  create: "create",
  preview: "preview without changes",
  updateOne: "update one of them",
  updateAll: "update all",
} as const;
type Step = keyof typeof MEASURE;

const requestsOf = (step: Step) => `requests: ${MEASURE[step]}`;

const time = (step: Step, atMost: number): Budget => ({
  measure: MEASURE[step],
  size: LARGE,
  ours: "fleet",
  against: "opentofu",
  atMost,
  promise: "fleet of 5,000, against the same with OpenTofu",
});

const requests = (step: Step, atMost: number, promise: string): Budget => ({
  measure: requestsOf(step),
  size: LARGE,
  ours: "fleet",
  atMost,
  promise: `requests: ${promise}`,
});

/** All steps of one contender with so many groups, from nothing. What the groups hold is looked at after each. */
async function turn(bench: Bench, size: number, contender: Contender, tell: (...figures: Measured[]) => void) {
  const names = groupNames(size);
  const service = await FleetService.start(names);
  const fleet = await CONTENDERS[contender](path.join(bench.folder, `${contender}-${size}`), service);
  const run = async (step: Step, work: (plan: FleetPlan) => Promise<Run>, plan: FleetPlan) => {
    service.takeRequests();
    const { milliseconds } = await work(plan);
    const count = service.takeRequests();
    service.expect(plan);
    tell(
      { measure: MEASURE[step], unit: "ms", value: milliseconds },
      { measure: requestsOf(step), unit: "requests", value: count },
    );
  };
  const created = { names, revision: 1, revised: size };
  try {
    await run("create", fleet.update, created);
    await run("preview", fleet.preview, created);
    await run("updateOne", fleet.update, { names, revision: 2, revised: 1 });
    await run("updateAll", fleet.update, { names, revision: 3, revised: size });
    // Without white space: what is in it counts, not how it is laid out.
    const bytes = Buffer.byteLength(JSON.stringify(await fleet.state()));
    tell({ measure: "state bytes", unit: "bytes", value: bytes });
  } finally {
    fleet.remove();
    await service.close();
  }
}

/** Many groups in one resource, against the same with a generic REST provider. */
export const fleet: Section = {
  name: "fleet",
  title: "Many groups: a fleet, and OpenTofu with a generic REST provider",
  description:
    "The same groups are declared as one `ContainerGroupFleet`, on a stack with a file backend, and with OpenTofu and a generic REST " +
    "provider, with a local state ([how they are set up](../peers/README.md)). Both use their default settings and make up to 16 requests at once. " +
    "`update all` changes the replicas and the image of every group, `update one of them` those of one. OpenTofu reads every group before it plans. " +
    "After each step the service is asked whether the groups hold what was declared.",
  contenders: { fleet: "`ContainerGroupFleet`", opentofu: "OpenTofu, generic REST provider" },
  budgets: [
    time("create", 0.6),
    time("updateAll", 0.15),
    time("preview", 0.2),
    requests("updateAll", LARGE, "changed group 1"),
    requests("updateOne", 1, "unchanged group 0"),
    requests("preview", 0, "preview 0"),
  ],
  minutes: { full: 30, quick: 0.5 },
  versions: peerVersions,
  run(bench) {
    const contests = contestsBySize(bench.plan, {
      sizes: SIZES,
      large: LARGE,
      contenders: Object.keys(CONTENDERS),
      seconds: (size) => 15 + size * 0.1,
      turn: (size, contender, tell) => turn(bench, size, contender as Contender, tell),
    });
    return runContests(bench, contests);
  },
};
