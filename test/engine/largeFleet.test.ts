import { deployed, expectSettled, expectSuccess, PROJECT, sent, type Deployed } from "../support/deployed";

let all: Deployed;

beforeEach(async () => {
  all = await deployed(
    { maxRequests: 100_000 },
    { "containergroups:maxRetries": "0", "containergroups:maxConnections": "64" },
  );
});

afterEach(() => all.close());

const name = (index: number) => `group-${index}`;

function exist(count: number): void {
  for (let index = 0; index < count; index++) {
    all.service.putGroup({ ...PROJECT, name: name(index) });
  }
}

const fleet = (count: number, entry: string, defaults = "{}") => `
  const groups = {};
  for (let i = 0; i < ${count}; i++) groups["group-" + i] = ${entry};
  new cg.ContainerGroupFleet("all", { defaults: ${defaults}, groups });
  new cg.QueueJob("job", { queueName: "renders", input: 1 });`;

const posts = () => sent(all.service).filter(({ method }) => method === "POST");

/** A run that must fail: what it prints of the fleet is short. */
async function failing() {
  const run = await all.stack.up();
  expect(run.code).not.toBe(0);
  expect(run.output).not.toContain("COMPRESSION_ERROR");
  expect(run.output.length).toBeLessThan(40_000);
  return run.output;
}

describe("a fleet of ten thousand groups", () => {
  it("that are all refused, and of which then nine thousand are, has short errors and forgets nothing", async () => {
    const COUNT = 10_000;
    exist(COUNT);
    const refused = (path: RegExp) =>
      all.service.fault({ kind: "status", status: 422, body: { detail: "no" }, match: { path }, times: Infinity });
    refused(/containers\/group-/);
    const program = (replicas: number) =>
      fleet(COUNT, "{ replicas: i % 7 }", `{ displayName: "All ${replicas}", onDestroy: { replicas: 0 } }`);
    all.stack.program(program(1));
    const whole = await failing();
    expect(whole).toContain("0 of 10,000 groups done; the next `pulumi up` sends what is missing.");
    expect(whole).toContain("9,980 more: 422 Unprocessable Entity");
    expect(posts()).toHaveLength(1);

    all.service.clearFaults();
    refused(/containers\/group-\d*[1-9]$/);
    const part = await failing();
    expect(part).toContain("1,000 of 10,000 groups done");
    expect(part).toContain("8,980 more: 422 Unprocessable Entity");
    // The job of the run before was kept: nothing else in flight was lost.
    expect(posts()).toHaveLength(1);

    all.stack.program(program(2));
    expect(await failing()).toContain("1,000 of 10,000 groups done");
    all.service.clearFaults();
    all.service.clearRequests();
    expectSuccess(await all.stack.up());
    // Those that were done have nothing to change.
    expect(sent(all.service)).toHaveLength(9_000);
    expect(all.service.stored("acme", "vision", name(9_999))).toMatchObject({ display_name: "All 2" });
    await expectSettled(all);
  });
});

describe("a fleet with four kilobytes of environment in each group", () => {
  const entry = (salt: string) => `{ container: { environmentVariables: { A: "${salt}" + "x".repeat(4000) } } }`;

  it("of 1,900 of which all but one fail keeps what was declared before, and the next up sends only what is missing", async () => {
    const COUNT = 1_900;
    exist(COUNT);
    all.stack.program(fleet(COUNT, entry("a")));
    expectSuccess(await all.stack.up());
    all.service.fault({ kind: "status", status: 422, match: { path: /containers\/group-\d*[1-9]/ }, times: Infinity });
    all.stack.program(fleet(COUNT, entry("b")));
    expect(await failing()).toContain("1 of 1,900 groups done");
    all.service.clearFaults();
    all.stack.program(fleet(COUNT, entry("a")));
    all.service.clearRequests();
    expectSuccess(await all.stack.up());
    expect(sent(all.service)).toHaveLength(1);
    await expectSettled(all);
  });
});
