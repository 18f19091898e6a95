import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { clientOf, closeAll, errorOf, get, patch, serve, type Reply } from "./client.server";

afterEach(closeAll);

const JSON_TEXT = JSON.stringify({ id: "7", text: "x".repeat(5000) });

const encoded =
  (encoding: string | string[], body: Buffer, status = 200): Reply =>
  (response) =>
    void response
      .setHeader("content-encoding", encoding)
      .writeHead(status, { "content-type": "application/json" })
      .end(body);

describe("a response with Content-Encoding", () => {
  test.each<[string, string | string[], Buffer]>([
    ["gzip", "gzip", gzipSync(JSON_TEXT)],
    ["gzip by its old name, in capitals", "X-GZIP", gzipSync(JSON_TEXT)],
    ["deflate", "deflate", deflateSync(JSON_TEXT)],
    ["deflate without the zlib format around it", "deflate", deflateRawSync(JSON_TEXT)],
    ["br", "br", brotliCompressSync(JSON_TEXT)],
    ["two of them, the last one undone first", "gzip, br", brotliCompressSync(gzipSync(JSON_TEXT))],
    ["two of them in headers of their own", ["gzip", "br"], brotliCompressSync(gzipSync(JSON_TEXT))],
    ["identity", "identity", Buffer.from(JSON_TEXT)],
    ["a list with an empty place", "gzip, ", gzipSync(JSON_TEXT)],
  ])("%s is read", async (_, encoding, body) => {
    const { url, seen } = await serve(encoded(encoding, body));
    expect((await clientOf(url).send(patch)).body).toEqual(JSON.parse(JSON_TEXT));
    expect(seen[0]?.headers["accept-encoding"]).toBe("gzip, deflate, br");
  });

  test("is limited by what comes out, so that a small response cannot fill the memory", async () => {
    const body = gzipSync(Buffer.alloc(10_000_000, " "));
    expect(body.length).toBeLessThan(20_000);
    const { url, seen } = await serve(encoded("gzip", body));
    const client = clientOf(url, {}, { maxBodyBytes: 1_000_000 });
    expect((await client.send(patch)).unreadable).toMatch(/^it is larger than/);
    expect((await errorOf(client.send(get))).message).toContain("it is larger than");
    expect(seen).toHaveLength(2);
  });

  test.each<[string, string, Buffer, RegExp]>([
    ["cut off", "gzip", gzipSync(JSON_TEXT).subarray(0, 30), /^its encoding gzip cannot be undone$/],
    ["something else", "br", Buffer.from(JSON_TEXT), /^its encoding br cannot be undone$/],
    ["of an encoding that was not asked for", "zstd", Buffer.from("x"), /^its encoding zstd cannot be undone$/],
    ["empty", "gzip", Buffer.alloc(0), /^it is empty$/],
  ])("that is %s is a success of a PATCH that cannot be read", async (_, encoding, body, why) => {
    const { url, seen } = await serve(encoded(encoding, body));
    expect((await clientOf(url).send(patch)).unreadable).toMatch(why);
    expect(seen).toHaveLength(1);
  });

  test("of an error is described as any other", async () => {
    const { url } = await serve(encoded("gzip", gzipSync(JSON.stringify({ detail: "too many" })), 422));
    expect((await errorOf(clientOf(url).send(patch))).message).toContain("422 Unprocessable Entity: too many.");
  });
});
