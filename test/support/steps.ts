import { expectNoStackTrace, expectSettled, expectSuccess, PROJECT, type Deployed } from "./deployed";
import type { Run } from "./stack";

/** One run of the CLI, and what must come of it. */
export interface Step {
  /** The program from here on; that of before where there is none. */
  program?: string;
  /** What happens before the run, such as a change by somebody else, or a fault. */
  before?: () => void;
  /** Default: `up`. */
  command?: "preview" | "up" | "refresh" | "destroy";
  flags?: string[];
  /** What the service is sent, in order: `web {"replicas":1}`, by the last part of the path. Default: nothing. */
  sends?: string[];
  /** The same, where requests are under way at the same time and so may come in any order. */
  sendsAtOnce?: string[];
  /** What is done with each resource that is not left as it is: `update web`. */
  does?: string[];
  /** The run must fail, and show no stack trace. */
  fails?: true;
  prints?: string | RegExp;
  /** What the outputs of resources then hold, by their names. */
  outputs?: Record<string, object>;
  /** Resources whose outputs are the same as before. */
  keepsOutputs?: string[];
  /** What else must be so right after the run. */
  after?: (run: Run) => void;
  /** The same program again changes nothing, and sends nothing. */
  settles?: true;
  /** What the service holds of groups in the end, by their names. */
  holds?: Record<string, object>;
  /** What else must be so in the end. */
  lastly?: () => void;
}

/** What was sent since the log was cleared, in order: `web {"replicas":1}`. Jobs are posted, and everything else is patched. */
function sentTo({ service }: Deployed): string[] {
  return service.requests.map(({ method, path, rawBody }) => {
    const name = path.split("/").at(-1);
    expect(method).toBe(name === "jobs" ? "POST" : "PATCH");
    return `${name} ${rawBody}`;
  });
}

async function runStep(all: Deployed, step: Step): Promise<void> {
  const { program, command = "up", flags = [], does, fails, prints, outputs = {}, holds = {} } = step;
  if (program !== undefined) {
    all.stack.program(program);
  }
  step.before?.();
  const outputsOf = () => (step.keepsOutputs ?? []).map((name) => JSON.stringify(all.stack.outputs(name)));
  const kept = outputsOf();
  all.service.clearRequests();
  const run = await all.stack[command](flags);
  if (fails) {
    expect(run.code).not.toBe(0);
    expectNoStackTrace(run.output);
  } else {
    expectSuccess(run);
  }
  if (step.sendsAtOnce !== undefined) {
    expect(sentTo(all).sort()).toEqual([...step.sendsAtOnce].sort());
  } else {
    expect(sentTo(all)).toEqual(step.sends ?? []);
  }
  if (does !== undefined) {
    const changes = run.steps.filter(({ operation }) => operation !== "same");
    expect(changes.map(({ operation, name }) => `${operation} ${name}`)).toEqual(does);
  }
  if (prints !== undefined) {
    expect(run.output).toMatch(prints);
  }
  expect(outputsOf()).toEqual(kept);
  for (const [name, expected] of Object.entries(outputs)) {
    expect(all.stack.outputs(name)).toMatchObject(expected);
  }
  step.after?.(run);
  if (step.settles) {
    await expectSettled(all);
  }
  for (const [name, expected] of Object.entries(holds)) {
    expect(all.service.stored(PROJECT.organizationName, PROJECT.projectName, name)).toMatchObject(expected);
  }
  step.lastly?.();
}

/** A test for each row. The rows build on each other: they are the life of what a program declares. */
export function testLife(all: () => Deployed, rows: [sentence: string, ...steps: Step[]][]): void {
  test.each(rows.map(([sentence, ...steps]) => [sentence, steps] as const))("%s", async (_, steps) => {
    for (const step of steps) {
      await runStep(all(), step);
    }
  });
}
