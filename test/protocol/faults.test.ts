import type { Fault } from "../../emulator";
import { Engine, failure, PROJECT } from "../support/protocol";
import type { HostError, Kind, Properties } from "../support/dynamicProvider";

jest.setTimeout(60_000);

/**
 * What a fault does to a request: `applied`, it was made; `refused`, it surely was not, and the state is as before;
 * `doubt`, nobody knows: a PATCH is kept as in doubt, of a job the error says that it may exist; `kept`, the job was
 * accepted and is kept although its answer cannot be read.
 */
type Outcome = "applied" | "refused" | "doubt" | "kept";

interface Row {
  sentence: string;
  fault: Omit<Fault, "times">;
  /** Requests sent, and what became of it, with one further attempt allowed. */
  patch: [requests: number, outcome: Outcome];
  post: [requests: number, outcome: Outcome];
}

const once = (sentence: string, fault: Omit<Fault, "times">): Row => ({
  sentence,
  fault,
  patch: [1, "refused"],
  post: [1, "refused"],
});

const status = (code: number, headers?: Record<string, string>): Omit<Fault, "times"> => ({
  kind: "status",
  status: code,
  headers,
  body: { title: `Fault ${code}`, detail: "made by a test" },
});

const ROWS: Row[] = [
  ...[400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 418, 422, 423, 428, 431, 451].map((code) =>
    once(`a ${code}`, status(code)),
  ),
  { sentence: "a 408", fault: status(408), patch: [2, "doubt"], post: [1, "doubt"] },
  { sentence: "a 500", fault: status(500), patch: [2, "doubt"], post: [1, "doubt"] },
  { sentence: "a 501", fault: status(501), patch: [1, "refused"], post: [1, "refused"] },
  { sentence: "a 502", fault: status(502), patch: [2, "doubt"], post: [1, "doubt"] },
  { sentence: "a 503 without Retry-After", fault: status(503), patch: [2, "refused"], post: [1, "refused"] },
  {
    sentence: "a 503 with Retry-After",
    fault: status(503, { "retry-after": "0" }),
    patch: [2, "refused"],
    post: [2, "refused"],
  },
  { sentence: "a 504", fault: status(504), patch: [2, "doubt"], post: [1, "doubt"] },
  {
    sentence: "a reset before the request is processed",
    fault: { kind: "reset-before" },
    patch: [2, "doubt"],
    post: [1, "doubt"],
  },
  {
    sentence: "a reset after the request is processed",
    fault: { kind: "reset-after" },
    patch: [2, "doubt"],
    post: [1, "doubt"],
  },
  { sentence: "no answer at all", fault: { kind: "hang" }, patch: [2, "doubt"], post: [1, "doubt"] },
  {
    sentence: "an answer that comes too late",
    fault: { kind: "slow", delayMs: 3000 },
    patch: [2, "doubt"],
    post: [1, "doubt"],
  },
  {
    sentence: "an answer that is slow",
    fault: { kind: "slow", delayMs: 300 },
    patch: [1, "applied"],
    post: [1, "applied"],
  },
  {
    sentence: "a success whose body is cut off",
    fault: { kind: "truncate" },
    patch: [1, "applied"],
    post: [1, "kept"],
  },
  { sentence: "a success with an empty body", fault: { kind: "empty" }, patch: [1, "applied"], post: [1, "kept"] },
  {
    sentence: "a page that is not the service's",
    fault: { kind: "html", status: 200 },
    patch: [2, "doubt"],
    post: [1, "doubt"],
  },
  {
    sentence: "a success of another media type",
    fault: { kind: "wrong-media-type" },
    patch: [1, "applied"],
    post: [1, "applied"],
  },
  {
    sentence: "an error page in HTML",
    fault: { kind: "html", status: 400 },
    patch: [1, "refused"],
    post: [1, "refused"],
  },
  { sentence: "a redirect", fault: { kind: "redirect" }, patch: [1, "refused"], post: [1, "refused"] },
];

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start({ maxRetries: "1", requestTimeoutSeconds: "1" });
});
afterEach(() => engine.service.clearFaults());
afterAll(() => engine.stop());

/** What differs from run to run is not part of the message. */
const stable = (message: string): string =>
  message
    .replaceAll(engine.service.url, "http://service")
    .replace(/127\.0\.0\.1:\d+/g, "service")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "REQUEST-ID");

/** Kinds by the request that they make, what is declared first, then, and what the service has in the end. */
const PATCHED: { kind: Kind; before: Properties; after: Properties; body: object }[] = [
  {
    kind: "containerGroup",
    before: { name: "web", replicas: 1 },
    after: { name: "web", replicas: 2 },
    body: { replicas: 2 },
  },
  {
    kind: "queue",
    before: { name: "renders", description: "a" },
    after: { name: "renders", description: "b" },
    body: { description: "b" },
  },
];

