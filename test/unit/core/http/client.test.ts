import { version } from "../../../../package.json";
import { Client, sharedClient } from "../../../../provider/core/http/client";
import type { Failure } from "../../../../provider/core/http/retry";
import type { Attempt } from "../../../../provider/core/http/transport";
import { WITHHELD } from "../../../../provider/core/secrets/redaction";
import { clientOf, errorOf, get, KEY, patch, post, reply, settings, settle, type Reply } from "./service";

const ok = reply(200, { id: "7" });
const OK = { status: 200, body: { id: "7" } };
const page = (status = 200, title = "Welcome") =>
  reply(status, `<html><title>${title}</title></html>`, { "content-type": "text/html" });
const failed = (kind: Failure["kind"], sent: boolean): Partial<Attempt> => ({ failure: { kind, code: "", sent } });
/** A success whose body did not come in full. */
const cut = (kind: Failure["kind"], status = 200): Partial<Attempt> => ({
  status,
  failure: { kind, code: "CODE", sent: true },
});

describe("a request", () => {
  test("travels with its method, path, headers and body as rendered, below the base URL's own path", async () => {
    const limits: unknown[] = [];
    const accept: Reply = (_, __, limit) => (limits.push(limit), ok);
    const baseUrl = "http://service.test:81/api/v1//";
    const { client, sent } = clientOf([accept], { baseUrl, apiKeyHeader: "X-Key", requestTimeoutSeconds: 7 });
    const stop = new AbortController();
    await client.send(patch, { signal: stop.signal });
    await client.send(post);
    await client.send(get);
    const headers = {
      "X-Key": KEY,
      "user-agent": `pulumi-containergroups/${version}`,
      "accept-encoding": "gzip, deflate, br",
      accept: "application/json, application/merge-patch+json;q=0.9, application/problem+json;q=0.9, */*;q=0.1",
    };
    const mergePatch = { ...headers, "content-type": "application/merge-patch+json" };
    const json = { ...headers, "content-type": "application/json" };
    const common = { origin: "http://service.test:81", headersTimeout: 0, bodyTimeout: 0 };
    expect(sent).toEqual([
      { ...common, method: "PATCH", path: `/api/v1${patch.path}`, headers: mergePatch, body: '{"replicas":2}' },
      { ...common, method: "POST", path: `/api/v1${post.path}`, headers: json, body: '{"input":1}' },
      { ...common, method: "GET", path: `/api/v1${get.path}`, headers },
    ]);
    expect(limits[0]).toEqual({ milliseconds: 7000, bytes: 64 * 1024 * 1024, signal: stop.signal });
  });

  test.each([{ baseUrl: undefined }, { apiKey: undefined }])("needs a base URL and a key: %j", (missing) => {
    expect(() => new Client({ ...settings, ...missing })).toThrow("a client needs a base URL and an API key");
  });

  test("takes one of maxConnections from its start to its end", async () => {
    const open: (() => void)[] = [];
    const { client, sent } = clientOf([() => new Promise((resolve) => open.push(() => resolve(ok)))], {
      maxConnections: 3,
    });
    const sending = Promise.all(Array.from({ length: 9 }, () => client.send(patch)));
    for (const expected of [3, 6, 9]) {
      await settle();
      expect(sent).toHaveLength(expected);
      open.splice(0).forEach((respond) => respond());
    }
    await sending;
  });
});

