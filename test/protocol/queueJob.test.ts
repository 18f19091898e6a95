import type { Fault } from "../../emulator";
import { Engine, failure } from "../support/protocol";

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start();
});
beforeEach(() => {
  engine.service.clearRequests();
  engine.service.clearFaults();
});
afterAll(() => engine.stop());

const JOB = {
  queueName: "renders",
  input: { page: 1, deep: [null, { a: 1 }] },
  metadata: { by: "test" },
  webhook: "https://hook.example.com/x",
};

describe("a queue job over the protocol", () => {
  it("is posted with its body, and its id has organization, project and queue in it", async () => {
    const { id, outs } = await engine.create("queueJob", JOB);
    const { queueName, ...body } = JOB;
    expect(engine.bodies()).toEqual([body]);
    expect(id).toMatch(new RegExp(`^acme/vision/${queueName}/[0-9a-f-]{36}$`));
    expect(outs).toMatchObject({
      ...JOB,
      organizationName: "acme",
      projectName: "vision",
      observed: { status: "pending" },
    });
  });

  it("shows no change with the same arguments, and is replaced where any of them differs", async () => {
    const created = await engine.create("queueJob", JOB);
    expect((await engine.change("queueJob", created, JOB)).diff).toMatchObject({ changes: false, replaces: [] });
    const others: [string, unknown][] = [
      ["input", 2],
      ["input", null],
      ["metadata", { by: "me" }],
      ["webhook", "https://other.example.com/"],
      ["triggers", [1]],
    ];
    for (const [argument, value] of others) {
      expect((await engine.change("queueJob", created, { ...JOB, [argument]: value })).diff).toMatchObject({
        changes: true,
        replaces: [argument],
      });
    }
    const { metadata: _, ...without } = JOB;
    expect((await engine.change("queueJob", created, without)).diff.replaces).toEqual(["metadata"]);
  });

  it("is replaced when a trigger that was undefined, which arrives as null, has a value", async () => {
    const triggers = (...values: unknown[]) => ({ ...JOB, triggers: values });
    const created = await engine.create("queueJob", triggers(null, "v1"));
    expect(engine.bodies()).toEqual([expect.not.objectContaining({ triggers: expect.anything() })]);
    expect((await engine.change("queueJob", created, triggers(null, "v1"))).diff).toMatchObject({ changes: false });
    expect((await engine.change("queueJob", created, triggers(2, "v1"))).diff.replaces).toEqual(["triggers"]);
  });

  it("is refreshed and deleted without a request", async () => {
    const { id, outs } = await engine.create("queueJob", JOB);
    engine.service.clearRequests();
    expect((await engine.host.read("queueJob", id, outs)).props).toEqual(outs);
    await engine.host.delete("queueJob", id, outs);
    expect(engine.service.requests).toHaveLength(0);
  });

  it("is refused without input and queue, with both reasons at once", async () => {
    const { failures } = await engine.host.check("queueJob", { webhook: "not a url" });
    expect(failures).toEqual([
      "input: is required and must be a JSON value",
      "webhook: must be a URL of 1 to 2048 characters, got [secret]",
      "queueName: is required and must be a string of 2 to 63 characters that matches ^[a-z][a-z0-9-]{0,61}[a-z0-9]$",
    ]);
  });

  it.each<[string, Fault]>([
    ["cut off", { kind: "truncate" }],
    ["empty", { kind: "empty" }],
    [
      "no JSON",
      { kind: "body", processed: true, status: 201, body: "<html>", headers: { "content-type": "text/html" } },
    ],
    ["without an id", { kind: "omit", members: ["id"] }],
  ])("whose response is %s is kept as posted, and nothing is posted again", async (_, fault) => {
    engine.service.fault(fault);
    const { message, kept } = await failure(engine.create("queueJob", JOB));
    expect(message).toContain("the next `pulumi up` posts nothing");
    expect(kept).toMatchObject({ id: "acme/vision/renders/unknown", properties: JOB });
    const again = await engine.change("queueJob", { id: kept?.id ?? "", outs: kept?.properties ?? {} }, JOB);
    expect(again.diff).toMatchObject({ changes: false, replaces: [] });
    await again.update();
    expect(engine.service.requests).toHaveLength(1);
  });

  it("is created where its response lacks any field but the id", async () => {
    engine.service.fault({ kind: "omit", members: ["events", "status", "create_time", "update_time", "input"] });
    const { outs } = await engine.create("queueJob", JOB);
    expect(Object.keys(outs["observed"] as object)).toEqual(["id"]);
  });

  it("keeps the undocumented scalars of each event", async () => {
    engine.service.fault({
      kind: "body",
      processed: true,
      body: (_: unknown, response: unknown) => ({
        ...(response as object),
        tries: 1,
        events: [{ time: "2026-01-01T00:00:00Z", action: "created", exit_code: null, machine: { id: 1 } }, {}],
      }),
    });
    const created = await engine.create("queueJob", JOB);
    const observed = created.outs["observed"] as Record<string, unknown>;
    expect(observed["events"]).toEqual([
      { time: "2026-01-01T00:00:00Z", additionalMembers: { action: "created", exit_code: null } },
      {},
    ]);
    expect(observed).not.toHaveProperty("additionalMembers");
    expect((await engine.change("queueJob", created, JOB)).diff.changes).toBe(false);
  });

  it("keeps each digit of a number beyond 2^53 in the response", async () => {
    engine.service.fault({
      kind: "body",
      status: 201,
      processed: true,
      headers: { "content-type": "application/json" },
      body: '{"id":"3f1c9a52-6f0e-4d5e-9d0e-1a2b3c4d5e6f","output":{"n":9223372036854775807,"small":7}}',
    });
    expect((await engine.create("queueJob", JOB)).outs["observed"]).toMatchObject({
      output: { n: "9223372036854775807", small: 7 },
    });
  });
});
