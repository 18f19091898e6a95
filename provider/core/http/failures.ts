import type { Failure, FailureKind } from "./retry";
import { MAX_WITHOUT_SUCCESS } from "./gate";
import { statusLine } from "./errorBody";

/** What the wording of a failure depends on. */
export interface ErrorContext {
  /** Scheme, host and port of the base URL. */
  origin: string;
  /** Whether a proxy is set in the environment. */
  proxied: boolean;
  timeoutSeconds: number;
}

/** What a user can do about an error. The caller puts it into words, because only the caller knows where settings come from. */
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

/** The advice for statuses. The first rule that matches applies. */
const STATUSES: [matches: (status: number) => boolean, advice: Advice][] = [
  [(status) => status === 401, "authenticate"],
  [(status) => status === 403, "joinOrganization"],
  [(status) => status === 404 || status === 410, "createObject"],
  [(status) => status === 405 || status === 415, "checkService"],
  [(status) => status === 429, "runLater"],
  [(status) => status >= 300 && status < 400, "followRedirect"],
];

/** The name of a failure, the advice for it, and whether a proxy may have caused it. */
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

/** Returns the advice for a response with this status, or undefined if there is none. */
export function adviceForStatus(status: number): Advice | undefined {
  return STATUSES.find(([matches]) => matches(status))?.[1];
}

/** Returns the advice for a failure of this kind, or undefined if there is none. */
export function adviceForFailure(kind: FailureKind): Advice | undefined {
  return FAILURES[kind].advice;
}

/** Describes a failure. The system's code and a proxy that may have caused it follow in brackets. It holds no secret. */
export function describeFailure(context: ErrorContext, failure: Failure): string {
  const { name, proxy } = FAILURES[failure.kind];
  const notes = [failure.code, context.proxied && proxy ? "a proxy is set in the environment" : ""];
  const inBrackets = notes.filter((note) => note !== "").join("; ");
  return name(context, failure) + (inBrackets && ` (${inBrackets})`);
}
