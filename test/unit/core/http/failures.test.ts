import {
  adviceForFailure,
  adviceForStatus,
  describeFailure,
  type Advice,
} from "../../../../provider/core/http/failures";
import type { FailureKind } from "../../../../provider/core/http/retry";
import { patch } from "./service";

const context = { request: patch, origin: "https://api.example.com", proxied: false, timeoutSeconds: 60 };
const described = (kind: FailureKind, over: object = {}, proxied = false) =>
  describeFailure({ ...context, proxied }, { kind, code: "CODE", sent: true, ...over });

const PROXY = true;

// prettier-ignore
test.each<[FailureKind, string, Advice | undefined, mayBeProxy?: boolean]>([
  ["unreachable", "no connection to https://api.example.com", "checkBaseUrl", PROXY],
  ["connectTimeout", "no connection to https://api.example.com within 60 s", "checkBaseUrlAndTimeLimit", PROXY],
  ["tls", "no secure connection to https://api.example.com: TLS failure", "checkCertificates", PROXY],
  ["proxy", "the proxy refused a connection to https://api.example.com", "checkProxy", PROXY],
  ["proxyFailed", "the proxy closed the connection before there was one to https://api.example.com", "checkProxy", PROXY],
  ["timeout", "no complete response within 60 s", "checkTimeLimit"],
  ["connectionLost", "the connection failed before the response was complete", undefined, PROXY],
  ["unusable", "the response of https://api.example.com is not HTTP", "checkBaseUrl"],
  ["notJson", "the response of https://api.example.com is not HTTP", "signIn"],
  ["tooLarge", "the response of https://api.example.com is not HTTP", undefined],
  ["cancelled", "cancelled", undefined],
  ["rateLimited", "the service has limited the rate: no request to https://api.example.com has succeeded for 5 minutes", "runLater"],
])("%s is described as %j, and the advice is %s", (kind, name, advice, mayBeProxy = false) => {
  expect(described(kind)).toBe(`${name} (CODE)`);
  expect(described(kind, { code: "" })).toBe(name);
  expect(described(kind, {}, true)).toBe(`${name} (CODE${mayBeProxy ? "; a proxy is set in the environment" : ""})`);
  expect(adviceForFailure(kind)).toBe(advice);
});

test.each(["HTTPParserError", "HPE_INVALID_CONSTANT"])("a proxy that fails with %s does not speak HTTP", (code) => {
  expect(described("proxyFailed", { code })).toBe(
    `the response of the proxy is not HTTP, so there is no connection to https://api.example.com (${code})`,
  );
});

test.each<FailureKind>(["unusable", "notJson", "tooLarge"])(
  "%s of a success is described by its status and the reason",
  (kind) => {
    const success = { code: "", status: 200, why: "it is empty" };
    expect(described(kind, success)).toBe("200 OK, but the response cannot be used: it is empty");
  },
);

// prettier-ignore
test.each<[Advice | undefined, number[]]>([
  ["authenticate", [401]],
  ["joinOrganization", [403]],
  ["createObject", [404, 410]],
  ["checkService", [405, 415]],
  ["runLater", [429]],
  ["followRedirect", [300, 301, 308, 399]],
  [undefined, [299, 400, 406, 409, 412, 413, 418, 422, 423, 428, 431, 451, 500, 503]],
])("the advice is %s after one of %j", (advice, statuses) => {
  expect(statuses.map(adviceForStatus)).toEqual(statuses.map(() => advice));
});
