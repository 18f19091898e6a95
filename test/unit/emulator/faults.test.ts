import type { Emulator, Fault, RecordedRequest } from "../../../emulator";
import { until } from "../../support/until";
import { call, closeAll, GROUP_PATH, JOBS_PATH, NAMES, start } from "./client";

afterEach(closeAll);

const patch = (emulator: Emulator) => call(emulator, "PATCH", GROUP_PATH, { replicas: 9 });
const replicas = (emulator: Emulator) => emulator.group(...NAMES)?.["replicas"];

async function withFaults(...faults: Fault[]): Promise<Emulator> {
  const emulator = await start({ basePath: "/api" });
  faults.forEach((fault) => emulator.fault(fault));
  return emulator;
}

describe("which requests a fault hits", () => {
  const statuses = async (emulator: Emulator, count: number) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index++) {
      seen.push((await patch(emulator)).status);
    }
    return seen;
  };

  // prettier-ignore
  test.each<[words: string, faults: Fault[], statuses: number[]]>([
    ["one, when nothing else is said", [{ kind: "status" }], [503, 200]],
    ["so many, after so many", [{ kind: "status", status: 429, after: 1, times: 2 }], [200, 429, 429, 200]],
    ["one fault after the other", [{ kind: "status", status: 500 }, { kind: "status", status: 502 }], [500, 502, 200]],
  ])("%s", async (_words, faults, expected) => {
    expect(await statuses(await withFaults(...faults), expected.length)).toEqual(expected);
  });

  test("all, until the faults are cleared", async () => {
    const emulator = await withFaults({ kind: "status", times: Infinity });
    expect(await statuses(emulator, 3)).toEqual([503, 503, 503]);
    emulator.clearFaults();
    expect(await statuses(emulator, 1)).toEqual([200]);
  });

  test.each<[words: string, match: Fault["match"], hit: boolean]>([
    ["of the method: hit", { method: "patch" }, true],
    ["of another method: not hit", { method: "POST" }, false],
    ["of the whole path: hit", { path: GROUP_PATH }, true],
    ["of the end of the path: hit", { path: "/containers/web" }, true],
    ["of the start of the path: not hit", { path: "/organizations/acme" }, false],
    ["of a folder of the path: hit", { path: "/containers/" }, true],
    ["of an expression: hit", { path: /containers\/w.b$/g }, true],
    ["of an expression for the path below the base path: hit", { path: /^\/organizations/ }, true],
  ])("%s", async (_words, match, hit) => {
    const emulator = await withFaults({ kind: "status", match, times: 2 });
    expect(await statuses(emulator, 2)).toEqual(hit ? [503, 503] : [200, 200]);
    expect(emulator.requests[0]?.fault).toBe(hit ? "status" : undefined);
  });
});

const HTML = "text/html; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const PROBLEM = "application/problem+json; charset=utf-8";
const echo = ({ headers, body }: RecordedRequest) => ({ key: headers["service-api-key"], body });
const changed = (_request: RecordedRequest, response: unknown) => ({ ...(response as object), replicas: 4 });

test.each<[fault: Fault, status: number, type: string | undefined, text: RegExp, applied: boolean]>([
  [{ kind: "status", status: 429 }, 429, PROBLEM, /"status":429/, false],
  [{ kind: "status", status: 504, processed: true }, 504, PROBLEM, /"status":504/, true],
  [{ kind: "status", body: { error: "x" } }, 503, JSON_TYPE, /^{"error":"x"}$/, false],
  [{ kind: "status", body: "oops" }, 503, TEXT, /^oops$/, false],
  [{ kind: "status", body: undefined }, 503, undefined, /^$/, false],
  [{ kind: "status", body: echo }, 503, JSON_TYPE, /^{"key":"emulator-key","body":{"replicas":9}}$/, false],
  [{ kind: "body", body: changed, processed: true }, 200, JSON_TYPE, /"replicas":4.*"size":9223372036854775807/, true],
  [{ kind: "empty" }, 200, undefined, /^$/, true],
  [{ kind: "html" }, 502, HTML, /^<html>/, false],
  [{ kind: "wrong-media-type" }, 200, TEXT, /"replicas":9/, true],
  [{ kind: "slow", delayMs: 40 }, 200, JSON_TYPE, /"replicas":9/, true],
])("the fault %j responds with %i, %s and %s; applied: %s", async (fault, status, type, text, applied) => {
  const emulator = await withFaults({ ...fault, headers: { "Retry-After": "3" } });
  emulator.putGroup({ organizationName: "acme", projectName: "vision", name: "web", container: HUGE });
  const response = await patch(emulator);
  expect(response.status).toBe(status);
  expect(response.headers).toMatchObject({ "retry-after": "3", "x-request-id": expect.any(String) });
  expect(response.headers["content-type"]).toBe(type);
  expect(response.text).toMatch(text);
  expect(replicas(emulator)).toBe(applied ? 9 : 1);
});
const HUGE = { image: "registry.example/huge:1" };

