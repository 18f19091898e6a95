import { Client, sharedClient } from "../../../../provider/core/http/client";
import { WITHHELD } from "../../../../provider/core/secrets/redaction";
import { version } from "../../../../package.json";
import {
  clientOf,
  closeAll,
  cutChunks,
  cutLength,
  errorOf,
  get,
  KEY,
  patch,
  post,
  quickClock,
  reply,
  reset,
  serve,
  settings,
  type Reply,
} from "./client.server";
import { withOwnTimers } from "../../../support/ownTimers";
import { LIMIT, runsOutAfterHead } from "./timers";

afterEach(closeAll);

const ok = reply(200, { id: "7" });
const html = reply(200, "<html><title>Welcome</title></html>", { "content-type": "text/html" });

describe("a request", () => {
  test("travels with its method, path, headers and body as rendered, below the base URL's own path", async () => {
    const { url, seen } = await serve(ok);
    const client = clientOf(`${url}/api/v1//`, { apiKeyHeader: "X-Key" });
    await client.send(patch);
    await client.send(post);
    await client.send(get);
    expect(seen.map(({ method, url: path, body }) => [method, path, body])).toEqual([
      ["PATCH", "/api/v1/organizations/acme/projects/vision/containers/web", '{"replicas":2}'],
      ["POST", "/api/v1/organizations/acme/projects/vision/queues/frames/jobs", '{"input":1}'],
      ["GET", "/api/v1/organizations/acme/inference-endpoints/llm/jobs?page=2&page_size=10", ""],
    ]);
    const types = seen.map(({ headers }) => headers["content-type"]);
    expect(types).toEqual(["application/merge-patch+json", "application/json", undefined]);
    for (const { headers } of seen) {
      expect(headers).toMatchObject({
        "x-key": KEY,
        "user-agent": `pulumi-containergroups/${version}`,
        "accept-encoding": "gzip, deflate, br",
        accept: "application/json, application/merge-patch+json;q=0.9, application/problem+json;q=0.9, */*;q=0.1",
      });
    }
  });

  test.each([{ baseUrl: undefined }, { apiKey: undefined }])("needs a base URL and a key: %j", (missing) => {
    const given = { ...settings, baseUrl: "https://api.example.com", ...missing };
    expect(() => new Client(given)).toThrow("a client needs a base URL and an API key");
  });
});

