import { errorFor, ServiceError, type Report } from "../../../../provider/core/http/errors";
import type { FailureKind } from "../../../../provider/core/http/retry";
import { WITHHELD } from "../../../../provider/core/secrets/redaction";
import { get, KEY, nextStep, patch, post } from "./service";

const secretsOf = (...texts: string[]) => ({
  credentials: texts.map((text, index) => ({ text, name: index === 0 ? "the API key" : "container.password" })),
  plain: [],
});

const errorOf = (over: Partial<Report>) =>
  errorFor({
    request: patch,
    attempts: 1,
    maybeProcessed: false,
    origin: "https://api.example.com",
    proxied: false,
    timeoutSeconds: 60,
    secrets: secretsOf(KEY),
    nextStep,
    ...over,
  });
const response = (status: number, text?: string, headers: Record<string, string> = {}) => ({
  errorResponse: { status, headers, text },
});
const failure = (kind: FailureKind, code = "CODE") => ({ failure: { kind, code, sent: true } });
const LOST = "the connection failed before the response was complete";
const unusable = { kind: "unusable" as const, code: "", sent: true, status: 200, why: "it is empty" };
const MAY_EXIST = "The job may exist: the request may have been processed, so it was not sent again. Do: checkJob.";
const job = { request: post, maybeProcessed: true };

// prettier-ignore
test.each<[string, Partial<Report>, string]>([
  ["the service's description, the request id and the next step", response(404, '{"title":"No such group","status":200}', { "x-request-id": "4f00" }), "404 Not Found: No such group (request id 4f00). Do: createObject."],
  ["the status, whatever the body says", response(400, '{"status":200,"title":"200 OK"}'), "400 Bad Request: 200 OK."],
  ["the number of a status without a name", response(499), "499."],
  ["a failure with a next step", failure("tls"), "no secure connection to https://api.example.com: TLS failure (CODE). Do: checkCertificates."],
  ["a failure without one", failure("connectionLost"), `${LOST} (CODE).`],
  ["a failure without the words of next steps", { ...failure("tls"), nextStep: undefined }, "no secure connection to https://api.example.com: TLS failure (CODE)."],
  ["the number of attempts", { ...response(503, "busy"), attempts: 5 }, "503 Service Unavailable after 5 attempts: busy."],
  ["the number of attempts after a failure", { failure: unusable, attempts: 2 }, "200 OK, but the response cannot be used: it is empty after 2 attempts. Do: checkBaseUrl."],
  ["the service's last status before a later failure", { ...response(500, "boom"), ...failure("connectionLost"), attempts: 3, maybeProcessed: true }, `500 Internal Server Error after 3 attempts: boom. The last attempt: ${LOST} (CODE).`],
  ["the status before a failure, without the failure's next step", { ...response(500), ...failure("tls") }, "500 Internal Server Error. The last attempt: no secure connection to https://api.example.com: TLS failure (CODE)."],
  ["the status before a rate limit without an end, and the next step of that", { ...response(500), ...failure("rateLimited", "") }, "500 Internal Server Error. Since then the service has limited the rate: no request to https://api.example.com has succeeded for 5 minutes. Do: runLater."],
  ["a sentence that ends as the service ended it", response(400, "Really?"), "400 Bad Request: Really?"],
  ["a redirect, without what only a browser should see", response(302, "", { location: `https://u:p@other.example/path?token=${KEY}#part` }), "302 Found to https://other.example/path. Do: followRedirect."],
  ["the last status of redirects", response(399, "", { location: "https://other.example" }), "399 to https://other.example. Do: followRedirect."],
  ["the first status of redirects", response(300, "", { location: "https://other.example" }), "300 Multiple Choices to https://other.example. Do: followRedirect."],
  ["no location of a refusal", response(400, "", { location: "https://other.example" }), "400 Bad Request."],
  ["no location of another status", response(299, "", { location: "https://other.example" }), "299."],
  ["no request id and no location that holds the key", response(302, "", { "x-request-id": `id-${KEY}`, location: `https://other.example/${KEY}` }), "302 Found. Do: followRedirect."],
  // That our own words are not searched for other secrets tells nobody what they are.
  ["our own words, although one is a secret", { ...response(404, "none"), secrets: secretsOf(KEY, "container") }, "404 Not Found: none. Do: createObject."],
])("an error names %s", (_, over, expected) => {
  expect(errorOf(over).message).toBe(`update container group acme/vision/web: ${expected}`);
});

test.each(["x-request-id", "request-id", "x-correlation-id", "traceparent"])(
  "a request id is read from %s",
  (header) => {
    expect(errorOf(response(400, "", { [header]: "id-7" })).message).toMatch(
      /: 400 Bad Request \(request id id-7\)\.$/,
    );
  },
);

// prettier-ignore
test.each<[string, Partial<Report>, string]>([
  ["after a failure of the connection", { ...job, ...failure("connectionLost", "") }, `${LOST}. ${MAY_EXIST}`],
  ["after a failure of the service", { ...job, ...response(500) }, `500 Internal Server Error. ${MAY_EXIST}`],
  ["after it was cancelled", { ...job, ...failure("cancelled", "") }, `cancelled. ${MAY_EXIST}`],
  ["after a success that is not JSON", { ...job, failure: { ...unusable, kind: "notJson" } }, `200 OK, but the response cannot be used: it is empty. Do: signIn. ${MAY_EXIST}`],
  ["not when it surely does not", { ...job, ...response(400), maybeProcessed: false }, "400 Bad Request."],
])("of a job it says that it may exist: %s", (_, over, expected) => {
  expect(errorOf(over).message).toBe(`create job in queue acme/vision/frames: ${expected}`);
});

test("an error has the status of the response, else of a success that cannot be used, and whether it may have been processed", () => {
  const error = errorOf({ ...response(500), ...failure("connectionLost"), maybeProcessed: true });
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ name: "ServiceError", status: 500, maybeProcessed: true });
  expect(errorOf({ request: get, failure: unusable })).toMatchObject({ status: 200, maybeProcessed: false });
  expect(errorOf(failure("tls")).status).toBeUndefined();
});

// prettier-ignore
test.each<[string, ServiceError, string]>([
  ["of a response is its status", errorOf({ ...response(422, '{"detail":"no"}', { "x-request-id": "4f00" }), attempts: 3 }), "422 Unprocessable Entity"],
  ["of a response before a failure is its status", errorOf({ ...response(422), ...failure("connectionLost") }), "422 Unprocessable Entity"],
  ["of a failure is what it is called", errorOf({ ...failure("unreachable"), attempts: 5 }), "no connection to https://api.example.com (CODE)"],
  ["of an error that is made elsewhere is its status", new ServiceError("update queue a/b/c: no", { status: 409 }), "409 Conflict"],
  ["of an error that is made elsewhere without a status is its message", new ServiceError("no"), "no"],
  ["does not hold the key", errorOf({ ...failure("unreachable", ""), origin: `https://${KEY}.example` }), "no connection to https://[secret].example"],
])("the summary %s", (_, error, expected) => {
  expect(error.summary).toBe(expected);
});

test("a message that repeats a secret is withheld", () => {
  const secret = "hunter2-hunter2";
  const { message } = errorOf({ ...response(400, `got ${secret}`), secrets: secretsOf(KEY, secret) });
  expect(message).toBe(`update container group acme/vision/web: 400 Bad Request: ${WITHHELD}container.password.`);
});