describe("a success", () => {
  // prettier-ignore
  test.each<[string, Partial<Attempt>, unknown]>([
    ["JSON", ok, OK],
    ["JSON with a byte order mark", reply(200, '\ufeff{"id":"7"}'), OK],
    ["JSON with a number of many digits", reply(200, '{"size":12345678901234567890}'), { status: 200, body: { size: "12345678901234567890" } }],
    ["null", reply(200, "null"), { status: 200, body: null }],
    ["JSON, with the last status of all successes", reply(299, {}), { status: 299, body: {} }],
  ])("that holds %s is read", async (_, received, expected) => {
    const { client, sent } = clientOf([received]);
    expect(await client.send(patch)).toEqual(expected);
    expect(await client.send(post)).toEqual(expected);
    expect(await client.send(get)).toEqual(expected);
    expect(sent).toHaveLength(3);
  });

  const undecodable = {
    status: 200,
    failure: { kind: "unusable" as const, code: "", sent: true, why: "its encoding is odd" },
  };

  // prettier-ignore
  test.each<[string, Partial<Attempt>, getIsSentAgain: boolean]>([
    ["it is empty", reply(204, " \n"), true],
    ["it is empty", reply(200, "\ufeff"), true],
    ["the connection was closed before it was complete", cut("connectionLost", 201), true],
    ["it was not complete within 60 s", cut("timeout"), true],
    ["its encoding is odd", undecodable, true],
    ["it is larger than 64 MB", cut("tooLarge"), false],
    ["the request was cancelled before it was complete", cut("cancelled"), false],
  ])("whose body cannot be read, because %s, is one of a PATCH and a POST all the same", async (why, received, again) => {
    const { client, sent } = clientOf([received, received, received, ok]);
    const unreadable = { status: received.status, body: undefined, unreadable: why };
    expect(await client.send(patch)).toEqual(unreadable);
    expect(await client.send(post)).toEqual(unreadable);
    expect(sent).toHaveLength(2);
    if (again) {
      expect(await client.send(get)).toEqual(OK);
    } else {
      expect(await errorOf(client.send(get))).toMatchObject({ status: received.status });
    }
    expect(sent).toHaveLength(again ? 4 : 3);
  });

  // prettier-ignore
  test.each<[string, Partial<Attempt>, string]>([
    ["never can be read", reply(200), "200 OK, but the response cannot be used: it is empty after 3 attempts. Do: checkBaseUrl."],
    ["is not JSON", page(), '200 OK, but the response cannot be used: it is not JSON (media type text/html, "Welcome") after 3 attempts. Do: signIn.'],
    ["is too large", cut("tooLarge"), "200 OK, but the response cannot be used: it is larger than 64 MB (CODE)."],
    ["is cancelled", cut("cancelled"), "cancelled (CODE)."],
  ])("of a GET that %s is an error", async (_, received, expected) => {
    const error = await errorOf(clientOf([received], { maxRetries: 2 }).client.send(get));
    expect(error).toMatchObject({ status: 200 });
    expect(error.message).toBe(`list jobs of inference endpoint acme/llm: ${expected}`);
  });

  test("of a PATCH or a POST that is not JSON may have been processed, and the POST is not sent again", async () => {
    const { client, sent } = clientOf([page()], { maxRetries: 1 });
    const ofPatch = await errorOf(client.send(patch));
    const ofPost = await errorOf(client.send(post));
    expect(ofPatch).toMatchObject({ status: 200, maybeProcessed: true });
    expect(ofPost).toMatchObject({ status: 200, maybeProcessed: true });
    expect(ofPatch.message).toMatch(/: 200 OK, .* it is not JSON \(media type .*\) after 2 attempts\. Do: signIn\.$/);
    expect(ofPost.message).toContain("The job may exist: the request may have been processed");
    expect(sent.map(({ method }) => method)).toEqual(["PATCH", "PATCH", "POST"]);
  });

  // prettier-ignore
  test.each<[Partial<Attempt>, string]>([
    [page(201, "Made"), 'it is not JSON (media type text/html, "Made")'],
    [reply(201, "x"), 'it is not JSON (media type not given, "x")'],
    [reply(201, "<html></html>", { "content-type": ["text/html"] }), "it is not JSON (media type text/html)"],
    [reply(201, "x", { "content-type": `text/${KEY}` }), 'it is not JSON ("x")'],
    [reply(201, KEY, { "content-type": "" }), "it is not JSON"],
  ])("with a 201 of a POST is one whatever its body is, and of a PATCH is none: %j", async (received, unreadable) => {
    const { client } = clientOf([received]);
    expect(await client.send(post)).toEqual({ status: 201, body: undefined, unreadable });
    expect(await errorOf(client.send(patch))).toMatchObject({ status: 201, maybeProcessed: true });
  });
});

