import {
  describeFailure,
  stepAfterFailure,
  stepAfterStatus,
  type ErrorContext,
} from "../../../../provider/core/http/nextSteps";
import { renderRequest, type OperationName } from "../../../../provider/core/http/operations";
import type { Failure, FailureKind } from "../../../../provider/core/http/retry";

const names = {
  organizationName: "acme",
  projectName: "vision",
  containerGroupName: "web",
  queueName: "frames",
  inferenceEndpointName: "llm",
};

const context = (
  operation: OperationName = "updateContainerGroup",
  over: Partial<ErrorContext> = {},
): ErrorContext => ({
  request: renderRequest(operation, names, operation === "listInferenceEndpointJobs" ? {} : { body: {} }),
  origin: "https://api.example.com",
  proxied: false,
  timeoutSeconds: 60,
  ...over,
});

describe("the next step after the status", () => {
  test.each<[number, RegExp]>([
    [401, /^Set .*containergroups:apiKey.*CONTAINERGROUPS_API_KEY.*the last `up`.*--run-program/],
    [403, /containergroups:apiKey.* may not act in organization acme/],
    [404, /must exist before it is declared here: the API cannot create it\. .*containergroups:baseUrl/],
    [410, /must exist before it is declared here: the API cannot create it\. .*containergroups:baseUrl/],
    [405, /containergroups:baseUrl/],
    [415, /containergroups:baseUrl/],
    [429, /^Run it again later/],
    [301, /^Redirects are not followed: set containergroups:baseUrl/],
    [308, /^Redirects are not followed: set containergroups:baseUrl/],
  ])("%i names the setting or the object that it is about", (status, expected) => {
    expect(stepAfterStatus(status, context())).toMatch(expected);
  });

  test.each([400, 409, 422, 500, 503])("%i is nothing: the service's own words must do", (status) => {
    expect(stepAfterStatus(status, context())).toBeUndefined();
  });

  test("404 names the queue, or the endpoint, when that is what must exist", () => {
    expect(stepAfterStatus(404, context("createQueueJob"))).toMatch(/^The queue must exist/);
    expect(stepAfterStatus(404, context("listInferenceEndpointJobs"))).toMatch(/^The inference endpoint must exist/);
  });
});

describe("a failure", () => {
  const BASE_URL = /^Is containergroups:baseUrl right\?/;
  const failure = (kind: FailureKind, over: Partial<Failure> = {}): Failure => ({
    kind,
    code: "CODE",
    sent: true,
    ...over,
  });

  test.each<[FailureKind, string, RegExp | undefined]>([
    ["unreachable", "no connection to https://api.example.com (CODE)", BASE_URL],
    ["connectTimeout", "no connection to https://api.example.com within 60 s (CODE)", /baseUrl.*requestTimeoutSeconds/],
    ["tls", "no secure connection to https://api.example.com: TLS failure (CODE)", /baseUrl.*NODE_EXTRA_CA_CERTS/],
    ["proxy", "the proxy refused a connection to https://api.example.com (CODE)", /^Check HTTPS_PROXY and NO_PROXY/],
    ["timeout", "no complete response within 60 s (CODE)", /requestTimeoutSeconds/],
    ["connectionLost", "the connection failed before the response was complete (CODE)", undefined],
    ["unusable", "the response of https://api.example.com is not HTTP (CODE)", BASE_URL],
    ["cancelled", "cancelled (CODE)", undefined],
  ])("%s is described as %j, with the step that helps", (kind, described, step) => {
    expect(describeFailure(context(), failure(kind))).toBe(described);
    if (step) {
      expect(stepAfterFailure(kind)).toMatch(step);
    } else {
      expect(stepAfterFailure(kind)).toBeUndefined();
    }
  });

  test("without a code has no brackets", () => {
    expect(describeFailure(context(), failure("cancelled", { code: "" }))).toBe("cancelled");
  });

  test("mentions a proxy that may be to blame, and none that cannot be", () => {
    const proxied = context(undefined, { proxied: true });
    expect(describeFailure(proxied, failure("connectionLost"))).toMatch(/\(CODE; a proxy is set in the environment\)$/);
    expect(describeFailure(proxied, failure("unusable"))).toMatch(/ \(CODE\)$/);
  });

  test.each<FailureKind>(["unusable", "tooLarge"])(
    "%s of a success is described by the status and the reason",
    (kind) => {
      expect(describeFailure(context(), failure(kind, { code: "", status: 200, why: "it is empty" }))).toBe(
        "200 OK, but the response cannot be used: it is empty",
      );
    },
  );
});
