import { createServer } from "node:net";
import { startEmulator } from "../../../emulator";
import { call, closeAll, GROUP_PATH, IN_VISION, JOBS_PATH, NAMES, QUEUE_PATH, start } from "./client";

afterEach(closeAll);

describe("the key", () => {
  test.each([
    ["missing", null],
    ["wrong", "wrong-key"],
  ])("%s: 401, nothing done, and no key in the answer", async (_words, key) => {
    const emulator = await start();
    const answer = await call(emulator, "PATCH", GROUP_PATH, { replicas: 3 }, { key });
    expect(answer.status).toBe(401);
    expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(answer.text).not.toMatch(/wrong-key|emulator-key/);
    expect(emulator.group(...NAMES)).toMatchObject({ replicas: 1 });
  });

  test("is asked for by every operation", async () => {
    const emulator = await start();
    const answers = await Promise.all([
      call(emulator, "PATCH", QUEUE_PATH, {}, { key: null }),
      call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input: 1 }, { key: null }),
      call(emulator, "GET", JOBS_PATH, undefined, { key: null }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test("may travel in another header", async () => {
    const emulator = await start({ apiKeyHeader: "X-Key", apiKey: "k1" });
    expect((await call(emulator, "PATCH", GROUP_PATH, {}, { keyHeader: "x-key" })).status).toBe(200);
    expect((await call(emulator, "PATCH", GROUP_PATH, {})).status).toBe(401);
  });

  test("can be rotated", async () => {
    const emulator = await start();
    emulator.rotateKey("second");
    expect(emulator.apiKey).toBe("second");
    expect((await call(emulator, "PATCH", GROUP_PATH, {}, { key: "emulator-key" })).status).toBe(401);
    expect((await call(emulator, "PATCH", GROUP_PATH, {})).status).toBe(200);
  });
});

describe("paths", () => {
  test.each(["/", "/organizations/acme", `${GROUP_PATH}/`, `${GROUP_PATH}/x`, "/containers/web"])(
    "%s is unknown: 404",
    async (path) => {
      const emulator = await start();
      const answer = await call(emulator, "PATCH", path, {});
      expect(answer.status).toBe(404);
      expect(answer.json).toMatchObject({ type: "about:blank", title: "Not Found", status: 404 });
    },
  );

  test.each(["GET", "POST", "PUT", "DELETE"] as const)("%s of a group is no operation: 405", async (method) => {
    const emulator = await start();
    const answer = await call(emulator, method, GROUP_PATH);
    expect(answer.status).toBe(405);
    expect(answer.headers["allow"]).toBe("PATCH");
  });

  test("GET of a group answers where it is allowed", async () => {
    const emulator = await start({ allowGroupReads: true });
    const answer = await call(emulator, "GET", GROUP_PATH);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(emulator.group(...NAMES));
    expect((await call(emulator, "GET", QUEUE_PATH)).status).toBe(405);
  });

  test.each(["Web", "w", "-web", "web-", "w_b", "w%20b", "1web", "w".repeat(64)])(
    "the name %s breaks the rule: 400",
    async (name) => {
      const emulator = await start();
      const answer = await call(emulator, "PATCH", `/organizations/acme/projects/vision/containers/${name}`, {});
      expect(answer.status).toBe(400);
      expect(answer.json["detail"]).toContain("container_group_name");
    },
  );

  test("what cannot be decoded is a 400 problem, and in the log", async () => {
    const emulator = await start();
    const answer = await call(emulator, "PATCH", "/organizations/acme/projects/vision/containers/%zz", {});
    expect(answer.status).toBe(400);
    expect(answer.headers["x-request-id"]).toBeDefined();
    expect(emulator.requests).toHaveLength(1);
  });

  test.each([
    ["PATCH", "/organizations/acme/projects/vision/containers/nobody", {}],
    ["PATCH", "/organizations/nobody/projects/vision/containers/web", {}],
    ["PATCH", "/organizations/acme/projects/nobody/containers/web", {}],
    ["PATCH", "/organizations/acme/projects/vision/queues/nobody", {}],
    ["POST", "/organizations/acme/projects/vision/queues/nobody/jobs", { input: 1 }],
    ["GET", "/organizations/acme/inference-endpoints/nobody/jobs", undefined],
  ] as const)("%s %s: there is none: 404", async (method, path, body) => {
    const emulator = await start();
    expect((await call(emulator, method, path, body)).status).toBe(404);
  });

  test("are below the base path", async () => {
    const emulator = await start({ basePath: "/api/v2/" });
    expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
    expect((await call(emulator, "PATCH", GROUP_PATH, {})).status).toBe(200);
    expect(emulator.requests[0]?.path).toBe(`/api/v2${GROUP_PATH}`);
    const bare = { ...emulator, apiKey: emulator.apiKey, url: emulator.url.replace("/api/v2", "") };
    expect((await call(bare, "PATCH", GROUP_PATH, {})).status).toBe(404);
  });

  test("a query that no operation knows is refused", async () => {
    const emulator = await start();
    expect((await call(emulator, "PATCH", `${GROUP_PATH}?force=true`, {})).status).toBe(400);
  });
});

describe("media types and JSON", () => {
  const rows = [
    ["PATCH", GROUP_PATH, "application/merge-patch+json", 200],
    ["PATCH", GROUP_PATH, "Application/Merge-Patch+JSON; charset=UTF-8", 200],
    ["PATCH", GROUP_PATH, "application/merge-patch+json; charset=latin1", 415],
    ["PATCH", GROUP_PATH, "application/json", 415],
    ["PATCH", QUEUE_PATH, "application/json", 415],
    ["PATCH", GROUP_PATH, "nonsense", 415],
    ["PATCH", GROUP_PATH, null, 415],
    ["POST", `${QUEUE_PATH}/jobs`, "application/merge-patch+json", 415],
    ["POST", `${QUEUE_PATH}/jobs`, "application/json;charset=utf-8", 201],
  ] as const;
  test.each(rows)("%s %s as %s: %i", async (method, path, contentType, status) => {
    const emulator = await start();
    const body = method === "POST" ? { input: 1 } : {};
    expect((await call(emulator, method, path, body, { contentType })).status).toBe(status);
  });

  test.each(["{", "", "{'a':1}", '{"replicas":1,}', "\uFEFF{}", "undefined"])("%j is no JSON: 400", async (body) => {
    const emulator = await start();
    const answer = await call(emulator, "PATCH", GROUP_PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.json["detail"]).toBe("The body is no JSON.");
    expect(emulator.requests[0]).toMatchObject({ body: undefined, rawBody: body, status: 400 });
  });
});

test("every answer has a request id of its own, which the log has too", async () => {
  const emulator = await start();
  const answers = [
    await call(emulator, "PATCH", GROUP_PATH, {}),
    await call(emulator, "PATCH", GROUP_PATH, {}, { key: null }),
    await call(emulator, "PATCH", GROUP_PATH, {}, { contentType: "nonsense" }),
    await call(emulator, "GET", "/nowhere"),
  ];
  const ids = answers.map(({ headers }) => headers["x-request-id"]);
  expect(new Set(ids).size).toBe(4);
  expect(emulator.requests.map(({ requestId }) => requestId)).toEqual(ids);
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
        requestId: expect.any(String),
      },
      expect.objectContaining({
        method: "GET",
        path: `${JOBS_PATH}?page=0`,
        body: undefined,
        rawBody: "",
        status: 400,
      }),
    ]);
    expect(seen).toEqual([200, 400]);
    emulator.clearRequests();
    expect(emulator.requests).toEqual([]);
  });

  test("keeps every one of many at once, each with the answer of its own group", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `group-${index}`);
    const emulator = await start({ groups: names.map((name) => ({ ...IN_VISION, name })), queues: [] });
    const answers = await Promise.all(
      names.map((name, index) =>
        call(emulator, "PATCH", `/organizations/acme/projects/vision/containers/${name}`, { replicas: index }),
      ),
    );
    expect(answers.map(({ json }) => [json["name"], json["replicas"]])).toEqual(names.map((name, i) => [name, i]));
    const logged = emulator.requests.map(({ path, status }) => `${path.split("/").at(-1)} ${status}`);
    expect(logged.sort()).toEqual(names.map((name) => `${name} 200`).sort());
  });
});