describe("a request that fails", () => {
  // prettier-ignore
  test.each<[string, Partial<Attempt>, { patch: number; post: number; maybeProcessed: boolean }]>([
    ["with a 300", reply(300), { patch: 1, post: 1, maybeProcessed: false }],
    ["with a 199", reply(199), { patch: 1, post: 1, maybeProcessed: false }],
    ["with a 500", reply(500), { patch: 3, post: 1, maybeProcessed: true }],
    ["with a 503", reply(503), { patch: 3, post: 1, maybeProcessed: true }],
    ["with a 503 with Retry-After", reply(503, "", { "retry-after": "1" }), { patch: 3, post: 3, maybeProcessed: false }],
    ["before it is sent", failed("unreachable", false), { patch: 3, post: 3, maybeProcessed: false }],
    ["when it was sent", failed("connectionLost", true), { patch: 3, post: 1, maybeProcessed: true }],
    ["in no way that is known", {}, { patch: 3, post: 1, maybeProcessed: true }],
  ])("%s is sent so many times where two retries are allowed", async (_, received, expected) => {
    for (const [request, attempts] of [[patch, expected.patch], [get, expected.patch], [post, expected.post]] as const) {
      const { client, sent } = clientOf([received], { maxRetries: 2 });
      const error = await errorOf(client.send(request));
      expect(error).toMatchObject({ status: received.status, maybeProcessed: expected.maybeProcessed });
      expect(error.message.includes(`after ${attempts} attempts`)).toBe(attempts > 1);
      expect(sent).toHaveLength(attempts);
    }
  });

  test("and then succeeds is a success", async () => {
    const { client, sent } = clientOf([reply(500), reply(503), reply(429), failed("timeout", true), ok]);
    expect(await client.send(patch)).toEqual(OK);
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set(['{"replicas":2}']));
  });

  test("is told by its last response, and whether any attempt may have been processed", async () => {
    const error = await errorOf(clientOf([reply(500), reply(409, { message: "taken" })]).client.send(patch));
    expect(error).toMatchObject({ status: 409, maybeProcessed: true });
    expect(error.message).toContain("409 Conflict after 2 attempts: taken.");
  });

  test("is not told by a rate limit that has passed, which counts for no retry", async () => {
    const replies = [reply(503, { message: "busy" }), reply(429), reply(429), failed("connectionLost", true)];
    const { client, sent } = clientOf(replies, { maxRetries: 1 });
    expect((await errorOf(client.send(patch))).message).toMatch(
      /503 Service Unavailable after 4 attempts: busy\. The last attempt: the connection failed/,
    );
    expect(sent).toHaveLength(4);
  });

  test("with a body that is cut is told by its status", async () => {
    const { client, sent } = clientOf([cut("connectionLost", 400)]);
    expect((await errorOf(client.send(patch))).message).toMatch(/: 400 Bad Request\.$/);
    expect(sent).toHaveLength(1);
  });

  test.each([
    [`bad key ${KEY}`, "the API key"],
    ["bad password hunter2-hunter2", "password"],
  ])("does not show the secrets of a response: %j", async (body, name) => {
    const secrets = { credentials: [{ text: "hunter2-hunter2", name: "password" }], plain: [] };
    const { message } = await errorOf(clientOf([reply(401, body)]).client.send(patch, { secrets: () => secrets }));
    expect(message).toContain(`401 Unauthorized: ${WITHHELD}${name}. Do: authenticate.`);
  });

  test.each([
    ["HTTPS_PROXY", "https://service.test", " (a proxy is set in the environment)"],
    ["HTTPS_PROXY", "http://127.0.0.1", ""],
  ])("behind %s to %s names a proxy where it may be to blame", async (variable, baseUrl, named) => {
    const env = { [variable]: "http://127.0.0.1:9" };
    const { client } = clientOf([failed("unreachable", false)], { baseUrl, maxRetries: 0 }, { env });
    expect((await errorOf(client.send(patch))).message).toContain(`no connection to ${baseUrl}${named}. Do:`);
  });
});

