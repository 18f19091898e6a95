import { describeFailure, type ErrorContext } from "../../../../provider/core/http/failures";
import { renderRequest } from "../../../../provider/core/http/operations";
import type { Failure, FailureKind } from "../../../../provider/core/http/retry";

const names = { organizationName: "acme", projectName: "vision", containerGroupName: "web" };

const context = (proxied = false): ErrorContext => ({
  request: renderRequest("updateContainerGroup", names, { body: {} }),
  origin: "https://api.example.com",
  proxied,
  timeoutSeconds: 60,
});

describe("a failure", () => {
  const failure = (kind: FailureKind, over: Partial<Failure> = {}): Failure => ({
    kind,
    code: "CODE",
    sent: true,
    ...over,
  });

  // prettier-ignore
  test.each<[FailureKind, string]>([
    ["unreachable", "no connection to https://api.example.com (CODE)"],
    ["connectTimeout", "no connection to https://api.example.com within 60 s (CODE)"],
    ["tls", "no secure connection to https://api.example.com: TLS failure (CODE)"],
    ["proxy", "the proxy refused a connection to https://api.example.com (CODE)"],
    ["timeout", "no complete response within 60 s (CODE)"],
    ["connectionLost", "the connection failed before the response was complete (CODE)"],
    ["unusable", "the response of https://api.example.com is not HTTP (CODE)"],
    ["cancelled", "cancelled (CODE)"],
  ])("%s is described as %j", (kind, described) => {
    expect(describeFailure(context(), failure(kind))).toBe(described);
  });

  test("without a code has no brackets", () => {
    expect(describeFailure(context(), failure("cancelled", { code: "" }))).toBe("cancelled");
  });

  test("mentions a proxy that may be to blame, and none that cannot be", () => {
    const proxied = context(true);
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