describe.each(PATCHED)("a change of a $kind that meets", ({ kind, before, after, body }) => {
  it.each(ROWS)("$sentence", async ({ fault, patch: [requests, outcome] }) => {
    engine.service.putGroup({ ...PROJECT, name: "web" });
    engine.service.putQueue({ ...PROJECT, name: "renders" });
    const created = await engine.create(kind, before);
    engine.service.clearRequests();
    engine.service.fault({ ...fault, times: Infinity });
    const { update } = await engine.change(kind, created, after);
    let kept = created;
    if (outcome === "applied") {
      kept = await update();
    } else {
      const error = await failure(update());
      expect(stable(error.message)).toMatchSnapshot();
      expect(error.kept !== undefined).toBe(outcome === "doubt");
      if (error.kept) {
        kept = { id: error.kept.id, outs: error.kept.properties };
      }
    }
    expect(engine.bodies()).toEqual(Array(requests).fill(body));

    // The next up heals it: with the same program, and with the one before.
    engine.service.clearFaults();
    engine.service.clearRequests();
    const healing = await engine.change(kind, kept, after);
    expect(healing.diff.changes).toBe(outcome !== "applied");
    if (outcome !== "applied") {
      kept = await healing.update();
    }
    expect(engine.bodies()).toEqual(outcome === "applied" ? [] : [body]);
    expect(kept.outs).toMatchObject(after);
    expect(kept.outs["__unconfirmed"]).toBeUndefined();
    expect((await engine.change(kind, kept, after)).diff.changes).toBe(false);
  });
});

describe("a first declaration that meets", () => {
  it.each(ROWS.filter(({ patch: [, outcome] }) => outcome === "doubt"))(
    "$sentence is kept as in doubt",
    async ({ fault }) => {
      engine.service.putGroup({ ...PROJECT, name: "web" });
      engine.service.fault({ ...fault, times: Infinity });
      const { kept } = await failure(engine.create("containerGroup", { name: "web", displayName: "Five" }));
      engine.service.clearFaults();
      engine.service.clearRequests();
      // Taken out of the program meanwhile, the member is unset: it may have arrived.
      const { update } = await engine.change(
        "containerGroup",
        { id: kept?.id ?? "", outs: kept?.properties ?? {} },
        { name: "web" },
      );
      await update();
      expect(engine.bodies()).toEqual([{ display_name: null }]);
    },
  );
});

describe("a job that meets", () => {
  const job = { queueName: "renders", input: { page: 1 } };

  it.each(ROWS)("$sentence", async ({ fault, post: [requests, outcome] }) => {
    engine.service.clearRequests();
    engine.service.fault({ ...fault, times: Infinity });
    const result = await engine.create("queueJob", job).catch((error: unknown) => error as HostError);
    expect(engine.service.requests).toHaveLength(requests);
    if ("outs" in result) {
      expect(outcome).toBe("applied");
      return;
    }
    expect(stable(result.message)).toMatchSnapshot();
    expect(result.kept !== undefined).toBe(outcome === "kept");
    expect(result.message.includes("The job may exist")).toBe(outcome === "doubt");
    engine.service.clearFaults();
    engine.service.clearRequests();
    if (result.kept) {
      const { id, properties } = result.kept;
      expect((await engine.change("queueJob", { id, outs: properties }, job)).diff).toMatchObject({ changes: false });
    } else {
      await engine.create("queueJob", job);
    }
    expect(engine.service.requests).toHaveLength(result.kept ? 0 : 1);
  });
});

describe.each([
  ["without Retry-After", undefined],
  ["with Retry-After in seconds", "1"],
  ["with Retry-After in the past", "Wed, 21 Oct 2015 07:28:00 GMT"],
  ["with Retry-After that is garbage", "soon"],
])("two 429 %s are no failed attempts:", (_, retryAfter) => {
  const limit = () =>
    engine.service.fault({
      ...status(429, retryAfter === undefined ? undefined : { "retry-after": retryAfter }),
      times: 2,
    });

  it("a group and a job are sent again until they are taken", async () => {
    engine.service.putGroup({ ...PROJECT, name: "web" });
    engine.service.clearRequests();
    limit();
    await engine.create("containerGroup", { name: "web", replicas: 3 });
    limit();
    await engine.create("queueJob", { queueName: "renders", input: { page: 1 } });
    expect(engine.service.requests.map(({ status: code }) => code)).toEqual([429, 429, 200, 429, 429, 201]);
  });
});

it("a hundred resources that meet one 429 pause together, and are all made", async () => {
  for (let i = 0; i < 100; i++) {
    engine.service.putGroup({ ...PROJECT, name: `group-${i}` });
  }
  engine.service.clearRequests();
  engine.service.fault({ ...status(429, { "retry-after": "1" }), times: 1 });
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => engine.create("containerGroup", { name: `group-${i}`, replicas: 1 })),
  );
  const { requests } = engine.service;
  const refused = requests.find((request) => request.status === 429)?.startedAt ?? 0;
  const after = (milliseconds: number) => requests.filter(({ startedAt }) => startedAt - refused > milliseconds).length;
  expect(requests.length).toBeLessThanOrEqual(101);
  // What was not on its way when the answer came, over 16 connections, waited for the second that it asked for.
  expect(after(0) - after(950)).toBeLessThanOrEqual(32);
  expect(after(950)).toBeGreaterThanOrEqual(68);
});