describe("the time between attempts", () => {
  // prettier-ignore
  test.each<[string, string | undefined, number[]]>([
    ["Retry-After in seconds", "7", [7000, 7000, 7000]],
    ["Retry-After as a date", "Thu, 01 Jan 2026 00:00:09 GMT", [9000, 250, 500]],
    ["backoff where there is none", undefined, [125, 250, 500]],
  ])("is %s", async (_, retryAfter, expected) => {
    const { client, clock } = clientOf([reply(503, "", { "retry-after": retryAfter })], { maxRetries: 3 });
    await errorOf(client.send(patch));
    expect(clock.slept).toEqual(expected);
  });

  test("of more than 3 s is logged with what it waits for", async () => {
    const lines: string[] = [];
    const busy = reply(503, "", { "retry-after": "4" });
    await clientOf([busy, ok], {}, { log: (line) => lines.push(line) }).client.send(patch);
    // The backoff of a lost connection grows with each attempt: 8 s are the first that are worth another line.
    const lost = failed("connectionLost", true);
    await errorOf(clientOf([lost], { maxRetries: 6 }, { log: (line) => lines.push(line) }).client.send(patch));
    expect(lines).toEqual([
      "update container group acme/vision/web: 503 Service Unavailable: waiting 4 s, then trying again",
      "update container group acme/vision/web: the connection failed before the response was complete: waiting 4 s, then trying again",
    ]);
  });
});

describe("a request that is cancelled", () => {
  test("before it began is not sent", async () => {
    const { client, sent } = clientOf([ok]);
    const error = await errorOf(client.send(patch, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ maybeProcessed: false });
    expect(error.message).toBe("update container group acme/vision/web: cancelled.");
    expect(sent).toEqual([]);
  });

  test("while it is under way is not sent again, and its job may exist", async () => {
    const { client, sent } = clientOf([failed("cancelled", true)]);
    const error = await errorOf(client.send(post));
    expect(error).toMatchObject({ maybeProcessed: true });
    expect(error.message).toContain("The job may exist: the request may have been processed");
    expect(sent).toHaveLength(1);
  });

  test.each([
    [500, "the time before the next attempt"],
    [429, "a pause"],
  ])("after a %i, in %s, ends at once", async (status) => {
    const { client, sent, clock } = clientOf([reply(status, { message: "busy" }, { "retry-after": "50" })]);
    const stop = new AbortController();
    setImmediate(() => stop.abort());
    const error = await errorOf(client.send(patch, { signal: stop.signal }));
    expect(error).toMatchObject({ status });
    expect(error.message).toMatch(/busy\. Then it was cancelled\./);
    expect([sent.length, clock.slept, clock.now()]).toEqual([1, [50_000], 0]);
  });

  test("by the client's end is not sent again, and one that waits for a connection is not sent", async () => {
    let fail = (_: Partial<Attempt>) => {};
    const under = () => new Promise<Partial<Attempt>>((resolve) => (fail = resolve));
    const { client, sent } = clientOf([under], { maxConnections: 1 });
    const both = [errorOf(client.send(patch)), errorOf(client.send(patch))];
    await settle();
    await client.close();
    fail(failed("connectionLost", true));
    expect((await Promise.all(both)).map(({ maybeProcessed }) => maybeProcessed)).toEqual([true, false]);
    expect(sent).toHaveLength(1);
  });
});

test("sharedClient gives one client for the same connection settings, and another for others", async () => {
  const shared = (over: object) => sharedClient({ ...settings, ...over }, {});
  const client = shared({});
  expect(shared({ organizationName: "acme", showPatches: true })).toBe(client);
  // prettier-ignore
  const others = [
    { apiKey: "another" }, { baseUrl: "https://eu.example.com" }, { apiKeyHeader: "X-Key" },
    { requestTimeoutSeconds: 1 }, { maxRetries: 1 }, { maxConnections: 1 },
  ].map(shared);
  expect(new Set([client, ...others]).size).toBe(7);
  await Promise.all([client, ...others].map((each) => each.close()));
});