describe("a success", () => {
  withOwnTimers();

  test.each<[string, Reply, unknown]>([
    ["JSON", ok, { status: 200, body: { id: "7" } }],
    [
      "JSON of another media type",
      reply(200, { id: "7" }, { "content-type": "text/plain" }),
      { status: 200, body: { id: "7" } },
    ],
    ["JSON with a byte order mark", reply(200, '\ufeff{"id":"7"}'), { status: 200, body: { id: "7" } }],
    [
      "JSON with a number of many digits",
      reply(200, '{"size":12345678901234567890}'),
      { status: 200, body: { size: "12345678901234567890" } },
    ],
    [
      "JSON that calls itself an error: the status counts",
      reply(202, { error: "no", status: 500 }),
      { status: 202, body: { error: "no", status: 500 } },
    ],
    ["null", reply(200, "null"), { status: 200, body: null }],
    ["JSON, with the last status of all successes", reply(299, {}), { status: 299, body: {} }],
  ])("that holds %s is read", async (_, answer, expected) => {
    const { url, seen } = await serve(answer);
    const client = clientOf(url);
    expect(await client.send(patch)).toEqual(expected);
    expect(await client.send(post)).toEqual(expected);
    expect(await client.send(get)).toEqual(expected);
    expect(seen).toHaveLength(3);
  });

  test.each<[string, Reply, RegExp]>([
    ["is empty", reply(200), /^it is empty$/],
    ["is 204", reply(204), /^it is empty$/],
    ["is cut before its length", cutLength(200), /^the connection was closed before it was complete$/],
    [
      "is cut between chunks, though what came is whole",
      cutChunks(201),
      /^the connection was closed before it was complete$/,
    ],
    ["is nothing but white space", reply(200, " \n"), /^it is empty$/],
    ["is a byte order mark alone", reply(200, "\ufeff"), /^it is empty$/],
    ["is too large", reply(200, { text: "x".repeat(2000) }), /^it is larger than 64 MB$/],
    [
      "never ends",
      runsOutAfterHead((response) => response.writeHead(200).write("{")),
      /^it was not complete within 0\.3 s/,
    ],
  ])("whose body %s is still a success of a PATCH and a POST, sent once; a GET is retried", async (_, answer, why) => {
    const { url, seen } = await serve(answer, answer, answer, ok);
    const client = clientOf(url, { requestTimeoutSeconds: LIMIT }, { maxBodyBytes: 1000 });
    for (const request of [patch, post]) {
      const { status, body, unreadable } = await client.send(request);
      expect([Math.floor(status / 100), body]).toEqual([2, undefined]);
      expect(unreadable).toMatch(why);
    }
    expect(seen).toHaveLength(2);
    if (!`${why}`.includes("larger")) {
      expect(await client.send(get)).toEqual({ status: 200, body: { id: "7" } });
      expect(seen).toHaveLength(4);
    }
  });

  test("of a GET that never can be read is an error that names its media type", async () => {
    const { url, seen } = await serve(html);
    const error = await errorOf(clientOf(url, { maxRetries: 2 }).send(get));
    expect(seen).toHaveLength(3);
    expect(error).toMatchObject({ status: 200 });
    expect(error.message).toBe(
      "list jobs of inference endpoint acme/llm: 200 OK, but the response cannot be used: it is not JSON " +
        '(media type text/html, "Welcome") after 3 attempts. ' +
        "It may come from a sign-in page or a proxy in place of the service: check containergroups:baseUrl.",
    );
  });

  test("of a GET that is too large is an error at once", async () => {
    const { url, seen } = await serve(reply(200, { text: "x".repeat(2000) }));
    const error = await errorOf(clientOf(url, {}, { maxBodyBytes: 1000 }).send(get));
    expect(error.message).toContain("the response cannot be used: it is larger than");
    expect(seen).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ["HTML", html],
    ["JSON that ends too early", reply(200, '{"id":')],
  ])("of a PATCH whose complete body is %s is an error: it may have been applied", async (_, response) => {
    const { url, seen } = await serve(response);
    const error = await errorOf(clientOf(url, { maxRetries: 1 }).send(patch));
    expect(seen).toHaveLength(2);
    expect(error).toMatchObject({ status: 200, maybeProcessed: true });
    expect(error.message).toMatch(/200 OK, but the response cannot be used: it is not JSON \(media type/);
    expect(error.message).toMatch(/sign-in page or a proxy in place of the service: check containergroups:baseUrl\.$/);
  });

  test("of a POST whose complete body is HTML is an error that says that the job may exist", async () => {
    const { url, seen } = await serve(html);
    const error = await errorOf(clientOf(url).send(post));
    expect(seen).toHaveLength(1);
    expect(error).toMatchObject({ status: 200, maybeProcessed: true });
    expect(error.message).toContain('it is not JSON (media type text/html, "Welcome").');
    expect(error.message).toContain("The job may exist: the request may have been processed all the same");
  });

  test("with a 201 of a POST is one whatever its body is", async () => {
    const { url } = await serve(reply(201, "<title>Made</title>", { "content-type": "text/html" }));
    const { status, unreadable } = await clientOf(url).send(post);
    expect([status, unreadable]).toEqual([201, 'it is not JSON (media type text/html, "Made")']);
  });

  test.each<[string, Reply, string]>([
    ["no media type", (response) => void response.end("x"), 'it is not JSON (media type not given, "x")'],
    ["no text", reply(201, "<html></html>", { "content-type": "text/html" }), "it is not JSON (media type text/html)"],
  ])("of something else than JSON is described where it has %s", async (_, answer, expected) => {
    const { url } = await serve((response, ...rest) => {
      response.statusCode = 201;
      answer(response, ...rest);
    });
    expect((await clientOf(url).send(post)).unreadable).toBe(expected);
  });

  test("whose media type holds the key does not show it", async () => {
    const { url } = await serve(reply(201, "x", { "content-type": `text/${KEY}` }));
    expect((await clientOf(url).send(post)).unreadable).toBe('it is not JSON ("x")');
  });
});

describe("a refusal", () => {
  test.each<[number, Record<string, string>, { patch: number; post: number }]>([
    [301, {}, { patch: 1, post: 1 }],
    [400, {}, { patch: 1, post: 1 }],
    [401, {}, { patch: 1, post: 1 }],
    [404, {}, { patch: 1, post: 1 }],
    [408, {}, { patch: 3, post: 1 }],
    [409, {}, { patch: 1, post: 1 }],
    [500, {}, { patch: 3, post: 1 }],
    [501, {}, { patch: 1, post: 1 }],
    [502, {}, { patch: 3, post: 1 }],
    [503, {}, { patch: 3, post: 1 }],
    [503, { "retry-after": "1" }, { patch: 3, post: 3 }],
    [503, { "retry-after": "soon" }, { patch: 3, post: 1 }],
    [504, {}, { patch: 3, post: 1 }],
  ])("%i %j: so many attempts where two retries are allowed: %j", async (status, headers, attempts) => {
    const { url, seen } = await serve(reply(status, { message: "no" }, headers));
    const client = clientOf(url, { maxRetries: 2 });
    for (const [request, expected] of [
      [patch, attempts.patch],
      [get, attempts.patch],
      [post, attempts.post],
    ] as const) {
      seen.length = 0;
      const error = await errorOf(client.send(request));
      expect(error).toMatchObject({ status });
      expect(error.maybeProcessed).toBe([408, 500, 502, 504].includes(status));
      expect(seen).toHaveLength(expected);
    }
  });

  test("that passes is not told", async () => {
    const { url, seen } = await serve(reply(500), reply(503), reply(429), ok);
    expect(await clientOf(url).send(patch)).toEqual({ status: 200, body: { id: "7" } });
    expect(new Set(seen.map(({ body }) => body))).toEqual(new Set(['{"replicas":2}']));
  });

  test("is the last one that is told, and whether any attempt may have been processed", async () => {
    const { url } = await serve(reply(500), reply(409, { message: "taken" }));
    const error = await errorOf(clientOf(url).send(patch));
    expect(error).toMatchObject({ status: 409, maybeProcessed: true });
    expect(error.message).toContain("409 Conflict after 2 attempts: taken.");
  });

  test.each([404, 410])(
    "by a %i after a 502 says that nothing was changed: the object does not exist",
    async (status) => {
      const { url } = await serve(reply(502), reply(status));
      expect(await errorOf(clientOf(url).send(patch))).toMatchObject({ status, maybeProcessed: false });
    },
  );

  test("of a rate limit that has passed is not told, where the request fails otherwise, and counts for no retry", async () => {
    const { url, seen } = await serve(reply(503, { message: "busy" }), reply(429), reply(429), reset);
    const error = await errorOf(clientOf(url, { maxRetries: 1 }).send(patch));
    expect(error.message).toMatch(
      /503 Service Unavailable after 4 attempts: busy\. The last attempt: the connection failed/,
    );
    expect(seen).toHaveLength(4);
  });

  test("with a body that is cut is told by its status", async () => {
    const { url, seen } = await serve(cutLength(400));
    expect((await errorOf(clientOf(url).send(patch))).message).toBe(
      "update container group acme/vision/web: 400 Bad Request.",
    );
    expect(seen).toHaveLength(1);
  });

  test("that redirects is not followed, and names where it leads", async () => {
    const { url, seen } = await serve(reply(308, "", { location: "https://u:p@elsewhere.example/x?a=1" }), ok);
    const { message } = await errorOf(clientOf(url).send(post));
    expect(message).toContain("308 Permanent Redirect to https://elsewhere.example/x. Redirects are not followed");
    expect(seen).toHaveLength(1);
  });

  test.each([
    ["in JSON", JSON.stringify({ detail: `bad key ${KEY}` })],
    ["in HTML", `<title>${KEY}</title>`],
    ["in text", KEY],
    ["in an odd shape", JSON.stringify({ [KEY]: { [KEY]: [KEY] } })],
  ])("that echoes the key and other secrets %s does not show them", async (_, body) => {
    const { url } = await serve(reply(401, body.replaceAll("bad", "hunter2-hunter2"), { "x-request-id": KEY }));
    const error = await errorOf(
      clientOf(url).send(patch, {
        secrets: () => ({ credentials: [{ text: "hunter2-hunter2", name: "password" }], plain: [] }),
      }),
    );
    expect(JSON.stringify([error, error.message, error.summary, error.stack])).not.toMatch(
      new RegExp(`${KEY}|hunter2`),
    );
    expect(error.message).toContain(`401 Unauthorized: ${WITHHELD}the API key. Set a valid key`);
  });
});

describe("the time between attempts", () => {
  const at = (seconds: number) => new Date(quickClock().start + seconds * 1000).toUTCString();
  test.each<[string, number, string | undefined, number]>([
    ["Retry-After in seconds", 503, "7", 7000],
    ["Retry-After as a date", 503, at(9), 9000],
    ["60 seconds where Retry-After is longer", 503, "86400", 60_000],
    ["60 seconds where its date is later", 500, at(86_400), 60_000],
    ["backoff where its date is past", 503, at(-60), 125],
    ["backoff where it is 0", 503, "0", 125],
    ["backoff where it is garbage", 503, "soon", 125],
    ["backoff where there is none", 500, undefined, 125],
    ["Retry-After of a 429", 429, "5", 5000],
    ["60 seconds where Retry-After of a 429 is longer", 429, "86400", 60_000],
    ["a second after a 429 without it", 429, undefined, 1000],
    ["a second after a 429 where it is 0", 429, "0", 1000],
  ])("is %s", async (_, status, retryAfter, expected) => {
    const { url } = await serve(reply(status, "", retryAfter ? { "retry-after": retryAfter } : {}), ok);
    const clock = quickClock(0.5);
    await clientOf(url, {}, { clock }).send(patch);
    expect(clock.slept).toEqual([expected]);
  });

  test("doubles from 250 ms up to 15 s", async () => {
    const { url } = await serve(reply(500));
    const clock = quickClock(1);
    await errorOf(clientOf(url, { maxRetries: 8 }, { clock }).send(patch));
    expect(clock.slept).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });
});

describe("sharedClient", () => {
  test("gives one client for the same connection settings, another for others or when it was closed", async () => {
    const base = { ...settings, baseUrl: "https://api.example.com" };
    const client = sharedClient(base, { log: console.log });
    expect(
      sharedClient(Object.assign({ organizationName: "acme", showPatches: true }, base), { log: console.log }),
    ).toBe(client);
    const others = [
      { apiKey: "another" },
      { baseUrl: "https://eu.example.com" },
      { apiKeyHeader: "X-Key" },
      { requestTimeoutSeconds: 1 },
      { maxRetries: 1 },
      { maxConnections: 1 },
    ].map((over) => sharedClient({ ...base, ...over }, { log: console.log }));
    expect(new Set([client, ...others]).size).toBe(7);
    await client.close();
    others.push(sharedClient(base, { log: console.log }));
    expect(others.at(-1)).not.toBe(client);
    await Promise.all(others.map((other) => other.close()));
  });
});
