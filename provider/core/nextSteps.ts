import type { RenderedRequest } from "./operations";
import { quote } from "./redaction";
import type { Failure, FailureKind } from "./retry";
import { statusLine } from "./status";

/** What the words about a request that did not succeed depend on. */
export interface Situation {
  request: RenderedRequest;
  /** Scheme, host and port of the base URL. */
  origin: string;
  /** Whether a proxy is set in the environment. */
  proxied: boolean;
  timeoutSeconds: number;
  /** Values that must not stand in the message; the API key is the first. */
  secrets: readonly string[];
}

/** An attempt that brought no answer that can be used. */
export interface FailedAttempt extends Failure {
  /** The status of a success whose body cannot be used, and why. */
  status?: number;
  why?: string;
}

/** What to do about a status; the first rule that matches speaks. */
const STATUSES: [matches: (status: number) => boolean, step: (situation: Situation) => string][] = [
  [
    (status) => status === 401,
    () =>
      "Set a valid key: `pulumi config set --secret containergroups:apiKey …` or the environment variable " +
      "CONTAINERGROUPS_API_KEY. Refresh and destroy use the key of the last `up`, unless run with `--run-program`.",
  ],
  [
    (status) => status === 403,
    ({ request }) =>
      `The API key (containergroups:apiKey) may not act in organization ${request.objectPath.split("/")[0]}: ` +
      "its owner must be a member.",
  ],
  [
    (status) => status === 404 || status === 410,
    ({ request }) => `${request.operation.whenAbsent} If it exists, check its names and containergroups:baseUrl.`,
  ],
  [
    (status) => status === 405 || status === 415,
    () => "Check containergroups:baseUrl: what answers there may not be the service.",
  ],
  [
    (status) => status === 429,
    () => "Try again later, lower containergroups:maxConnections or raise containergroups:maxRetries.",
  ],
  [
    (status) => status >= 300 && status < 400,
    () => "Redirects are not followed: set containergroups:baseUrl to the service's own address.",
  ],
];

const CHECK_BASE_URL = "Is containergroups:baseUrl right?";

type Words = (situation: Situation, failure: FailedAttempt) => string;

const unusable: Words = ({ secrets }, { status, why }) =>
  `${statusLine(status)}, but the answer cannot be used: ${quote(why ?? "", secrets)}`;

/** What each failure is called, and what to do about it. */
const FAILURES: Record<FailureKind, { says: Words; step?: string }> = {
  refused: { says: ({ origin }) => `connection refused by ${origin}`, step: CHECK_BASE_URL },
  dns: { says: ({ origin }) => `the host of ${origin} was not found by DNS`, step: CHECK_BASE_URL },
  unreachable: { says: ({ origin }) => `${origin} cannot be reached`, step: CHECK_BASE_URL },
  connectTimeout: {
    says: ({ origin, timeoutSeconds }) => `no connection to ${origin} within ${timeoutSeconds} s`,
    step: `${CHECK_BASE_URL} The limit is containergroups:requestTimeoutSeconds.`,
  },
  tls: {
    says: ({ origin }) => `no secure connection to ${origin}: TLS failure`,
    step: `${CHECK_BASE_URL} A private certificate authority is named by NODE_EXTRA_CA_CERTS.`,
  },
  proxy: {
    says: ({ origin }) => `the proxy refused a connection to ${origin}`,
    step: "Check HTTPS_PROXY and NO_PROXY.",
  },
  timeout: {
    says: ({ timeoutSeconds }) => `no complete answer within ${timeoutSeconds} s`,
    step: "The limit is containergroups:requestTimeoutSeconds.",
  },
  reset: { says: () => "the connection was closed before the answer was complete" },
  notHttp: { says: ({ origin }) => `what ${origin} answered is not HTTP`, step: CHECK_BASE_URL },
  unreadable: { says: unusable, step: CHECK_BASE_URL },
  tooLarge: { says: unusable },
  cancelled: { says: () => "cancelled" },
  other: { says: () => "the request failed" },
};

/** Failures for which a proxy may be to blame. */
const PROXY_KINDS = new Set<FailureKind>(["refused", "dns", "unreachable", "connectTimeout", "tls", "proxy", "reset"]);

/** What the user can do after an answer with this status; undefined where there is nothing to say beyond the status. */
export function stepAfterStatus(status: number, situation: Situation): string | undefined {
  return STATUSES.find(([matches]) => matches(status))?.[1](situation);
}

/** What the user can do after a failure of this kind; undefined where there is nothing to say beyond its name. */
export function stepAfterFailure(kind: FailureKind): string | undefined {
  return FAILURES[kind].step;
}

/** What a failure is called, with the system's code and a proxy that may be to blame in brackets. No secret is in it. */
export function failureLine(situation: Situation, failure: FailedAttempt): string {
  const proxy = situation.proxied && PROXY_KINDS.has(failure.kind) ? "a proxy is set in the environment" : "";
  const notes = [failure.code, proxy].filter((note) => note).join("; ");
  return FAILURES[failure.kind].says(situation, failure) + (notes && ` (${notes})`);
}
