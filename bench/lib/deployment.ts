import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { environmentOf, type Plan } from "../programs/declared";
import { PROGRAMS } from "./root";
import type { GroupService } from "./service";
import type { Figures, Unit } from "./suite";
import type { CliStack, Run, Tools } from "./tools";

/** How much is done at the same time by subjects that are compared: as many requests as our `maxConnections` allows by default. */
export const AT_ONCE = 16;

/** Groups that a subject has deployed, with a state of their own. */
export interface Deployment {
  /** Makes them so. */
  up(plan: Plan): Promise<Run>;
  /** Looks what there is to change; rejects where that is not so many resources, each to be updated. */
  preview(plan: Plan, changes: number): Promise<Run>;
  state(): string;
}

/** What a stack is made with beside its program. */
export interface Options {
  settings?: Record<string, string>;
  /** Of the CLI, for each command. */
  flags?: readonly string[];
}

/** A stack in a folder, with the programs that were compiled of this benchmark beside it. */
export function createStack({ Stack }: Tools, folder: string, program: string): CliStack {
  const stack = new Stack("bench", { folder });
  for (const file of [program, "declared"]) {
    stack.write(`${file}.js`, readFileSync(path.join(PROGRAMS, `${file}.js`), "utf8"));
  }
  // A language host that sees the option does not load the TypeScript compiler for a program that does not need it.
  stack.write("Pulumi.yaml", "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
  stack.write("package.json", JSON.stringify({ name: "bench", private: true, main: `${program}.js` }));
  return stack;
}

/** Deploys with the real CLI: updates without a preview before them, as a pipeline does. */
export function deployStack(tools: Tools, stack: CliStack, service: GroupService, options: Options = {}): Deployment {
  const { succeed } = tools;
  stack.now("stack", "init");
  stack.configure({
    "containergroups:baseUrl": service.url,
    "containergroups:apiKey": service.apiKey,
    ...options.settings,
  });
  const start = (command: string, plan: Plan) =>
    succeed(
      `pulumi ${command}`,
      stack.start(command, ["--suppress-progress", ...(options.flags ?? [])], {
        env: environmentOf(plan),
      }).done,
    );
  return {
    up: (plan) => start("up", plan),
    async preview(plan, changes) {
      const run = await start("preview", plan);
      const found = run.output.match(/\b\d+ to \w+/g) ?? [];
      const expected = changes === 0 ? [] : [`${changes} to update`];
      if (!isDeepStrictEqual(found, expected) || !/\b\d+ unchanged\b/.test(run.output)) {
        throw new Error(`the preview should be of ${changes} changes:\n${run.output}`);
      }
      return run;
    },
    state: () => stack.export(),
  };
}

/** Something that is done with groups: its measure, how, what is declared, and what the CLI then says of it. */
export interface Step {
  measure: string;
  command: "up" | "preview";
  plan: Plan;
  said: string;
  /** What the service holds afterwards, where that is not what was declared: a preview changes nothing. */
  held?: Plan;
  /** How many groups a preview is to find changed. Default: 0. */
  changes?: number;
  /** How often it is done, where it changes nothing: the fastest counts, for what else the machine does only ever adds to it. Default: once. */
  times?: number;
}

/** The steps that suites are made of, for so many groups that are resources of their own. */
export function stepsFor(count: number) {
  const [first, last] = [
    { count, revision: 1 },
    { count, revision: 3 },
  ];
  const oneChanged = { ...first, revision: 2, revised: 1 };
  const all = count + 1;
  return {
    create: { measure: "create", command: "up", plan: first, said: `${all} created` },
    preview: { measure: "preview without changes", command: "preview", plan: first, said: `${all} unchanged` },
    unchanged: { measure: "up without changes", command: "up", plan: first, said: `${all} unchanged` },
    previewOne: {
      ...{ measure: "preview of one change", command: "preview", said: "1 to update", changes: 1 },
      ...{ plan: oneChanged, held: first },
    },
    updateOne: { measure: "update one of them", command: "up", plan: oneChanged, said: "1 updated" },
    updateAll: { measure: "update all", command: "up", plan: last, said: `${count} updated` },
  } satisfies Record<string, Step>;
}

/** The name of the measure that counts the requests of a step. */
export const requestsOf = ({ measure }: Step): string => `requests: ${measure}`;

/** What {@link runSteps} measures: the time and the requests of each. */
export function measuresOf(steps: readonly Step[]): Record<string, Unit> {
  const times = steps.map(({ measure }) => [measure, "ms"] as const);
  return Object.fromEntries([...times, ...steps.map((step) => [requestsOf(step), "requests"] as const)]);
}

/** Rejects where the service does not hold what was declared, or, where the subject makes no requests, where the CLI does not say that it did it. */
function checkDone(
  { measure, plan, held = plan, said }: Step,
  service: GroupService,
  output: string,
  silent: boolean,
): void {
  if (silent) {
    if (!new RegExp(`\\b${said}\\b`).test(output)) {
      throw new Error(`at "${measure}" the CLI should have said "${said}", and said:\n${output}`);
    }
    return;
  }
  const wrong = service.wrong(held);
  if (wrong.length > 0) {
    throw new Error(`after "${measure}" the service does not hold what it should of ${wrong.join(", ")}`);
  }
}

/** Goes through the steps. A figure of something else than was declared is not taken. */
export async function runSteps(
  deployment: Deployment,
  service: GroupService,
  steps: readonly Step[],
  { silent = false } = {},
): Promise<Figures> {
  const figures: Figures = {};
  for (const step of steps) {
    const times: number[] = [];
    service.takeRequests();
    for (let time = 0; time < (step.times ?? 1); time++) {
      const { milliseconds, output } = await deployment[step.command](step.plan, step.changes ?? 0);
      times.push(milliseconds);
      checkDone(step, service, output, silent);
    }
    figures[step.measure] = Math.min(...times);
    if (!silent) {
      figures[requestsOf(step)] = service.takeRequests();
    }
  }
  return figures;
}
