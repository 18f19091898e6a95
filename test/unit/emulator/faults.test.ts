import type { Emulator, Fault, RecordedRequest } from "../../../emulator";
import { call, closeAll, GROUP_PATH, JOBS_PATH, NAMES, QUEUE_PATH, start } from "./client";

afterEach(closeAll);

const patch = (emulator: Emulator) => call(emulator, "PATCH", GROUP_PATH, { replicas: 9 });
const replicas = (emulator: Emulator) => emulator.group(...NAMES)?.["replicas"];

async function withFault(fault: Fault): Promise<Emulator> {
  const emulator = await start();
  emulator.fault(fault);
  return emulator;
}

describe("which requests a fault hits", () => {
  const statuses = async (emulator: Emulator, count: number) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index++) seen.push((await patch(emulator)).status);
    return seen;
  };

  test("one, when nothing else is said", async () => {
    expect(await statuses(await withFault({ kind: "status" }), 2)).toEqual([503, 200]);
  });

  test("so many, after so many", async () => {
    const emulator = await withFault({ kind: "status", status: 429, after: 1, times: 2 });
    expect(await statuses(emulator, 4)).toEqual([200, 429, 429, 200]);
  });

  test("all, until the faults are cleared", async () => {
    const emulator = await withFault({ kind: "status", times: Infinity });
    expect(await statuses(emulator, 3)).toEqual([503, 503, 503]);
    emulator.clearFaults();
    expect(await statuses(emulator, 1)).toEqual([200]);
  });

  test("one fault after the other", async () => {
    const emulator = await withFault({ kind: "status", status: 500 });
    emulator.fault({ kind: "status", status: 502 });
    expect(await statuses(emulator, 3)).toEqual([500, 502, 200]);
  });

  const matches: [words: string, match: Fault["match"], hit: boolean][] = [
    ["the method", { method: "patch" }, true],
    ["another method", { method: "POST" }, false],
    ["the path", { path: GROUP_PATH }, true],
    ["the end of the path", { path: "/containers/web" }, true],
    ["another path", { path: QUEUE_PATH }, false],
    ["the start of the path", { path: "/organizations/acme" }, false],
    ["a folder of the path", { path: "/containers/" }, true],
    ["an expression", { path: /containers\/w.b$/g }, true],
    ["an expression for the path without the base path", { path: /^\/organizations/ }, true],
    ["another expression", { path: /queues/ }, false],
  ];
  test.each(matches)("%s", async (_words, match, hit) => {
    const emulator = await start({ basePath: "/api" });
    emulator.fault({ kind: "status", match, times: 2 });
    expect(await statuses(emulator, 2)).toEqual(hit ? [503, 503] : [200, 200]);
    expect(emulator.requests[0]?.fault).toBe(hit ? "status" : undefined);
  });

  test("a queue's path is not that of its jobs", async () => {
    const emulator = await withFault({ kind: "status", match: { path: QUEUE_PATH } });
    expect((await call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input: 1 })).status).toBe(201);
  });
});

describe("status", () => {
  test("answers a problem with the headers given, and does nothing", async () => {
    const emulator = await withFault({ kind: "status", status: 429, headers: { "Retry-After": "3" } });
    const answer = await patch(emulator);
    expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "3" }, json: { status: 429 } });
    expect(answer.headers["x-request-id"]).toBeDefined();
    expect(replicas(emulator)).toBe(1);
  });

  test("does the work first when told so", async () => {
    const emulator = await withFault({ kind: "status", status: 504, processed: true });
    expect((await patch(emulator)).status).toBe(504);
    expect(replicas(emulator)).toBe(9);
  });

  const bodies: [words: string, body: unknown, type: RegExp | undefined, text: string][] = [
    ["JSON", { error: "x" }, /^application\/json/, '{"error":"x"}'],
    ["null", null, /^application\/json/, "null"],
    ["text", "oops", /^text\/plain/, "oops"],
    ["nothing", undefined, undefined, ""],
  ];
  test.each(bodies)("answers %s", async (_words, body, type, text) => {
    const answer = await patch(await withFault({ kind: "status", status: 500, body }));
    expect(answer.text).toBe(text);
    if (type === undefined) expect(answer.headers["content-type"]).toBeUndefined();
    else expect(answer.headers["content-type"]).toMatch(type);
  });

  test("can echo the request, its key included", async () => {
    const echo = ({ headers, body }: RecordedRequest) => ({ headers, body });
    const answer = await patch(await withFault({ kind: "status", status: 400, body: echo }));
    expect(answer.json).toMatchObject({ headers: { "service-api-key": "emulator-key" }, body: { replicas: 9 } });
  });
});

