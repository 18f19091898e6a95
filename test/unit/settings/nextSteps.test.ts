import { adviceForFailure, adviceForStatus } from "../../../provider/core/http/failures";
import { renderRequest, type OperationName } from "../../../provider/core/http/operations";
import type { FailureKind } from "../../../provider/core/http/retry";
import { nextStep } from "../../../provider/settings/nextSteps";

// prettier-ignore
const names = { organizationName: "acme", projectName: "vision", containerGroupName: "web", queueName: "frames", inferenceEndpointName: "llm" };

function stepAfter(
  problem: number | FailureKind,
  operation: OperationName = "updateContainerGroup",
): string | undefined {
  const advice = typeof problem === "number" ? adviceForStatus(problem) : adviceForFailure(problem);
  const content = operation === "listInferenceEndpointJobs" ? {} : { body: {} };
  return advice && nextStep(advice, renderRequest(operation, names, content));
}

// prettier-ignore
test.each<[number | FailureKind, RegExp]>([
  [401, /^Set .*containergroups:apiKey.*CONTAINERGROUPS_API_KEY/],
  [403, /containergroups:apiKey.* may not act in organization acme/],
  [404, /must exist before it is declared here: the API cannot create it\. .*containergroups:baseUrl/],
  [415, /containergroups:baseUrl/],
  [429, /^Run it again later/],
  [301, /^Redirects are not followed: set containergroups:baseUrl/],
  ["unreachable", /^Is containergroups:baseUrl right\?$/],
  ["connectTimeout", /baseUrl.*requestTimeoutSeconds/],
  ["tls", /baseUrl.*NODE_EXTRA_CA_CERTS/],
  ["proxy", /^Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY/],
  ["timeout", /requestTimeoutSeconds/],
  ["notJson", /sign-in page .*containergroups:baseUrl/],
])("after %s the next step names the setting or the object that it is about", (problem, step) => {
  expect(stepAfter(problem)).toMatch(step);
});

test("a 404 names the queue, or the endpoint, when that is what must exist", () => {
  expect(stepAfter(404, "createQueueJob")).toMatch(/^The queue must exist/);
  expect(stepAfter(404, "listInferenceEndpointJobs")).toMatch(/^The inference endpoint must exist/);
});
