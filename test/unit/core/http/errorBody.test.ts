import { describeBody } from "../../../../provider/core/http/errorBody";
import { WITHHELD } from "../../../../provider/core/secrets/redaction";

const credential = (...texts: string[]) => ({
  credentials: texts.map((text) => ({ text, name: "argument" })),
  plain: [],
});
const described = (body: string | undefined, ...secrets: string[]) => describeBody(400, body, credential(...secrets));

// prettier-ignore
test.each<[sentence: string, body: string, described: string]>([
  ["by title and detail (RFC 9457)", '{"type":"about:blank","title":"Invalid","status":400,"detail":"It is too large."}', "Invalid: It is too large"],
  ["without a title that is the status", '{"title":"Bad Request","detail":"No."}', "No"],
  ["without a title that is number and phrase", '{"title":"400 Bad Request","detail":"No."}', "No"],
  ["by its message where the title is the status", '{"title":"Bad Request","message":"No."}', "No"],
  ["by a list of errors with pointers", '{"title":"Invalid","errors":[{"pointer":"#/x","detail":"too large"},{"pointer":"/a","detail":"odd"}]}', "Invalid: #/x: too large; /a: odd"],
  ["by a list of errors with fields", '{"errors":[{"field":"x","message":"too large"},{"field":"","message":"odd"},"no",{"code":7}]}', 'x: too large; odd; no; {"code":7}'],
  ["by its invalid-params", '{"title":"Invalid","invalid-params":[{"name":"age","reason":"must be positive"}]}', "Invalid: age: must be positive"],
  ["by errors of another shape as they are", '{"title":"Invalid","errors":{"x":["too large","odd"]}}', 'Invalid: {"x":["too large","odd"]}'],
  ["by its message", '{"message":"Nope"}', "Nope"],
  ["by its messages", '{"statusCode":400,"message":["a","b"],"error":"Bad Request"}', "a; b"],
  ["by its error", '{"error":"Nope"}', "Nope"],
  ["by its error where the message is the status", '{"message":"Bad Request","error":"Nope"}', "Nope"],
  ["by the message of its error", '{"error":{"code":7,"message":"Nope"}}', "Nope"],
  ["by the title of its error", '{"error":{"code":7,"title":"Nope"}}', "Nope"],
  ["by a JSON string", '"Nope"', "Nope"],
  ["by a JSON array of strings", '["a","b"]', "a; b"],
  ["by compact JSON where it is of no known shape", '{"code": 17, "ok": false}', '{"code":17,"ok":false}'],
  ["by the title of a page of HTML", "<!DOCTYPE html><html><title>Gateway &amp; more</title><body>x</body>", "Gateway & more"],
  ["by the text of a page without a title", "<html><style>p{}</style><body><p>It <b>broke</b> &#x2014; now</p><script>x()</script></body>", "It broke — now"],
  ["by the title of a page, whatever the tag holds", '<html><title lang="en">Down</title><body>x</body>', "Down"],
  ["by its text with a space where a tag or a script was", "<p>one</p><p>two<script>x()</script>three</p>", "one two three"],
  ["by the text of a page with a wrong and an unfinished character reference", "<p>&#1114112; &#x10ffff; Q&amp A</p>", "\ufffd \u{10ffff} Q& A"],
  ["by the text of XML", "<Error><Code>Denied</Code></Error>", "Denied"],
  ["by its text", "  went\n\twrong ", "went wrong"],
  ["without punctuation at its end", '{"message":"Nope. ..."}', "Nope"],
  ["without its byte order mark", '\ufeff{"message":"Nope"}', "Nope"],
  ["by JSON that is cut as it is", '{"message":"Nop', '{"message":"Nop'],
  ["without control characters and colours", '{"message":"\\u001b[31mred\\u001b[0m\\u0007 \\u202ealert"}', "red alert"],
  ["by 500 characters at most", JSON.stringify({ message: "x".repeat(10_000) }), `${"x".repeat(500)}…`],
])("an error body is described %s", (_, body, expected) => {
  expect(described(body)).toBe(expected);
});

const nullAt = { pointer: "/x", detail: "must not be null" };
const refused = "The body is refused: /x must not be null; /y is odd";

// prettier-ignore
test.each<[sentence: string, body: object, described: string]>([
  ["a title that is the list of errors", { title: "/x must not be null", errors: [nullAt] }, "/x must not be null"],
  ["errors that are in the detail", { detail: `${refused}.`, errors: [nullAt, { pointer: "/y", detail: "is odd" }] }, refused],
  ["a title that begins the detail", { title: "Not allowed", detail: "Not allowed: no quota" }, "Not allowed: no quota"],
  ["a title that is within the detail", { title: "No quota", detail: "There is no quota." }, "There is no quota"],
  ["a detail that begins the title", { title: "No quota is left", detail: "No quota" }, "No quota is left"],
  ["a detail that is the title", { title: "No quota", detail: "no quota." }, "No quota"],
  ["an error that comes twice", { errors: [{ detail: "odd" }, { detail: "odd" }] }, "odd"],
  ["a field that begins its message", { errors: [{ field: "replicas", message: "replicas is odd" }] }, "replicas is odd"],
])("an error body that says a thing twice is described once: %s", (_, body, expected) => {
  expect(described(JSON.stringify(body))).toBe(expected);
});

// prettier-ignore
const NO_MORE_THAN_THE_STATUS = [
  undefined, "", " \n", "{}", "[]", "null", '"bad request"', '{"title":"Bad Request"}', '{"error":"Bad Request"}', "Bad Request.", "<title>400 Bad Request</title>",
];

test.each(NO_MORE_THAN_THE_STATUS)("%j says no more than the status, so nothing is said", (body) => {
  expect(described(body)).toBe("");
});

test("a body that is nested beyond reason or very long does not fail", () => {
  for (const text of [
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    `${'{"error":'.repeat(100_000)}1${"}".repeat(100_000)}`,
    "<script".repeat(100_000),
    "x".repeat(5_000_000),
  ]) {
    expect(described(text).length).toBeLessThan(600);
  }
});

const secret = 'pa"ss<wörd>';

// prettier-ignore
test.each<[sentence: string, body: string]>([
  ["in text", `the password ${secret} is wrong`],
  ["in the text of a page, where a tag would take part of it away", `<p>${secret}</p>`],
  ["in the title of a page", `<title>pa&quot;ss&lt;w&#246;rd&gt;</title>`],
  ["in a message", JSON.stringify({ message: secret })],
  ["as the name of a member", JSON.stringify({ [secret]: 1 })],
  ["as a field", JSON.stringify({ errors: [{ field: secret, message: "odd" }] })],
  ["in JSON that is cut", JSON.stringify({ a: secret, b: 1 }).slice(0, -2)],
])("an error body that repeats a secret is withheld: %s", (_, body) => {
  expect(described(body, "another", secret)).toBe(`${WITHHELD}argument`);
});

test("an error body is not withheld where what repeats a secret is not quoted", () => {
  expect(described(JSON.stringify({ detail: "no quota", instance: secret }), secret)).toBe("no quota");
});

test("a long page is not quoted where it may end in part of a secret", () => {
  const page = `<html>${"<br>".repeat(4997)} pass phra`;
  expect(described(`${page}se</html>`, "pass phrase")).toBe("");
});