describe("body", () => {
  test("stands in for the answer", async () => {
    const emulator = await withFault({ kind: "body", body: { id: null } });
    expect(await patch(emulator)).toMatchObject({ status: 200, text: '{"id":null}' });
    expect(replicas(emulator)).toBe(1);
  });

  test("can be made of the real answer", async () => {
    const body = (_request: RecordedRequest, answer: unknown) => ({ ...(answer as object), replicas: 4 });
    const emulator = await withFault({ kind: "body", body, processed: true });
    expect((await patch(emulator)).json).toMatchObject({ replicas: 4, version: 2 });
    expect(replicas(emulator)).toBe(9);
  });
});

describe("a broken connection", () => {
  test("reset-before: nothing is done", async () => {
    const emulator = await withFault({ kind: "reset-before", processed: true });
    await expect(patch(emulator)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(replicas(emulator)).toBe(1);
    expect(emulator.requests).toMatchObject([{ status: 0, fault: "reset-before", body: { replicas: 9 } }]);
  });

  test("reset-after: it is done", async () => {
    const emulator = await withFault({ kind: "reset-after" });
    await expect(patch(emulator)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(replicas(emulator)).toBe(9);
    expect(emulator.requests).toMatchObject([{ status: 0, fault: "reset-after" }]);
  });

  test("truncate: half of the body comes", async () => {
    const emulator = await withFault({ kind: "truncate" });
    await expect(patch(emulator)).rejects.toThrow();
    expect(replicas(emulator)).toBe(9);
    expect(emulator.requests).toMatchObject([{ status: 200, fault: "truncate" }]);
  });

  test.each([
    [false, 1],
    [true, 9],
  ])("hang, processed %s: no answer", async (processed, left) => {
    const emulator = await withFault({ kind: "hang", processed });
    const outcome = patch(emulator).catch(() => "cut");
    const waited = new Promise((resolve) => setTimeout(() => resolve("waited"), 60));
    expect(await Promise.race([outcome, waited])).toBe("waited");
    expect(replicas(emulator)).toBe(left);
    expect((await patch(emulator)).status).toBe(200);
    await emulator.close();
    expect(await outcome).toBe("cut");
  });
});

describe("a strange answer", () => {
  test("empty: the real status, no body", async () => {
    const emulator = await withFault({ kind: "empty" });
    const answer = await patch(emulator);
    expect(answer).toMatchObject({ status: 200, text: "" });
    expect(answer.headers["content-type"]).toBeUndefined();
    expect(replicas(emulator)).toBe(9);
  });

  test("html: a page of a gateway", async () => {
    const emulator = await withFault({ kind: "html" });
    const answer = await patch(emulator);
    expect(answer).toMatchObject({ status: 502, headers: { "content-type": "text/html; charset=utf-8" } });
    expect(answer.text).toMatch(/^<html>/);
    expect(replicas(emulator)).toBe(1);
  });

  test("wrong-media-type: the real body under another name", async () => {
    const answer = await patch(await withFault({ kind: "wrong-media-type" }));
    expect(answer).toMatchObject({ status: 200, json: { replicas: 9 } });
    expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
  });

  test("redirect: to somewhere else, or to where it is told", async () => {
    const emulator = await withFault({ kind: "redirect" });
    expect(await patch(emulator)).toMatchObject({ status: 307, headers: { location: `${emulator.url}/moved` } });
    emulator.fault({ kind: "redirect", status: 302, headers: { Location: "https://x.test/" } });
    expect(await patch(emulator)).toMatchObject({ status: 302, headers: { location: "https://x.test/" } });
    expect(replicas(emulator)).toBe(1);
  });

  test("slow: the real answer, later", async () => {
    const emulator = await withFault({ kind: "slow", delayMs: 80 });
    const before = performance.now();
    expect((await patch(emulator)).json).toMatchObject({ replicas: 9 });
    expect(performance.now() - before).toBeGreaterThan(75);
  });

  test("omit: members left out, at any depth", async () => {
    const members = ["id", "container.hash", "nothing.there"];
    const { json } = await patch(await withFault({ kind: "omit", members }));
    expect(json).toMatchObject({ replicas: 9, container: { size: expect.any(Number) } });
    expect(json).not.toHaveProperty("id");
    expect(json["container"]).not.toHaveProperty("hash");
  });

  test("omit: of each item of a page", async () => {
    const emulator = await start({ endpoints: [{ organizationName: "acme", name: "transcribe", jobs: 2 }] });
    emulator.fault({ kind: "omit", members: ["items.events", "total_size"] });
    const { json } = await call(emulator, "GET", JOBS_PATH);
    expect(Object.keys(json)).toEqual(["items", "page", "page_size"]);
    for (const item of json["items"] as object[]) expect(item).not.toHaveProperty("events");
  });
});
