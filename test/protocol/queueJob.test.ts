import type { Fault } from "../../emulator";
import { Engine, keptAfter, PROJECT } from "../support/protocol";

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start();
});
beforeEach(() => engine.service.reset());
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
    expect(outs).toMatchObject({ ...JOB, ...PROJECT, observed: { status: "pending" } });
  });

  const { metadata: _, ...withoutMetadata } = JOB;
  // A trigger that is undefined arrives as null.
  const triggered = (trigger: unknown) => ({ ...JOB, triggers: [trigger, "v1"] });

  // prettier-ignore
  it.each<[after: object, replaces: string[], before?: object]>([
    [JOB, []],
    [{ ...JOB, input: 2 }, ["input"]],
    [{ ...JOB, input: null }, ["input"]],
    [{ ...JOB, metadata: { by: "me" } }, ["metadata"]],
    [withoutMetadata, ["metadata"]],
    [{ ...JOB, webhook: "https://other.example.com/" }, ["webhook"]],
    [{ ...JOB, triggers: [1] }, ["triggers"]],
    [triggered(null), [], triggered(null)],
    [triggered(2), ["triggers"], triggered(null)],
  ])("as %j is replaced by what differs: %j", async (after, replaces, before = JOB) => {
    const created = await engine.create("queueJob", { ...before });
    expect(engine.bodies()).toEqual([expect.not.objectContaining({ triggers: expect.anything() })]);
    const { diff } = await engine.change("queueJob", created, { ...after });
    expect(diff).toMatchObject({ changes: replaces.length > 0, replaces });
  });

  it("is refreshed and deleted without a request", async () => {
    const { id, outs } = await engine.create("queueJob", JOB);
    engine.service.clearRequests();
    expect((await engine.host.read("queueJob", id, outs)).props).toEqual(outs);
    await engine.host.delete("queueJob", id, outs);
    expect(engine.service.requests).toHaveLength(0);
  });

  const html = { "content-type": "text/html" };

  // prettier-ignore
  it.each<[string, Fault]>([
    ["no JSON", { kind: "body", processed: true, status: 201, body: "<html>", headers: html }],
    ["without an id", { kind: "omit", members: ["id"] }],
  ])("whose response is %s is kept as posted, and nothing is posted again", async (_, fault) => {
    engine.service.fault(fault);
    const { error, ...kept } = await keptAfter(engine.create("queueJob", JOB));
    expect(error.message).toContain("the next `pulumi up` posts nothing");
    expect(kept).toMatchObject({ id: "acme/vision/renders/unknown", outs: JOB });
    const again = await engine.change("queueJob", kept, JOB);
    expect(again.diff).toMatchObject({ changes: false, replaces: [] });
    await again.update();
    expect(engine.service.requests).toHaveLength(1);
  });

  it("is created where its response lacks any field but the id", async () => {
    engine.service.fault({ kind: "omit", members: ["events", "status", "create_time", "update_time", "input"] });
    const { outs } = await engine.create("queueJob", JOB);
    expect(Object.keys(outs["observed"] as object)).toEqual(["id"]);
  });
});
