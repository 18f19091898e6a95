import { stringify } from "lossless-json";
import type { RecordedRequest } from "../../../emulator";
import { jsonLines, textLines } from "../../../emulator/cli/log";
import { viewOf } from "../../../emulator/views/requestView";
import { call, closeAll, GROUP_PATH, JOBS_PATH, QUEUE_PATH, start } from "./client";

afterEach(closeAll);

/** What one request shows: sent to an emulator, whose record of it is looked at. */
async function shown(...[method, path, body, options]: [Parameters<typeof call>[1], string, unknown?, object?]) {
  const emulator = await start({ settleMs: 0 });
  await call(emulator, method, path, body, options);
  return viewOf(emulator.requests[0] as RecordedRequest);
}

const CANARY = "canary-7f3a";
const pairs = [{ name: "n", value: CANARY }];
const probe = { http: { path: "/", port: 80, headers: pairs } };

/** Every place in a group update where a secret may stand. */
const SECRETS = {
  container: {
    environment_variables: { TOKEN: CANARY },
    registry_authentication: {
      basic: { username: CANARY, password: CANARY },
      keys: { access_key_id: CANARY, secret_access_key: CANARY },
      service: { service_key: CANARY },
      token: { username: CANARY, personal_access_token: CANARY },
    },
    logging: {
      axiom: { api_token: CANARY, dataset: "d", host: "h" },
      datadog: { api_key: CANARY, host: "h" },
      http: { host: "h", port: 1, password: CANARY, headers: pairs },
      new_relic: { host: "h", ingestion_key: CANARY },
      splunk: { host: "h", token: CANARY },
    },
  },
  liveness_probe: probe,
  readiness_probe: probe,
  startup_probe: probe,
};

test.each([
  ["an accepted patch", GROUP_PATH, SECRETS, 200],
  ["a patch of a base path that does not exist", `/nowhere${GROUP_PATH}`, SECRETS, 404],
  ["a refused patch", GROUP_PATH, { ...SECRETS, replicas: 501 }, 400],
  ["fields by other names", GROUP_PATH, { registryAuthentication: SECRETS, list: [CANARY], text: CANARY }, 400],
  ["text where an object is to be", GROUP_PATH, { container: CANARY, liveness_probe: [CANARY] }, 400],
  ["a webhook", `${QUEUE_PATH}/jobs`, { input: 1, webhook: `https://hooks.example/${CANARY}` }, 201],
  ["text that is no JSON", GROUP_PATH, `{"replicas": "${CANARY}`, 400],
  ["an unknown path", "/organizations", SECRETS, 404],
  ["a query", `${GROUP_PATH}?token=${CANARY}&page=${CANARY}`, {}, 400],
])("%s shows no secret: not as JSON, not as text, not in colour", async (_, path, body, status) => {
  const emulator = await start({ settleMs: 0 });
  const method = path.endsWith("/jobs") ? "POST" : "PATCH";
  expect((await call(emulator, method, path, body, { key: status === 404 ? CANARY : undefined })).status).toBe(status);
  const [request] = emulator.requests as [RecordedRequest];
  const lines = [jsonLines, textLines(false), textLines(true)].map((each) => each.request(request));
  for (const text of [stringify(viewOf(request)), ...lines]) {
    expect(text).toContain(path.split("?")[0]);
    expect(text).not.toContain(CANARY);
  }
});

test("a patch is shown beside what it changed, the version too, masked values as changed", async () => {
  const emulator = await start({ settleMs: 0 });
  await call(emulator, "PATCH", GROUP_PATH, {
    replicas: 2,
    container: { command: ["a"], environment_variables: { A: "one", B: "two" } },
  });
  await call(emulator, "PATCH", GROUP_PATH, {
    replicas: null,
    container: { command: ["b"], image: "registry.example/hello:1", environment_variables: { A: "other", B: "two" } },
    liveness_probe: { tcp: { port: 80 } },
  });
  const [, request] = emulator.requests as [RecordedRequest, RecordedRequest];
  expect(viewOf(request)).toMatchObject({ id: request.requestId, method: "PATCH", path: GROUP_PATH, status: 200 });
  expect(viewOf(request).changes).toEqual([
    { pointer: "/replicas", before: 2, after: undefined },
    { pointer: "/container/command", before: ["a"], after: ["b"] },
    { pointer: "/container/environment_variables/A", before: "[secret]", after: "[secret]" },
    { pointer: "/liveness_probe/tcp/port", before: undefined, after: 80 },
    { pointer: "/version", before: 2, after: 3 },
  ]);
});

