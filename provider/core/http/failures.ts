import type { RenderedRequest } from "./operations";
import type { Failure, FailureKind } from "./retry";
import { MAX_WITHOUT_SUCCESS } from "./gate";
import { statusLine } from "./errorBody";

/** What the words about a request that did not succeed depend on. */
export interface ErrorContext {
  request: RenderedRequest;
  /** Scheme, host and port of the base URL. */
  origin: string;
  /** Whether a proxy is set in the environment. */
  proxied: boolean;
  timeoutSeconds: number;
}

/** What the caller can do about an error. The client does not know where its settings come from: who calls it finds the words. */
export type Advice =
  | "authenticate"
  | "joinOrganization"
  | "createObject"
  | "checkBaseUrl"
  | "checkService"
  | "checkTimeLimit"
  | "checkBaseUrlAndTimeLimit"
  | "checkCertificates"
  | "checkProxy"
  | "followRedirect"
  | "signIn"
  | "runLater"
  | "checkJob";

/** What to do about a status; the first rule that matches applies. */
const STATUSES: [matches: (status: number) => boolean, advice: Advice][] = [
  [(status) => status === 401, "authenticate"],
  [(status) => status === 403, "joinOrganization"],
  [(status) => status === 404 || status === 410, "createObject"],
  [(status) => status === 405 || status === 415, "checkService"],
  [(status) => status === 429, "runLater"],
  [(status) => status >= 300 && status < 400, "followRedirect"],
];

/** What each failure is called, what to do about it, and whether a proxy may be to blame. */
interface Wording {
  name: (context: ErrorContext, failure: Failure) => string;
  advice?: Advice;
  proxy?: true;
}

const unusable: Wording["name"] = ({ origin }, { status, why }) =>
  status === undefined
    ? `the response of ${origin} is not HTTP`
    : `${statusLine(status)}, but the response cannot be used: ${why ?? ""}`;

const FAILURES: Record<FailureKind, Wording> = {
  unreachable: { name: ({ origin }) => `no connection to ${origin}`, advice: "checkBaseUrl", proxy: true },
  connectTimeout: {
    name: ({ origin, timeoutSeconds }) => `no connection to ${origin} within ${timeoutSeconds} s`,
    advice: "checkBaseUrlAndTimeLimit",
    proxy: true,
  },
  tls: {
    name: ({ origin }) => `no secure connection to ${origin}: TLS failure`,
    advice: "checkCertificates",
    proxy: true,
  },
  proxy: {
    name: ({ origin }) => `the proxy refused a connection to ${origin}`,
    advice: "checkProxy",
    proxy: true,
  },
  proxyFailed: {
    name: ({ origin }, { code }) =>
      /^(HTTPParserError|HPE_)/.test(code)
        ? `the response of the proxy is not HTTP, so there is no connection to ${origin}`
        : `the proxy closed the connection before there was one to ${origin}`,
    advice: "checkProxy",
    proxy: true,
  },
  timeout: {
    name: ({ timeoutSeconds }) => `no complete response within ${timeoutSeconds} s`,
    advice: "checkTimeLimit",
  },
  connectionLost: { name: () => "the connection failed before the response was complete", proxy: true },
  unusable: { name: unusable, advice: "checkBaseUrl" },
  notJson: {
    name: unusable,
    advice: "signIn",
  },
  tooLarge: { name: unusable },
  cancelled: { name: () => "cancelled" },
  rateLimited: {
    name: ({ origin }) =>
      `the service has limited the rate: no request to ${origin} has succeeded for ${MAX_WITHOUT_SUCCESS / 60_000} minutes`,
    advice: "runLater",
  },
};

/** What can be done about a response with this status; undefined where there is nothing to say beyond the status. */
export function adviceForStatus(status: number): Advice | undefined {
  return STATUSES.find(([matches]) => matches(status))?.[1];
}

/** What can be done about a failure of this kind; undefined where there is nothing to say beyond its name. */
export function adviceForFailure(kind: FailureKind): Advice | undefined {
  return FAILURES[kind].advice;
}

/** What a failure is called, with the system's code and a proxy that may be to blame in brackets. No secret is in it. */
export function describeFailure(context: ErrorContext, failure: Failure): string {
  const { name, proxy } = FAILURES[failure.kind];
  const notes = [failure.code, context.proxied && proxy ? "a proxy is set in the environment" : ""];
  const inBrackets = notes.filter((note) => note !== "").join("; ");
  return name(context, failure) + (inBrackets && ` (${inBrackets})`);
}
