import { deployed, expectSettled, expectSuccess, PROJECT, type Deployed } from "../support/deployed";
import { processTree, signal } from "../support/processes";
import { startRelay, type Relay } from "../support/proxy";
import { urnOf } from "../support/stack";
import { CLI_PATIENCE_MS, until } from "../support/until";

const NAMES = Array.from({ length: 60 }, (_, index) => `group-${index}`);
const CONNECTIONS = 2;

let all: Deployed;
let relay: Relay;
const orphans: number[] = [];

beforeAll(async () => {
  all = await deployed(
    { groups: NAMES.map((name) => ({ ...PROJECT, name })) },
    { "containergroups:maxConnections": `${CONNECTIONS}`, "containergroups:requestTimeoutSeconds": "600" },
  );
  relay = await startRelay(Number(new URL(all.service.url).port));
  all.stack.configure("containergroups:baseUrl", relay.url);
});

afterAll(async () => {
  for (const pid of orphans) {
    signal(pid, "SIGKILL");
  }
  await relay.close();
  await all.close();
});

const program = (replicas: number) =>
  `const names = ${JSON.stringify(NAMES)};
   new cg.ContainerGroupFleet("all", { groups: Object.fromEntries(names.map((name) => [name, { replicas: ${replicas} }])) });`;
const replicasSent = () => all.service.requests.map(({ body }) => (body as { replicas: number }).replicas);

it("after a CLI is killed in the middle of a fleet, its provider sends nothing over what the next up declares", async () => {
  all.stack.program(program(2));
  all.service.fault({ kind: "hang", after: 4, times: Infinity });
  const { child, done } = all.stack.start("up");
  await until(() => all.service.requests.length === 4 + CONNECTIONS, "not all connections are in use", CLI_PATIENCE_MS);
  orphans.push(...processTree(child.pid ?? 0).slice(1));
  child.kill("SIGKILL");
  // Nobody has told its provider anything: it gives its requests up by itself, which would wait for ten minutes, and goes on.
  await until(() => relay.connections === 0, "the provider waits for its responses");
  expect(orphans.filter((pid) => signal(pid, 0))).not.toEqual([]);
  expect(all.service.requests).toHaveLength(4 + CONNECTIONS);

  all.service.clearFaults();
  all.service.clearRequests();
  all.stack.cancel();
  all.stack.program(program(3));
  expectSuccess(await all.stack.up());
  expect(replicasSent()).toEqual(NAMES.map(() => 3));
  expect(NAMES.map((name) => all.service.stored(PROJECT.organizationName, PROJECT.projectName, name))).toEqual(
    NAMES.map(() => expect.objectContaining({ replicas: 3 })),
  );
  await expectSettled(all);
  await done;
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
  expect(state.deployment.pending_operations).toContainEqual(
    expect.objectContaining({ type: "creating", resource: expect.objectContaining({ urn: URN }) as unknown }),
  );

  all.stack.cancel();
  const up = await all.stack.up();
  expectSuccess(up);
  expect(up.output).toContain(`${URN}, interrupted while creating`);
  expect(jobs()).toHaveLength(2);
  await expectSettled(all);
  await done;
});