test("a patch that changes nothing, a listing, a refusal and a job say so", async () => {
  expect(await shown("PATCH", QUEUE_PATH, {})).toMatchObject({ status: 200, changes: [] });
  const listing = `${JOBS_PATH}?page=1&page_size=2`;
  expect(await shown("GET", listing)).toMatchObject({ path: listing, changes: undefined });
  expect(await shown("PATCH", GROUP_PATH, { replicas: 501 })).toMatchObject({
    refusal: "The body is refused: /replicas must be <= 500.",
    changes: undefined,
  });
  expect(await shown("POST", `${QUEUE_PATH}/jobs`, { input: { a: 1 }, webhook: "https://h.example" })).toMatchObject({
    changes: [{ pointer: "", after: { input: { a: 1 }, status: "pending", webhook: "[secret]" } }],
  });
});

test("numbers are shown with all digits, and a fault by its kind", async () => {
  const emulator = await start({ settleMs: 0 });
  emulator.fault({ kind: "reset-before" });
  await call(emulator, "POST", `${QUEUE_PATH}/jobs`, '{"input":[1.10,12345678901234567890]}').catch(() => {});
  const [request] = emulator.requests as [RecordedRequest];
  expect(stringify(viewOf(request))).toContain('"body":{"input":[1.10,12345678901234567890]}');
  expect(textLines(false).request(request)).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} {2}POST {3}cut +[\d.]+ ms {2}\/\S+ {2}\{"input":\[1\.10,12345678901234567890\]\} {2}\(fault: reset-before\)$/,
  );
});

describe("a line", () => {
  const request: RecordedRequest = {
    method: "PATCH",
    path: "/x",
    headers: {},
    body: undefined,
    rawBody: "",
    status: 200,
    startedAt: Date.UTC(2026, 0, 1),
    durationMs: 1.5,
    requestId: "r",
  };

  test("for people is in colour where that is asked for, and has no escape sequence where not", () => {
    expect(textLines(true).request(request)).toMatch(/\x1b\[32m200\x1b\[39m/);

    expect(textLines(false).request(request)).not.toMatch(/\x1b/);
  });

  test("has what controls a terminal, or turns the direction of a text, as escapes", () => {
    const evil = "\0\u001b[31m\r\n\u007f\u0085\u009b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069";
    const body = { input: { [evil]: evil } };
    const path = `${QUEUE_PATH}/jobs?${evil}/jobs`;
    const sent = { ...request, method: "POST", path, refusal: evil, body, rawBody: JSON.stringify(body) };
    const escaped = "\\u2028\\u2029\\u202a\\u202e\\u2066\\u2069";
    for (const line of [textLines(false).request(sent), jsonLines.request(sent)]) {
      expect(line).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
      expect(line.split(escaped)).toHaveLength(5);
    }
    expect(JSON.parse(jsonLines.request(sent))).toMatchObject({ refusal: evil, body });
  });

  test("shortens a long body for people, and not as JSON", () => {
    const path = `${QUEUE_PATH}/jobs`;
    const body = { input: "x".repeat(5000) };
    const long = { ...request, method: "POST", path, body, rawBody: JSON.stringify(body) };
    expect(textLines(false).request(long)).toMatch(/x… \(5012 characters\)$/);
    expect(JSON.parse(jsonLines.request(long))).toMatchObject({
      event: "request",
      time: "2026-01-01T00:00:00.000Z",
      body,
    });
  });
});
