import { errorFor, ServiceError, type Report } from "../../../provider/core/errors";
import { renderRequest, type OperationName } from "../../../provider/core/operations";
import type { FailureKind } from "../../../provider/core/retry";

const names = {
  organizationName: "acme",
  projectName: "vision",
  containerGroupName: "web",
  queueName: "frames",
  inferenceEndpointName: "llm",
};
const key = "sk-very-secret-key";
const request = (name: OperationName) =>
  renderRequest(name, names, name === "listInferenceEndpointJobs" ? {} : { body: {} });

const report = (over: Partial<Report>): Report => ({
  request: request("updateContainerGroup"),
  attempts: 1,
  maybeProcessed: false,
  origin: "https://api.example.com",
  proxied: false,
  timeoutSeconds: 60,
  secrets: [key],
  ...over,
});
const refused = (status: number, text?: string, headers: Record<string, string> = {}) =>
  errorFor(report({ refusal: { status, headers, text } })).message;
const failed = (kind: FailureKind, over: Partial<Report> = {}) =>
  errorFor(report({ failure: { kind, code: "CODE", sent: true }, ...over })).message;

test("an error is one paragraph: operation, object, status, the service's words, request id, next step", () => {
  const error = errorFor(
    report({
      refusal: {
        status: 404,
        headers: { "x-request-id": "4f00" },
        text: '{"title":"Container group not found","status":200}',
      },
      attempts: 1,
    }),
  );
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ status: 404, requestId: "4f00", attempts: 1, maybeProcessed: false });
  expect(error.message).toBe(
    "update container group acme/vision/web: 404 Not Found: Container group not found (request id 4f00). " +
      "The object must exist before it is declared here: the interface cannot create it. " +
      "If it exists, check its names and containergroups:baseUrl.",
  );
});

describe("the status", () => {
  test("is not changed by the body, and one without a name is told by its number", () => {
    expect(refused(400, '{"status":200,"title":"200 OK"}')).toContain(": 400 Bad Request: 200 OK.");
    expect(refused(499)).toBe("update container group acme/vision/web: 499.");
  });
});

describe("the request id", () => {
  test.each(["x-request-id", "request-id", "x-correlation-id", "traceparent"])("is read from %s", (header) => {
    expect(refused(400, "", { [header]: "id-7" })).toBe(
      "update container group acme/vision/web: 400 Bad Request (request id id-7).",
    );
  });
});

describe("the next step", () => {
  test("comes last, after a status and after a failure", () => {
    expect(refused(429)).toMatch(/: 429 Too Many Requests\. Try again later, .*maxRetries\.$/);
    expect(failed("tls")).toMatch(/TLS failure \(CODE\)\. Is containergroups:baseUrl right\? .*NODE_EXTRA_CA_CERTS\.$/);
    expect(failed("reset")).toMatch(/: the connection was closed before the answer was complete \(CODE\)\.$/);
  });

  test("after a success that cannot be used", () => {
    const failure = { kind: "unreadable" as const, code: "", sent: true, status: 200, why: "it is empty" };
    const error = errorFor(report({ request: request("listInferenceEndpointJobs"), failure, attempts: 5 }));
    expect(error.message).toBe(
      "list jobs of inference endpoint acme/llm: 200 OK, but the answer cannot be used: it is empty after 5 attempts. " +
        "Is containergroups:baseUrl right?",
    );
    expect(error.status).toBe(200);
  });

  test("is followed by the caller's hint for this status", () => {
    const hint = ({ status }: { status?: number }) => (status === 400 ? `Try ${key}.` : undefined);
    expect(errorFor(report({ refusal: { status: 400, headers: {} }, hint })).message).toMatch(
      /400 Bad Request\. Try \[secret\]\.$/,
    );
    expect(errorFor(report({ refusal: { status: 409, headers: {} }, hint })).message).toMatch(/409 Conflict\.$/);
  });
});

