import {
  failureLine,
  stepAfterFailure,
  stepAfterStatus,
  type FailedAttempt,
  type Situation,
} from "../../../provider/core/nextSteps";
import { renderRequest, type OperationName } from "../../../provider/core/operations";
import type { FailureKind } from "../../../provider/core/retry";

const names = {
  organizationName: "acme",
  projectName: "vision",
  containerGroupName: "web",
  queueName: "frames",
  inferenceEndpointName: "llm",
};

const situation = (operation: OperationName = "updateContainerGroup", over: Partial<Situation> = {}): Situation => ({
  request: renderRequest(operation, names, operation === "listInferenceEndpointJobs" ? {} : { body: {} }),
  origin: "https://api.example.com",
  proxied: false,
  timeoutSeconds: 60,
  secrets: [],
  ...over,
});

describe("the next step after the status", () => {
  test.each<[number, RegExp]>([
    [401, /^Set .*containergroups:apiKey.*CONTAINERGROUPS_API_KEY.*the last `up`.*--run-program/],
    [403, /containergroups:apiKey.* may not act in organization acme/],
    [404, /must exist before it is declared here: the interface cannot create it\. .*containergroups:baseUrl/],
    [410, /must exist before it is declared here: the interface cannot create it\. .*containergroups:baseUrl/],
    [405, /containergroups:baseUrl/],
    [415, /containergroups:baseUrl/],
    [429, /later.*maxConnections.*maxRetries/],
    [301, /^Redirects are not followed: set containergroups:baseUrl/],
    [308, /^Redirects are not followed: set containergroups:baseUrl/],
  ])("%i names the setting or the object that it is about", (status, expected) => {
    expect(stepAfterStatus(status, situation())).toMatch(expected);
  });

  test.each([400, 409, 422, 500, 503])("%i is nothing: the service's own words must do", (status) => {
    expect(stepAfterStatus(status, situation())).toBeUndefined();
  });

  test("404 names the queue, or the endpoint, when that is what must exist", () => {
    expect(stepAfterStatus(404, situation("createQueueJob"))).toMatch(/^The queue must exist/);
    expect(stepAfterStatus(404, situation("listInferenceEndpointJobs"))).toMatch(/^The inference endpoint must exist/);
  });
});

describe("a failure", () => {
  const BASE_URL = /^Is containergroups:baseUrl right\?/;
  const failure = (kind: FailureKind, over: Partial<FailedAttempt> = {}): FailedAttempt => ({
    kind,
    code: "CODE",
    sent: true,
    ...over,
  });

  test.each<[FailureKind, string, RegExp | undefined]>([
    ["refused", "connection refused by https://api.example.com (CODE)", BASE_URL],
    ["dns", "the host of https://api.example.com was not found by DNS (CODE)", BASE_URL],
    ["unreachable", "https://api.example.com cannot be reached (CODE)", BASE_URL],
    ["connectTimeout", "no connection to https://api.example.com within 60 s (CODE)", /baseUrl.*requestTimeoutSeconds/],
    ["tls", "no secure connection to https://api.example.com: TLS failure (CODE)", /baseUrl.*NODE_EXTRA_CA_CERTS/],
    ["proxy", "the proxy refused a connection to https://api.example.com (CODE)", /^Check HTTPS_PROXY and NO_PROXY/],
    ["timeout", "no complete answer within 60 s (CODE)", /requestTimeoutSeconds/],
    ["reset", "the connection was closed before the answer was complete (CODE)", undefined],
    ["notHttp", "what https://api.example.com answered is not HTTP (CODE)", BASE_URL],
    ["cancelled", "cancelled (CODE)", undefined],
    ["other", "the request failed (CODE)", undefined],
  ])("%s is told as %j, with the step that helps", (kind, says, step) => {
    expect(failureLine(situation(), failure(kind))).toBe(says);
    if (step) expect(stepAfterFailure(kind)).toMatch(step);
    else expect(stepAfterFailure(kind)).toBeUndefined();
  });

  test("without a code has no brackets", () => {
    expect(failureLine(situation(), failure("other", { code: "" }))).toBe("the request failed");
  });

  test("mentions a proxy that may be to blame, and none that cannot be", () => {
    const proxied = situation(undefined, { proxied: true });
    expect(failureLine(proxied, failure("reset"))).toMatch(/\(CODE; a proxy is set in the environment\)$/);
    expect(failureLine(proxied, failure("notHttp"))).toMatch(/ \(CODE\)$/);
  });

  test.each<FailureKind>(["unreadable", "tooLarge"])("%s tells the status and why, without a secret", (kind) => {
    const unusable = failure(kind, { code: "", status: 200, why: "it is sk-123456" });
    expect(failureLine(situation(undefined, { secrets: ["sk-123456"] }), unusable)).toBe(
      "200 OK, but the answer cannot be used: it is [secret]",
    );
  });
});
