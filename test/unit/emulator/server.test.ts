import { startEmulator } from "../../../emulator";
import { until } from "../../support/until";
import { call, closeAll, GROUP_PATH, JOBS_PATH, NAMES, QUEUE_PATH, start } from "./client";

afterEach(closeAll);

describe("the API key", () => {
  test.each([null, "wrong-key"])("%s is refused with 401, which repeats no key, and changes nothing", async (key) => {
    const emulator = await start();
    const refused = await call(emulator, "PATCH", GROUP_PATH, { replicas: 3 }, { key });
    expect(refused.status).toBe(401);
    expect(refused.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(refused.text).not.toMatch(/wrong-key|emulator-key/);
    expect(emulator.group(...NAMES)).toMatchObject({ replicas: 1 });
  });

  test.each([
    ["PATCH", QUEUE_PATH],
    ["POST", `${QUEUE_PATH}/jobs`],
    ["GET", JOBS_PATH],
    ["GET", GROUP_PATH],
  ] as const)("is asked for by %s %s", async (method, path) => {
    expect((await call(await start(), method, path, undefined, { key: null })).status).toBe(401);
  });

  test("may travel in another header", async () => {
    const emulator = await start({ apiKeyHeader: "X-Key", apiKey: "k1" });
    expect((await call(emulator, "PATCH", GROUP_PATH, {}, { keyHeader: "x-key" })).status).toBe(200);
    expect((await call(emulator, "PATCH", GROUP_PATH, {})).status).toBe(401);
  });

  test("can be rotated: the old one is refused", async () => {
    const emulator = await start();
    emulator.rotateKey("second");
    expect(emulator.apiKey).toBe("second");
    expect((await call(emulator, "PATCH", GROUP_PATH, {}, { key: "emulator-key" })).status).toBe(401);
    expect((await call(emulator, "PATCH", GROUP_PATH, {})).status).toBe(200);
  });
});

describe("a path", () => {
  const group = (name: string) => `/organizations/acme/projects/vision/containers/${name}`;
  test.each([
    ["PATCH", "/", 404],
    ["PATCH", `${GROUP_PATH}/`, 404],
    ["PATCH", group("nobody"), 404],
    ["PATCH", "/organizations/nobody/projects/vision/containers/web", 404],
    ["PATCH", "/organizations/acme/projects/vision/queues/nobody", 404],
    ["POST", "/organizations/acme/projects/vision/queues/nobody/jobs", 404],
    ["GET", "/organizations/acme/inference-endpoints/nobody/jobs", 404],
    ["GET", GROUP_PATH, 405],
    ["DELETE", GROUP_PATH, 405],
    ["PATCH", group("%zz"), 400],
    ["PATCH", `${GROUP_PATH}?force=true`, 400],
    ...["Web", "w", "-web", "web-", "w_b", "w%20b", "1web", "w".repeat(64)].map(
      (name) => ["PATCH", group(name), 400] as const,
    ),
  ] as const)("%s %s is refused with %i, and in the log", async (method, path, status) => {
    const emulator = await start();
    const body = method === "PATCH" ? {} : method === "POST" ? { input: 1 } : undefined;
    const refused = await call(emulator, method, path, body);
    expect(refused).toMatchObject({ status, json: { type: expect.any(String), status, detail: expect.any(String) } });
    expect(refused.headers["allow"]).toBe(status === 405 ? "PATCH" : undefined);
    expect(emulator.requests).toMatchObject([{ path, status, requestId: refused.headers["x-request-id"] }]);
  });

  test("of a group responds to GET where that is allowed", async () => {
    const emulator = await start({ allowGroupReads: true });
    const { status, json } = await call(emulator, "GET", GROUP_PATH);
    expect(status).toBe(200);
    expect(json).toEqual(emulator.group(...NAMES));
    expect((await call(emulator, "GET", QUEUE_PATH)).status).toBe(405);
  });

  test.each(["/api/v2/", "v1:beta", "/a/:b/*(c)"])("is below the base path %s, and nowhere else", async (basePath) => {
    const emulator = await start({ basePath });
    const path = `/${basePath.replace(/^\/|\/$/g, "")}`;
    expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    expect(emulator.url.endsWith(path)).toBe(true);
    expect((await call(emulator, "PATCH", GROUP_PATH, {})).status).toBe(200);
    expect(emulator.requests[0]?.path).toBe(path + GROUP_PATH);
    const bare = { apiKey: emulator.apiKey, url: emulator.url.slice(0, -path.length) };
    expect((await call(bare, "PATCH", GROUP_PATH, {})).status).toBe(404);
  });

  test.each(["/a b", "/a?b", "/a#b", "/../a", "/grün"])("cannot begin with the base path %j", async (basePath) => {
    await expect(startEmulator({ basePath })).rejects.toThrow("must stand as it is in a URL, e.g. /api/v2");
  });
});

describe("a body", () => {
  test.each([
    ["PATCH", GROUP_PATH, "application/merge-patch+json", 200],
    ["PATCH", GROUP_PATH, "Application/Merge-Patch+JSON; charset=UTF-8", 200],
    ["PATCH", GROUP_PATH, "application/merge-patch+json; charset=latin1", 415],
    ["PATCH", GROUP_PATH, "application/json", 415],
    ["PATCH", GROUP_PATH, null, 415],
    ["POST", `${QUEUE_PATH}/jobs`, "application/merge-patch+json", 415],
    ["POST", `${QUEUE_PATH}/jobs`, "application/json;charset=utf-8", 201],
  ] as const)("of %s %s as %s: %i", async (method, path, contentType, status) => {
    const body = method === "POST" ? { input: 1 } : {};
    expect((await call(await start(), method, path, body, { contentType })).status).toBe(status);
  });

  test.each(["{", "", "{'a':1}", '{"replicas":1,}', "\uFEFF{}", "undefined"])(
    "of %j is not JSON: 400",
    async (body) => {
      const emulator = await start();
      const refused = await call(emulator, "PATCH", GROUP_PATH, body);
      expect(refused).toMatchObject({ status: 400, json: { detail: "The body is not JSON." } });
      expect(emulator.requests).toMatchObject([{ body: undefined, rawBody: body, status: 400 }]);
    },
  );
});

describe("the log", () => {
  test("has every request as it came", async () => {
    const seen: number[] = [];
    const emulator = await start({ onRequest: ({ status }) => seen.push(status) });
    await call(emulator, "PATCH", GROUP_PATH, '{ "replicas": 2 }');
    await call(emulator, "GET", `${JOBS_PATH}?page=0`);
    expect(emulator.requests).toEqual([
      {
        method: "PATCH",
        path: GROUP_PATH,
        headers: expect.objectContaining({
          "service-api-key": "emulator-key",
          "content-type": "application/merge-patch+json",
        }),
        body: { replicas: 2 },
        rawBody: '{ "replicas": 2 }',
        status: 200,
        startedAt: expect.any(Number),
        durationMs: expect.any(Number),
        requestId: expect.any(String),
        change: {
          kind: "group",
          before: expect.objectContaining({ replicas: 1, version: 1 }),
          after: expect.objectContaining({ replicas: 2, version: 2 }),
        },
      },
      expect.objectContaining({
        method: "GET",
        path: `${JOBS_PATH}?page=0`,
        body: undefined,
        rawBody: "",
        status: 400,
        refusal: "The query is refused: /page must be >= 1.",
      }),
    ]);
    expect(seen).toEqual([200, 400]);
  });
});

test("on 0.0.0.0 it can be reached at 127.0.0.1", async () => {
  const emulator = await start({ host: "0.0.0.0" });
  expect(new URL(emulator.url).hostname).toBe("127.0.0.1");
  expect((await call(emulator, "PATCH", GROUP_PATH, {})).status).toBe(200);
});

test("close cuts what hangs and what waits, and may be called again", async () => {
  const emulator = await start();
  emulator.fault({ kind: "hang" });
  emulator.fault({ kind: "slow", delayMs: 60_000 });
  const waiting = [1, 2].map(() => call(emulator, "PATCH", GROUP_PATH, {}).catch((error: Error) => error));
  await until(() => emulator.requests.filter(({ fault }) => fault !== undefined).length === 2, "no two requests");
  await emulator.close();
  await emulator.close();
  for (const outcome of await Promise.all(waiting)) {
    expect(outcome).toBeInstanceOf(Error);
  }
});