describe("after several attempts", () => {
  test("their number is told", () => {
    const error = errorFor(report({ attempts: 5, refusal: { status: 503, headers: {}, text: "busy" } }));
    expect(error.message).toBe(
      "update container group acme/vision/web: 503 Service Unavailable after 5 attempts: busy.",
    );
  });

  test("the service's last status is told before a later failure of the connection", () => {
    const error = errorFor(
      report({
        attempts: 3,
        maybeProcessed: true,
        refusal: { status: 500, headers: {}, text: "boom" },
        failure: { kind: "reset", code: "ECONNRESET", sent: true },
      }),
    );
    expect(error).toMatchObject({ status: 500, maybeProcessed: true });
    expect(error.message).toBe(
      "update container group acme/vision/web: 500 Internal Server Error after 3 attempts: boom. " +
        "The last attempt: the connection was closed before the answer was complete (ECONNRESET).",
    );
  });
});

describe("a job that may exist", () => {
  const post = (over: Partial<Report>) =>
    errorFor(report({ request: request("createQueueJob"), maybeProcessed: true, ...over })).message;

  test("is told after a failure of the connection", () => {
    expect(post({ failure: { kind: "reset", code: "", sent: true } })).toContain(
      "The job may exist: the request may have been processed before the connection failed, so it was not sent again.",
    );
  });

  test("and after a failure of the service", () => {
    expect(post({ refusal: { status: 500, headers: {} } })).toContain(
      "The job may exist: the request may have been processed before the service failed, so it was not sent again.",
    );
  });

  test("but not when it surely does not, nor of a PATCH", () => {
    expect(post({ maybeProcessed: false, refusal: { status: 400, headers: {} } })).not.toContain("may exist");
    expect(failed("reset", { maybeProcessed: true })).not.toContain("may exist");
  });
});

describe("no secret is in any message:", () => {
  const password = 'pa"ss<wörd>';
  const secrets = [key, password];
  const tell = (text: string, headers: Record<string, string> = {}, status = 400) =>
    errorFor(report({ refusal: { status, headers, text }, secrets }));

  test.each<[string, string]>([
    ["RFC 7807", JSON.stringify({ title: key, detail: `got ${password}` })],
    ["a list of errors", JSON.stringify({ errors: [{ field: key, message: password }] })],
    ["errors by field", JSON.stringify({ errors: { [key]: [password] } })],
    ["JSON of no known shape", JSON.stringify({ echo: { [key]: password } })],
    ["text", `key ${key}, password ${password}`],
    ["HTML", `<title>${key} pa&quot;ss&lt;wörd&gt;</title>`],
    ["HTML that does not escape", `<p>${key} ${password}</p>`],
    ["JSON that is cut", JSON.stringify({ k: key, p: password }).slice(0, -2)],
    ["percent-encoded", encodeURIComponent(`${key} ${password}`)],
    ["base64", Buffer.from(password).toString("base64")],
  ])("%s", (_, body) => {
    const { message } = tell(body);
    for (const secret of [
      key,
      password,
      "wörd",
      Buffer.from(password).toString("base64"),
      encodeURIComponent(password),
    ]) {
      expect(message).not.toContain(secret);
    }
    expect(message).toContain("[secret]");
  });

  test("the request id and the target of a redirect", () => {
    const error = tell(
      "",
      { "x-request-id": `id-${key}`, location: `https://u:p@other.example/${key}?token=abc` },
      302,
    );
    expect(error.requestId).toBe("id-[secret]");
    expect(error.message).toContain("302 Found to https://other.example/[secret] (request id id-[secret])");
  });

  test("our own words are not searched for other secrets: that would tell what they are", () => {
    const error = errorFor(report({ refusal: { status: 404, headers: {}, text: "404" }, secrets: [key, "404"] }));
    expect(error.message).toContain("404 Not Found: [secret]");
  });
});