test("a port in use rejects with the system's code", async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
  const { port } = blocker.address() as { port: number };
  await expect(startEmulator({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  blocker.close();
});

test("close cuts what hangs and what waits, and may be called again", async () => {
  const emulator = await start();
  emulator.fault({ kind: "hang" });
  emulator.fault({ kind: "slow", delayMs: 60_000 });
  const hung = call(emulator, "PATCH", GROUP_PATH, {}).catch((error: Error) => error);
  const slow = call(emulator, "PATCH", GROUP_PATH, {}).catch((error: Error) => error);
  while (emulator.requests.length < 2 || emulator.requests.some(({ fault }) => fault === undefined))
    await new Promise((resolve) => setTimeout(resolve, 5));
  const before = performance.now();
  await emulator.close();
  await emulator.close();
  expect(performance.now() - before).toBeLessThan(1000);
  expect(await hung).toBeInstanceOf(Error);
  expect(await slow).toBeInstanceOf(Error);
});

test("nobody else's prototype is touched by a hostile body", async () => {
  const emulator = await start();
  const body = '{"container":{"environment_variables":{"__proto__":"x"}}}';
  expect((await call(emulator, "PATCH", GROUP_PATH, body)).text).toContain('"environment_variables":{"__proto__":"x"}');
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});
