import type { Fault } from "../../emulator";
import { Engine, failure, PROJECT } from "../support/protocol";
import type { HostError, Kind, Properties } from "../support/providerHost";

jest.setTimeout(60_000);

/**
 * What becomes of a request that meets a fault: `applied`, it was made; `refused`, it surely was not, and the state is as before;
 * `indeterminate`, nobody knows: a PATCH is kept as such, and of a job the error says that it may exist; `kept`, the job was
 * accepted and is kept although its response cannot be read.
 */
type Outcome = "applied" | "refused" | "indeterminate" | "kept";

interface Row {
  sentence: string;
  fault: Omit<Fault, "times">;
  /** The request ends by its time-out. */
  timesOut?: true;
  /** Requests sent, and what becomes of the change, with one further attempt allowed. */
  patch: [requests: number, outcome: Outcome];
  post: [requests: number, outcome: Outcome];
}

const status = (code: number, headers?: Record<string, string>): Omit<Fault, "times"> => ({
  kind: "status",
  status: code,
  headers,
  body: { title: `Fault ${code}`, detail: "made by a test" },
});

/** A status for each next step, and two without one; the unit tests of retries and of failures hold the table of all statuses. */
const REFUSALS = [401, 403, 404, 405, 409, 422];

// prettier-ignore
const ROWS: Row[] = [
  ...REFUSALS.map((code): Row => ({ sentence: `a ${code}`, fault: status(code), patch: [1, "refused"], post: [1, "refused"] })),
  { sentence: "a 408", fault: status(408), patch: [2, "indeterminate"], post: [1, "indeterminate"] },
  { sentence: "a 500", fault: status(500), patch: [2, "indeterminate"], post: [1, "indeterminate"] },
  { sentence: "a 501", fault: status(501), patch: [1, "refused"], post: [1, "refused"] },
  { sentence: "a 502", fault: status(502), patch: [2, "indeterminate"], post: [1, "indeterminate"] },
  { sentence: "a 503 without Retry-After", fault: status(503), patch: [2, "indeterminate"], post: [1, "indeterminate"] },
  { sentence: "a 503 with Retry-After", fault: status(503, { "retry-after": "0" }), patch: [2, "refused"], post: [2, "refused"] },
  { sentence: "a 504", fault: status(504), patch: [2, "indeterminate"], post: [1, "indeterminate"] },
  { sentence: "a reset before the request is processed", fault: { kind: "reset-before" }, patch: [2, "indeterminate"], post: [1, "indeterminate"] },
  { sentence: "a reset after the request is processed", fault: { kind: "reset-after" }, patch: [2, "indeterminate"], post: [1, "indeterminate"] },
  // The one row that takes real time: the unit tests of an attempt pass theirs by themselves.
  { sentence: "no response at all", fault: { kind: "hang" }, timesOut: true, patch: [2, "indeterminate"], post: [1, "indeterminate"] },
  { sentence: "a slow response", fault: { kind: "slow", delayMs: 300 }, patch: [1, "applied"], post: [1, "applied"] },
  { sentence: "a success whose body is cut off", fault: { kind: "truncate" }, patch: [1, "applied"], post: [1, "kept"] },
  { sentence: "a success with an empty body", fault: { kind: "empty" }, patch: [1, "applied"], post: [1, "kept"] },
  { sentence: "a success whose body is no object", fault: { kind: "body", processed: true, body: [] }, patch: [1, "applied"], post: [1, "kept"] },
  { sentence: "a page that is not the service's", fault: { kind: "html", status: 200 }, patch: [2, "indeterminate"], post: [1, "indeterminate"] },
  { sentence: "a success of another media type", fault: { kind: "wrong-media-type" }, patch: [1, "applied"], post: [1, "applied"] },
  { sentence: "an error page in HTML", fault: { kind: "html", status: 400 }, patch: [1, "refused"], post: [1, "refused"] },
  { sentence: "a redirect", fault: { kind: "redirect" }, patch: [1, "refused"], post: [1, "refused"] },
];

let engine: Engine;
/** The same service with a short time-out. Only the requests that must meet it are sent here: on a busy machine any request may. */
let impatient: Engine;

beforeAll(async () => {
  engine = await Engine.start({ maxRetries: "1", requestTimeoutSeconds: "60" });
  const { service } = engine;
  impatient = await Engine.start({ maxRetries: "1", requestTimeoutSeconds: "6" }, {}, service);
});
afterEach(() => engine.service.clearFaults());
afterAll(async () => {
  await impatient.host.stop();
  await engine.stop();
});

