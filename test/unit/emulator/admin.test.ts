import { request } from "undici";
import type { Emulator } from "../../../emulator";
import { call, closeAll, GROUP_PATH, start } from "./client";

afterEach(closeAll);

/** Calls the admin API, which has no base path and asks for no key. */
async function admin(
  emulator: Emulator,
  method: "GET" | "POST" | "DELETE" | "PUT",
  path: string,
  body?: unknown,
  headers = {},
) {
  const response = await request(new URL(`/__admin${path}`, emulator.url), {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    json: text === "" ? undefined : (JSON.parse(text) as unknown),
  };
}

describe("the admin API", () => {
  test("says that the emulator runs, below no base path, without a key, and is in no log itself", async () => {
    const emulator = await start({ basePath: "/v1:beta" });
    await call(emulator, "PATCH", GROUP_PATH, {});
    expect(await admin(emulator, "GET", "/health")).toMatchObject({
      status: 200,
      json: { status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+$/), request_count: 1 },
    });
    expect(emulator.requests).toHaveLength(1);
  });

  test("lists the last requests beside what they changed, and forgets them", async () => {
    const emulator = await start();
    for (const replicas of [2, 3, 501]) {
      await call(emulator, "PATCH", GROUP_PATH, {
        replicas,
        container: { environment_variables: { A: `canary${replicas}` } },
      });
    }
    const { json, text } = await admin(emulator, "GET", "/requests?limit=2");
    expect(json).toMatchObject({
      count: 3,
      requests: [
        {
          status: 200,
          changes: [{ pointer: "/replicas", before: 2, after: 3 }, { after: "[secret]" }, { pointer: "/version" }],
        },
        { status: 400, refusal: expect.stringContaining("/replicas must be <= 500") },
      ],
    });
    expect(text).not.toMatch(/canary|emulator-key/);
    expect((await admin(emulator, "DELETE", "/requests")).status).toBe(204);
    expect((await admin(emulator, "GET", "/requests")).json).toEqual({ count: 0, requests: [] });
  });

  test("puts faults, lists them without what they send, and forgets them", async () => {
    const emulator = await start();
    const fault = { kind: "status", status: 503, times: "always", after: 1, match: { method: "PATCH", path: "/web" } };
    expect((await admin(emulator, "POST", "/faults", { ...fault, headers: { "x-canary": "canary" } })).status).toBe(
      204,
    );
    expect((await admin(emulator, "POST", "/faults", { kind: "slow", delay_ms: 1, times: 2 })).status).toBe(204);
    const listed = await admin(emulator, "GET", "/faults");
    expect(listed.json).toEqual({
      faults: [
        { ...fault, sends: ["header x-canary"] },
        { kind: "slow", delay_ms: 1, times: 2, sends: [] },
      ],
    });
    expect(listed.text).not.toContain('"canary"');
    await call(emulator, "PATCH", GROUP_PATH, {});
    expect((await call(emulator, "PATCH", GROUP_PATH, {})).headers["x-canary"]).toBe("canary");
    expect((await admin(emulator, "DELETE", "/faults")).status).toBe(204);
    expect((await call(emulator, "PATCH", GROUP_PATH, {})).status).toBe(200);
  });

  test("puts seeds with all digits of their numbers, lists objects, and resets", async () => {
    const emulator = await start();
    const seed = `{"organizations":{"acme":{"projects":{"vision":{
      "groups":{"more":{"container":{"environment_variables":{"A":"canary"}}}},
      "queues":{"renders":{"container_groups":["more"],"jobs":[{"input":12345678901234567890}]}}
    }}}}}`;
    expect(await admin(emulator, "POST", "/seeds", seed)).toMatchObject({ status: 204, text: "" });
    const { json, text } = await admin(emulator, "GET", "/objects");
    expect(json).toMatchObject({
      group_count: 2,
      groups: [{ name: "web" }, { name: "more", project_name: "vision" }],
      queue_count: 1,
      queues: [
        {
          name: "renders",
          project_name: "vision",
          container_groups: ["more"],
          job_count: 1,
          jobs: [{ status: "pending" }],
        },
      ],
    });
    expect(text).toContain('"input":12345678901234567890');
    expect(text).not.toContain("canary");
    expect((await admin(emulator, "POST", "/reset")).status).toBe(204);
    expect((await admin(emulator, "GET", "/objects")).json).toMatchObject({
      group_count: 1,
      queues: [{ job_count: 0 }],
    });
  });

  const DEEP = `${"[".repeat(3000)}${"]".repeat(3000)}`;
  // prettier-ignore
  test.each([
    ["GET", "/nowhere", undefined, 404, "The emulator has no path /__admin/nowhere."],
    ["PUT", "/faults", {}, 405, "/__admin/faults takes no PUT."],
    ["POST", "/faults", { kind: "sometimes" }, 400, "fault: /kind must be one of status"],
    ["POST", "/faults", { kind: "status", colour: 1 }, 400, "fault: /colour is not a field of a fault"],
    ["POST", "/faults", { kind: "status", headers: { "a b": "c" } }, 400, "fault: /headers/a b cannot be sent: "],
    ["POST", "/faults", "{", 400, "The body is not JSON."],
    ["POST", "/faults", `{"kind":"body","body":${DEEP}}`, 400, "The body is nested more than 500 levels deep (emulator rule)."],
    ["POST", "/seeds", { organizations: { Acme: { projects: { vision: { groups: { web: {} } } } } } }, 400, '"Acme" is not a resource name'],
    ["GET", "/requests?limit=0", undefined, 400, "The query is refused: /limit must be >= 1."],
  ] as const)("refuses %s %s of %.60j with its reason", async (method, path, body, status, detail) => {
    const refused = await admin(await start(), method, path, body);
    expect(refused).toMatchObject({ status, json: { status, detail: expect.stringContaining(detail) } });
    expect(refused.headers["content-type"]).toMatch(/^application\/problem\+json/);
  });

  const LOCAL = "The emulator's own pages are there under a local name, or an address, alone.";
  const OWN = "The emulator's own pages are there for no page of somebody else's.";
  // prettier-ignore
  test.each([
    ["a name that a stranger may own", 403, { host: "rebound.example.com" }, LOCAL],
    ["a page of another origin", 403, { origin: "https://example.com" }, OWN],
    ["a page of another port", 403, { origin: "http://127.0.0.1:1" }, OWN],
    ["a page without an origin", 403, { origin: "null" }, OWN],
    ["another site", 403, { "sec-fetch-site": "cross-site" }, OWN],
    ["a name of this machine", 200, { host: "localhost:4010" }, undefined],
    ["a name of a container", 200, { host: "emulator:8080" }, undefined],
    ["an address", 200, { host: "[::1]:80" }, undefined],
    ["its own page", 200, { host: "localhost:4010", origin: "http://localhost:4010", "sec-fetch-site": "same-origin" }, undefined],
  ])("to %s it responds %d", async (_, status, headers, detail) => {
    const response = await admin(await start(), "GET", "/health", undefined, headers);
    expect(response).toMatchObject({ status, json: detail === undefined ? { status: "ok" } : { detail } });
  });

  const LINK = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  // prettier-ignore
  test.each([
    ["a link on another site leads to the page", "GET", "/", LINK, 200],
    ["a link on another port of this machine leads to the page", "GET", "/?from=docs", { ...LINK, "sec-fetch-site": "same-site" }, 200],
    ["a frame of another site does not show the page", "GET", "/", { ...LINK, "sec-fetch-dest": "iframe" }, 403],
    ["a script of another site does not read the page", "GET", "/", { ...LINK, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, 403],
    ["a link to a name that a stranger may own does not lead to the page", "GET", "/", { ...LINK, host: "rebound.example.com" }, 403],
    ["a link on another site does not lead to the admin API", "GET", "/__admin/requests", LINK, 403],
    ["a link on another site does not lead to the events", "GET", "/__admin/events?secrets=shown", LINK, 403],
    ["a form on another site resets nothing", "POST", "/__admin/reset", LINK, 403],
  ] as const)("%s", async (_, method, path, headers, status) => {
    const emulator = await start();
    const { statusCode, body } = await request(new URL(path, emulator.url), { method, headers });
    await body.dump();
    expect(statusCode).toBe(status);
  });

  test("takes no body that a page of somebody else's can send without asking", async () => {
    const emulator = await start();
    const refused = await admin(emulator, "POST", "/faults", '{"kind":"hang"}', { "content-type": "text/plain" });
    expect(refused.status).toBe(415);
  });
});
