import { setTimeout as sleep } from "node:timers/promises";
import { deployed, expectSettled, expectSuccess, PROJECT, type Deployed } from "../support/deployed";
import { processTree, signal } from "../support/processes";

jest.setTimeout(300_000);

const NAMES = Array.from({ length: 60 }, (_, index) => `group-${index}`);

let all: Deployed;
const orphans: number[] = [];

beforeAll(async () => {
  all = await deployed(
    { groups: NAMES.map((name) => ({ ...PROJECT, name })) },
    { "containergroups:maxConnections": "2" },
  );
});

afterAll(async () => {
  for (const pid of orphans) {
    signal(pid, "SIGKILL");
  }
  await all.close();
});

const program = (replicas: number) =>
  `const names = ${JSON.stringify(NAMES)};
   new cg.ContainerGroupFleet("all", { groups: Object.fromEntries(names.map((name) => [name, { replicas: ${replicas} }])) });`;
const replicasSent = () => all.service.requests.map(({ body }) => (body as { replicas: number }).replicas);

it("after a CLI is killed in the middle of a fleet, its provider sends nothing over what the next up declares", async () => {
  all.stack.program(program(2));
  all.service.fault({ kind: "slow", delayMs: 500, times: Infinity });
  const { child, done } = all.stack.start("up");
  while (all.service.requests.length < 6) {
    await sleep(20);
  }
  orphans.push(...processTree(child.pid ?? 0).slice(1));
  child.kill("SIGKILL");
  await sleep(3000);
  // Its provider is still there: nobody has told it anything.
  expect(orphans.filter((pid) => signal(pid, 0))).not.toEqual([]);
  const made = all.service.requests.length;
  expect(made).toBeLessThan(NAMES.length / 2);
  await sleep(10_000);
  expect(all.service.requests.length).toBe(made);

  all.service.clearFaults();
  all.service.clearRequests();
  all.stack.cancel();
  all.stack.program(program(3));
  expectSuccess(await all.stack.up());
  await sleep(3000);
  expect(replicasSent()).toEqual(NAMES.map(() => 3));
  expect(NAMES.map((name) => all.service.stored(PROJECT.organizationName, PROJECT.projectName, name))).toEqual(
    NAMES.map(() => expect.objectContaining({ replicas: 3 })),
  );
  await expectSettled(all);
  await done;
});
