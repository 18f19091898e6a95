import { deployed, expectSettled, expectSuccess, sent, type Deployed } from "../support/deployed";

jest.setTimeout(300_000);

let all: Deployed;

beforeAll(async () => {
  all = await deployed();
});

afterAll(() => all.close());

const JOBS = "/organizations/acme/projects/vision/queues/renders/jobs";

/** A program with a queue and one of its jobs. */
async function upTo(queue: string, job: string) {
  all.stack.program(
    `const renders = new cg.Queue("renders", ${queue});
     exports.job = new cg.QueueJob("job", { queueName: renders.name, ...${job} }).observed;`,
  );
  all.service.clearRequests();
  const run = await all.stack.up();
  expectSuccess(run);
  return sent(all.service);
}

// The steps build on each other: they are the life of one queue and its job.
describe("in the life of a queue and a job,", () => {
  it("an up adopts the queue and posts the job once", async () => {
    const requests = await upTo(
      `{ description: "Pages" }`,
      `{ input: { page: 1, nothing: null }, metadata: { by: "test" } }`,
    );
    expect(requests).toEqual([
      { method: "PATCH", body: { description: "Pages" } },
      { method: "POST", body: { input: { page: 1, nothing: null }, metadata: { by: "test" } } },
    ]);
    expect(all.service.requests[1]?.path).toBe(JOBS);
    expect(all.stack.outputs("job")).toMatchObject({
      input: { page: 1, nothing: null },
      observed: { status: "pending" },
    });
    await expectSettled(all);
  });

  it("a change of the queue alone patches the queue alone", async () => {
    const requests = await upTo(
      `{ description: "All pages", displayName: "Renders" }`,
      `{ input: { page: 1, nothing: null }, metadata: { by: "test" } }`,
    );
    expect(requests).toEqual([{ method: "PATCH", body: { description: "All pages", display_name: "Renders" } }]);
    await expectSettled(all);
  });

  it("removed fields of the queue are sent as null", async () => {
    const requests = await upTo(`{}`, `{ input: { page: 1, nothing: null }, metadata: { by: "test" } }`);
    expect(requests).toEqual([{ method: "PATCH", body: { description: null, display_name: null } }]);
    await expectSettled(all);
  });

  it("another input is another job", async () => {
    expect(await upTo(`{}`, `{ input: { page: 2 } }`)).toEqual([{ method: "POST", body: { input: { page: 2 } } }]);
    await expectSettled(all);
  });

  it("another trigger posts the same job again, and does not travel", async () => {
    expect(await upTo(`{}`, `{ input: { page: 2 }, triggers: ["v1"] }`)).toEqual([
      { method: "POST", body: { input: { page: 2 } } },
    ]);
    expect(await upTo(`{}`, `{ input: { page: 2 }, triggers: ["v2"] }`)).toEqual([
      { method: "POST", body: { input: { page: 2 } } },
    ]);
    await expectSettled(all);
  });

  it("null is an input like any other", async () => {
    expect(await upTo(`{}`, `{ input: null }`)).toEqual([{ method: "POST", body: { input: null } }]);
    await expectSettled(all);
  });

  it("data with the key toString is posted and kept as it is", async () => {
    const input = { toString: "a", list: [{ toString: { deep: 1 } }] };
    const requests = await upTo(`{}`, `{ input: ${JSON.stringify(input)}, metadata: { toString: "m" } }`);
    expect(requests).toEqual([{ method: "POST", body: { input, metadata: { toString: "m" } } }]);
    expect(all.stack.outputs("job")).toMatchObject({ input });
    await expectSettled(all);
  });

  it("a job whose response is cut off is kept, and the next up posts nothing", async () => {
    all.service.fault({ kind: "truncate", match: { method: "POST" } });
    all.stack.program(`new cg.QueueJob("cut", { queueName: "renders", input: 1 });`);
    const run = await all.stack.up();
    expect(run.code).not.toBe(0);
    expect(run.output).toContain("the service accepted the job");
    await expectOneHealingRun();
    await expectSettled(all);
  });

  it("a job whose response is lost is not posted again within the run, and the error says that it may exist", async () => {
    all.service.fault({ kind: "reset-after", match: { method: "POST" } });
    all.stack.program(`new cg.QueueJob("lost", { queueName: "renders", input: 2 });`);
    all.service.clearRequests();
    const run = await all.stack.up();
    expect(run.code).not.toBe(0);
    expect(run.output).toContain("The job may exist");
    expect(sent(all.service)).toHaveLength(1);
  });

  it("a destroy forgets all of them without a request", async () => {
    all.service.clearRequests();
    expectSuccess(await all.stack.destroy());
    expect(sent(all.service)).toEqual([]);
  });

  async function expectOneHealingRun() {
    all.service.clearRequests();
    const healed = await all.stack.up();
    expectSuccess(healed);
    expect(sent(all.service)).toEqual([]);
  }
});
