import { errorFor, ServiceError, type Report } from "../../../../provider/core/http/errors";
import { renderRequest, type OperationName } from "../../../../provider/core/http/operations";
import { WITHHELD } from "../../../../provider/core/secrets/redaction";
import { nextStep } from "../../../../provider/settings/nextSteps";
import type { FailureKind } from "../../../../provider/core/http/retry";

const names = {
  organizationName: "acme",
  projectName: "vision",
  containerGroupName: "web",
  queueName: "frames",
  inferenceEndpointName: "llm",
};
const key = "sk-very-secret-key";
const secretsOf = (...texts: string[]) => ({
  credentials: texts.map((text, index) => ({ text, name: index === 0 ? "the API key" : "container.password" })),
  plain: [],
});
const request = (name: OperationName) =>
  renderRequest(name, names, name === "listInferenceEndpointJobs" ? {} : { body: {} });

const report = (over: Partial<Report>): Report => ({
  request: request("updateContainerGroup"),
  attempts: 1,
  maybeProcessed: false,
  origin: "https://api.example.com",
  proxied: false,
  timeoutSeconds: 60,
  secrets: secretsOf(key),
  nextStep,
  ...over,
});
const refused = (status: number, text?: string, headers: Record<string, string> = {}) =>
  errorFor(report({ errorResponse: { status, headers, text } })).message;
const failed = (kind: FailureKind, over: Partial<Report> = {}) =>
  errorFor(report({ failure: { kind, code: "CODE", sent: true }, ...over })).message;

test("an error is one paragraph: operation, object, status, the service's description, request id, next step", () => {
  const error = errorFor(
    report({
      errorResponse: {
        status: 404,
        headers: { "x-request-id": "4f00" },
        text: '{"title":"Container group not found","status":200}',
      },
      attempts: 1,
    }),
  );
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ status: 404, maybeProcessed: false });
  expect(error.message).toBe(
    "update container group acme/vision/web: 404 Not Found: Container group not found (request id 4f00). " +
      "The object must exist before it is declared here: the API cannot create it. " +
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
    expect(refused(429)).toMatch(/: 429 Too Many Requests\. Run it again later, .*allows\.$/);
    expect(failed("tls")).toMatch(/TLS failure \(CODE\)\. Is containergroups:baseUrl right\? .*NODE_EXTRA_CA_CERTS\.$/);
    expect(failed("connectionLost")).toMatch(/: the connection failed before the response was complete \(CODE\)\.$/);
  });

  test("after a success that cannot be used", () => {
    const failure = { kind: "unusable" as const, code: "", sent: true, status: 200, why: "it is empty" };
    const error = errorFor(report({ request: request("listInferenceEndpointJobs"), failure, attempts: 5 }));
    expect(error.message).toBe(
      "list jobs of inference endpoint acme/llm: 200 OK, but the response cannot be used: it is empty after 5 attempts. " +
        "Is containergroups:baseUrl right?",
    );
    expect(error.status).toBe(200);
  });
});

describe("after several attempts", () => {
  test("their number is told", () => {
    const error = errorFor(report({ attempts: 5, errorResponse: { status: 503, headers: {}, text: "busy" } }));
    expect(error.message).toBe(
      "update container group acme/vision/web: 503 Service Unavailable after 5 attempts: busy.",
    );
  });

  test("the service's last status is told before a later failure of the connection", () => {
    const error = errorFor(
      report({
        attempts: 3,
        maybeProcessed: true,
        errorResponse: { status: 500, headers: {}, text: "boom" },
        failure: { kind: "connectionLost", code: "ECONNRESET", sent: true },
      }),
    );
    expect(error).toMatchObject({ name: "ServiceError", status: 500, maybeProcessed: true });
    expect(error.message).toBe(
      "update container group acme/vision/web: 500 Internal Server Error after 3 attempts: boom. " +
        "The last attempt: the connection failed before the response was complete (ECONNRESET).",
    );
  });

  test("and before a rate limit that does not end, which has a next step where the status has none", () => {
    const errorResponse = { status: 500, headers: {} };
    expect(failed("rateLimited", { errorResponse })).toMatch(
      / 500 Internal Server Error\. Since then .+ Run it again later/,
    );
    expect(failed("tls", { errorResponse })).toMatch(
      / 500 Internal Server Error\. The last attempt: .+ TLS failure \(CODE\)\.$/,
    );
  });
});

