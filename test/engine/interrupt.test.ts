import { deployed, expectSettled, expectSuccess, PROJECT, type Deployed } from "../support/deployed";
import { CLI_PATIENCE_MS, until } from "../support/until";

const GROUPS = Array.from({ length: 12 }, (_, i) => `group-${i}`);

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: GROUPS.map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

const program = (replicas: number) =>
  GROUPS.map((name) => `new cg.ContainerGroup("${name}", { replicas: ${replicas} });`).join("\n");

it("Ctrl-C in the middle of an up leaves a state that the next up completes with only the missing requests", async () => {
  all.stack.program(program(1));
  // Only three resources are made at a time, and but for the first ones their responses come after the interrupt.
  all.service.fault({ kind: "slow", delayMs: 5000, after: 3, times: Infinity });
  const { child, done } = all.stack.start("up", ["--parallel", "3"]);
  await until(() => all.service.requests.length >= 4, "no four requests", CLI_PATIENCE_MS);
  // A terminal interrupts the whole group: the CLI, the program and the provider's process.
  process.kill(-(child.pid ?? 0), "SIGINT");
  const interrupted = await done;
  expect(interrupted.code).not.toBe(0);
  const made = new Set(all.service.requests.map(({ path }) => path));
  expect(made.size).toBeGreaterThanOrEqual(3);
  expect(made.size).toBeLessThan(GROUPS.length);

  all.service.clearFaults();
  all.service.clearRequests();
  expectSuccess(await all.stack.up());
  const completed = all.service.requests.map(({ path }) => path);
  expect(new Set([...made, ...completed]).size).toBe(GROUPS.length);
  expect(completed.filter((path) => made.has(path))).toEqual([]);
  await expectSettled(all);
});
