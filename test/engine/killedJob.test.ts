import { deployed, expectSettled, expectSuccess, PROJECT, type Deployed } from "../support/deployed";
import { processTree, signal } from "../support/processes";
import { urnOf } from "../support/stack";
import { CLI_PATIENCE_MS, until } from "../support/until";

let all: Deployed;
const orphans: number[] = [];

beforeAll(async () => {
  all = await deployed();
});

afterAll(async () => {
  orphans.forEach((pid) => signal(pid, "SIGKILL"));
  await all.close();
});

const URN = urnOf("QueueJob", "job");
const jobs = () => all.service.jobs(PROJECT.organizationName, PROJECT.projectName, "renders");

it("a job whose CLI was killed before it was recorded is in the state as a pending operation, and the next up names it and posts it again", async () => {
  all.stack.program(`new cg.QueueJob("job", { queueName: "renders", input: 1 });`);
  // The job is made when the request arrives; its response is on the way when the CLI is killed.
  all.service.fault({ kind: "slow", delayMs: 60_000 });
  const { child, done } = all.stack.start("up");
  await until(() => jobs().length > 0, "no job", CLI_PATIENCE_MS);
  orphans.push(...processTree(child.pid ?? 0).slice(1));
  child.kill("SIGKILL");
  const state = JSON.parse(all.stack.export()) as { deployment: { pending_operations?: unknown } };
  expect(state.deployment.pending_operations).toEqual([
    expect.objectContaining({ type: "creating", resource: expect.objectContaining({ urn: URN }) as unknown }),
  ]);

  all.stack.cancel();
  const up = await all.stack.up();
  expectSuccess(up);
  expect(up.output).toContain(`${URN}, interrupted while creating`);
  expect(jobs()).toHaveLength(2);
  await expectSettled(all);
  await done;
});