const engineFor = ({ timesOut }: Row) => (timesOut ? impatient : engine);

/** A message without what differs from run to run. */
const stable = (message: string): string =>
  message
    .replaceAll(engine.service.url, "http://service")
    .replace(/127\.0\.0\.1:\d+/g, "service")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "REQUEST-ID");

/** For each kind that sends a PATCH: what is declared first and then, and the body of the request for the change. */
// prettier-ignore
const PATCHED: { kind: Kind; before: Properties; after: Properties; body: object }[] = [
  { kind: "containerGroup", before: { name: "web", replicas: 1 }, after: { name: "web", replicas: 2 }, body: { replicas: 2 } },
  { kind: "queue", before: { name: "renders", description: "a" }, after: { name: "renders", description: "b" }, body: { description: "b" } },
];

describe.each(PATCHED)("a change of a $kind that meets", ({ kind, before, after, body }) => {
  it.each(ROWS)("$sentence is $patch.1", async (row) => {
    const { fault } = row;
    const [requests, outcome] = row.patch;
    engine.service.putGroup({ ...PROJECT, name: "web" });
    engine.service.putQueue({ ...PROJECT, name: "renders" });
    const created = await engine.create(kind, before);
    engine.service.clearRequests();
    engine.service.fault({ ...fault, times: Infinity });
    const { update } = await engineFor(row).change(kind, created, after);
    let kept = created;
    if (outcome === "applied") {
      kept = await update();
    } else {
      const error = await failure(update());
      expect(stable(error.message)).toMatchSnapshot();
      expect(error.kept !== undefined).toBe(outcome === "indeterminate");
      if (error.kept) {
        kept = { id: error.kept.id, outs: error.kept.properties };
      }
    }
    expect(engine.bodies()).toEqual(Array(requests).fill(body));

    // The next up heals it.
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

it("a success whose body is no object is a warning", async () => {
  engine.service.fault({ kind: "body", processed: true, body: [] });
  const printed = await engine.host.printedBy(() => engine.create("queue", { name: "renders", description: "c" }));
  expect(printed).toContain("the request succeeded, but its response cannot be read: it is not a JSON object");
});

describe("a first declaration that meets", () => {
  it.each(ROWS.filter(({ patch: [, outcome] }) => outcome === "indeterminate"))(
    "$sentence is kept as indeterminate",
    async (row) => {
      engine.service.putGroup({ ...PROJECT, name: "web" });
      engine.service.fault({ ...row.fault, times: Infinity });
      const { kept } = await failure(engineFor(row).create("containerGroup", { name: "web", displayName: "Five" }));
      engine.service.clearFaults();
      engine.service.clearRequests();
      // Removed from the program meanwhile, the field is unset: it may have arrived.
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

  it.each(ROWS)("$sentence is $post.1", async (row) => {
    const [requests, outcome] = row.post;
    engine.service.clearRequests();
    engine.service.fault({ ...row.fault, times: Infinity });
    const result = await engineFor(row)
      .create("queueJob", job)
      .catch((error: unknown) => error as HostError);
    expect(engine.service.requests).toHaveLength(requests);
    if ("outs" in result) {
      expect(outcome).toBe("applied");
      return;
    }
    expect(stable(result.message)).toMatchSnapshot();
    expect(result.kept !== undefined).toBe(outcome === "kept");
    expect(result.message.includes("The job may exist")).toBe(outcome === "indeterminate");
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

it("a hundred resources wait together after one 429, and are all created", async () => {
  for (let i = 0; i < 100; i++) {
    engine.service.putGroup({ ...PROJECT, name: `group-${i}` });
  }
  engine.service.clearRequests();
  engine.service.fault({ ...status(429, { "retry-after": "1" }), times: 1 });
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => engine.create("containerGroup", { name: `group-${i}`, replicas: 1 })),
  );
  const { requests } = engine.service;
  expect(requests).toHaveLength(101);
  const refusedAt = requests.find(({ status: code }) => code === 429)?.startedAt ?? Infinity;
  // Clocks round; on a busy machine requests come later, never sooner.
  const later = requests.filter(({ startedAt }) => startedAt - refusedAt > 990);
  // At most two from each of the 16 connections were on their way: the others waited for the second that it asked for.
  expect(later.length).toBeGreaterThanOrEqual(101 - 1 - 2 * 16);
});