test.each<[kind: Fault["kind"], status: number, applied: boolean]>([
  ["reset-before", 0, false],
  ["reset-after", 0, true],
  ["truncate", 200, true],
])("%s cuts the connection, and is logged with the status %i; applied: %s", async (kind, status, applied) => {
  const emulator = await withFaults({ kind, processed: true });
  await expect(patch(emulator)).rejects.toMatchObject({ code: status === 0 ? "ECONNRESET" : "UND_ERR_SOCKET" });
  expect(emulator.requests).toMatchObject([{ status, fault: kind, body: { replicas: 9 } }]);
  expect(replicas(emulator)).toBe(applied ? 9 : 1);
});

test.each([false, true])("hang gives no response; applied where processed: %s", async (processed) => {
  const emulator = await withFaults({ kind: "hang", processed });
  const outcome = patch(emulator).catch(() => "cut");
  await until(() => emulator.requests.some((request) => request.fault === "hang"), "no request");
  expect(replicas(emulator)).toBe(processed ? 9 : 1);
  // A later request has its response first.
  expect((await patch(emulator)).status).toBe(200);
  expect(await Promise.race([outcome, Promise.resolve("none")])).toBe("none");
  await emulator.close();
  expect(await outcome).toBe("cut");
});

test("redirect leads to somewhere else, or to where it is told", async () => {
  const emulator = await withFaults({ kind: "redirect" });
  expect(await patch(emulator)).toMatchObject({ status: 307, headers: { location: `${emulator.url}/moved` } });
  emulator.fault({ kind: "redirect", status: 302, headers: { Location: "https://x.test/" } });
  expect(await patch(emulator)).toMatchObject({ status: 302, headers: { location: "https://x.test/" } });
  expect(replicas(emulator)).toBe(1);
});

test("omit leaves fields out, at any depth and in each item of a page, and no digit of the others", async () => {
  const emulator = await start({ endpoints: [{ organizationName: "acme", name: "transcribe", jobs: 2 }] });
  emulator.putGroup({ organizationName: "acme", projectName: "vision", name: "web", container: HUGE });
  emulator.fault({ kind: "omit", members: ["id", "container.hash", "nothing.there"] });
  const group = await patch(emulator);
  expect(group.text).toMatch(/"size":9223372036854775807}/);
  expect(group.json).not.toHaveProperty("id");
  expect(group.json["container"]).not.toHaveProperty("hash");
  emulator.fault({ kind: "omit", members: ["items.events", "total_size"] });
  const { json } = await call(emulator, "GET", JOBS_PATH);
  expect(Object.keys(json)).toEqual(["items", "page", "page_size"]);
  expect((json["items"] as object[]).filter((item) => "events" in item)).toEqual([]);
});

test.each<Record<string, string>>([{ "a b": "c" }, { "": "c" }, { a: "b\r\nc" }, { a: "\u{1f600}" }])(
  "headers %j cannot be sent",
  async (headers) => {
    const emulator = await start();
    expect(() => emulator.fault({ kind: "status", headers })).toThrow(TypeError);
    expect((await patch(emulator)).status).toBe(200);
    await expect(start({ faults: [{ kind: "hang", headers }] })).rejects.toThrow("cannot be sent");
  },
);