describe("a job that may exist", () => {
  const post = (over: Partial<Report>) =>
    errorFor(report({ request: request("createQueueJob"), maybeProcessed: true, ...over })).message;

  test("is told after a failure of the connection", () => {
    expect(post({ failure: { kind: "connectionLost", code: "", sent: true } })).toContain(
      "The job may exist: the request may have been processed before the connection failed, so it was not sent again.",
    );
  });

  test("and after a failure of the service", () => {
    expect(post({ errorResponse: { status: 500, headers: {} } })).toContain(
      "The job may exist: the request may have been processed before the service failed, so it was not sent again.",
    );
  });

  test("but not when it surely does not, nor of a PATCH", () => {
    expect(post({ maybeProcessed: false, errorResponse: { status: 400, headers: {} } })).not.toContain("may exist");
    expect(failed("connectionLost", { maybeProcessed: true })).not.toContain("may exist");
  });
});

describe("the summary", () => {
  const summary = (over: Partial<Report>) => errorFor(report(over)).summary;

  test("of a response is its status, whatever the object, the body and the number of attempts", () => {
    const errorResponse = { status: 422, headers: { "x-request-id": "4f00" }, text: '{"detail":"no"}' };
    expect(summary({ errorResponse })).toBe("422 Unprocessable Entity");
    expect(summary({ errorResponse, request: request("updateQueue"), attempts: 3 })).toBe("422 Unprocessable Entity");
    const failure = { kind: "connectionLost" as const, code: "ECONNRESET", sent: true };
    expect(summary({ errorResponse, failure })).toBe("422 Unprocessable Entity");
  });

  test("of a failure is what it is called", () => {
    expect(summary({ failure: { kind: "unreachable", code: "ECONNREFUSED", sent: false }, attempts: 5 })).toBe(
      "no connection to https://api.example.com (ECONNREFUSED)",
    );
    expect(summary({ failure: { kind: "timeout", code: "", sent: true } })).toBe("no complete response within 60 s");
  });

  test("of an error that is made elsewhere is its status, else its message", () => {
    expect(new ServiceError("update queue a/b/c: no", { status: 409 }).summary).toBe("409 Conflict");
    expect(new ServiceError("no").summary).toBe("no");
  });

  test("does not hold the key", () => {
    const failure = { kind: "unreachable" as const, code: "", sent: false };
    expect(summary({ failure, origin: `https://${key}.example` })).toBe("no connection to https://[secret].example");
  });
});

describe("where the service repeats a secret, its message is withheld:", () => {
  const password = 'pa"ss<wörd>';
  const secrets = [key, password];
  const made = (text: string, headers: Record<string, string> = {}, status = 400) =>
    errorFor(report({ errorResponse: { status, headers, text }, secrets: secretsOf(...secrets) }));

  test.each<[string, string]>([
    ["RFC 9457", JSON.stringify({ title: key, detail: `got ${password}` })],
    ["a list of errors", JSON.stringify({ errors: [{ field: key, message: password }] })],
    ["errors by field", JSON.stringify({ errors: { [key]: [password] } })],
    ["JSON of no known shape", JSON.stringify({ echo: { [key]: password } })],
    ["text", `key ${key}, password ${password}`],
    ["HTML", `<title>${key} pa&quot;ss&lt;wörd&gt;</title>`],
    ["HTML that does not escape", `<p>${key} ${password}</p>`],
    ["JSON that is cut", JSON.stringify({ k: key, p: password }).slice(0, -2)],
    ["percent-encoded", encodeURIComponent(`${key} ${password}`)],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(password))],
    ["base64", Buffer.from(password).toString("base64")],
  ])("%s", (_, body) => {
    const name = body.includes(key) ? "the API key" : "container.password";
    expect(made(body).message).toBe(`update container group acme/vision/web: 400 Bad Request: ${WITHHELD}${name}.`);
  });

  test("the request id and the target of a redirect are left out", () => {
    const error = made(
      "",
      { "x-request-id": `id-${key}`, location: `https://u:p@other.example/${key}?token=abc` },
      302,
    );
    expect(error.message).toMatch(/: 302 Found\. Redirects are not followed/);
  });

  test("a redirect is named without what only a browser should see", () => {
    const error = made("", { location: `https://u:p@other.example/path?token=${key}` }, 302);
    expect(error.message).toMatch(/: 302 Found to https:\/\/other\.example\/path\. Redirects are not followed/);
  });

  test.each([
    [299, ": 299."],
    [300, ": 300 Multiple Choices to https://other.example. "],
    [399, ": 399 to https://other.example. "],
    [400, ": 400 Bad Request."],
  ])("of a response with status %i and a location it says %j", (status, said) => {
    expect(refused(status, "", { location: "https://other.example" })).toContain(said);
  });

  test("our own words are not searched for other secrets: that would tell what they are", () => {
    const own = errorFor(
      report({ errorResponse: { status: 404, headers: {}, text: "none" }, secrets: secretsOf(key, "container") }),
    );
    expect(own.message).toMatch(/^update container group acme\/vision\/web: 404 Not Found: none\. /);
  });
});
