import { sayingOf } from "../../../provider/core/serviceSaying";

describe("what the service says", () => {
  test.each<[string, string, string]>([
    [
      "RFC 7807",
      '{"type":"about:blank","title":"Invalid","status":400,"detail":"replicas is too large."}',
      "Invalid: replicas is too large",
    ],
    ["RFC 7807 with a title that repeats the status", '{"title":"Bad Request","detail":"No."}', "No"],
    [
      "RFC 7807 with errors by field",
      '{"title":"Invalid","errors":{"replicas":["too large","odd"],"image":["gone"]}}',
      "Invalid: replicas: too large; odd; image: gone",
    ],
    [
      "a list of errors with fields",
      '{"errors":[{"field":"replicas","message":"too large"},{"pointer":"/a","detail":"odd"}]}',
      "replicas: too large; /a: odd",
    ],
    [
      "FastAPI's list of details",
      '{"detail":[{"loc":["body","replicas"],"msg":"too large","type":"x"}]}',
      "body.replicas: too large",
    ],
    ["a message", '{"message":"Nope"}', "Nope"],
    ["a message with another case", '{"Message":"Nope"}', "Nope"],
    ["an error as a text", '{"error":"Nope"}', "Nope"],
    ["an error and its description", '{"error":"invalid_request","error_description":"Nope"}', "invalid_request: Nope"],
    ["an error as an object", '{"error":{"code":7,"message":"Nope"}}', "Nope"],
    ["the same words twice", '{"error":"Nope","message":"Nope"}', "Nope"],
    ["words deep inside", '{"data":{"fault":{"faultstring":"Nope"}}}', "Nope"],
    ["a JSON string", '"Nope"', "Nope"],
    ["an array of texts", '["a","b"]', "a; b"],
    ["JSON of no known shape", '{"code": 17, "ok": false}', '{"code":17,"ok":false}'],
    [
      "a page of HTML with a title",
      "<!DOCTYPE html><html><title>Gateway &amp; more</title><body>x</body>",
      "Gateway & more",
    ],
    [
      "a page of HTML without a title",
      "<html><style>p{}</style><body><p>It <b>broke</b></p><script>x()</script></body>",
      "It broke",
    ],
    ["XML", "<Error><Code>Denied</Code></Error>", "Denied"],
    ["text", "  went\n\twrong ", "went wrong"],
    ["text with a byte order mark", '\ufeff{"message":"Nope"}', "Nope"],
    ["JSON that is cut", '{"message":"Nop', '{"message":"Nop'],
    ["control characters and colours", '{"message":"\\u001b[31mred\\u001b[0m\\u0007 \\u202ealert"}', "red alert"],
  ])("%s", (_, body, expected) => {
    expect(sayingOf(400, body, [])).toBe(expected);
  });

  test.each(["", " \n", "{}", "[]", "null", '"bad request"', '{"title":"Bad Request"}', "Bad Request."])(
    "the body %j says nothing more than the status",
    (body) => {
      expect(sayingOf(400, body, [])).toBe("");
    },
  );

  test("is cut at 500 characters", () => {
    expect(sayingOf(400, JSON.stringify({ message: "x".repeat(10_000) }), [])).toBe(`${"x".repeat(500)}…`);
  });

  test("nested beyond reason, or very long, is quoted without failing", () => {
    for (const text of [
      `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
      "<script".repeat(100_000),
      "x".repeat(5_000_000),
    ]) {
      expect(sayingOf(400, text, []).length).toBeLessThan(600);
    }
  });

  test("without a body is nothing", () => {
    expect(sayingOf(400, undefined, [])).toBe("");
  });

  test("holds no secret, in whatever form it is told", () => {
    const secret = 'pa"ss<wörd>';
    for (const text of [
      secret,
      `<p>${secret}</p>`,
      JSON.stringify({ message: secret }),
      JSON.stringify({ [secret]: 1 }),
    ]) {
      expect(sayingOf(400, text, [secret])).toContain("[secret]");
      expect(sayingOf(400, text, [secret])).not.toContain("wörd");
    }
  });
});
