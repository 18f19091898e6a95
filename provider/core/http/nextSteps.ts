import { ENVIRONMENT_VARIABLES } from "../../../common/settings";
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

const RUN_LATER = "Run it again later, and see what else uses up the rate that the service allows.";

/** What to do about a status; the first rule that matches applies. */
const STATUSES: [matches: (status: number) => boolean, step: (context: ErrorContext) => string][] = [
  [
    (status) => status === 401,
    () =>
      "Set a valid key: `pulumi config set --secret containergroups:apiKey …` or the environment variable " +
      `${ENVIRONMENT_VARIABLES.apiKey}. Refresh and destroy use the key of the last \`up\`, unless run with \`--run-program\`.`,
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
    () => "Check containergroups:baseUrl: what responds there may not be the service.",
  ],
  [(status) => status === 429, () => RUN_LATER],
  [
    (status) => status >= 300 && status < 400,
    () => "Redirects are not followed: set containergroups:baseUrl to the service's own address.",
  ],
];

const CHECK_BASE_URL = "Is containergroups:baseUrl right?";

/** What each failure is called, what to do about it, and whether a proxy may be to blame. */
interface Wording {
  name: (context: ErrorContext, failure: Failure) => string;
  step?: string;
  proxy?: true;
}

const unusable: Wording["name"] = ({ origin }, { status, why }) =>
  status === undefined
    ? `the response of ${origin} is not HTTP`
    : `${statusLine(status)}, but the response cannot be used: ${why ?? ""}`;

const FAILURES: Record<FailureKind, Wording> = {
  unreachable: { name: ({ origin }) => `no connection to ${origin}`, step: CHECK_BASE_URL, proxy: true },
  connectTimeout: {
    name: ({ origin, timeoutSeconds }) => `no connection to ${origin} within ${timeoutSeconds} s`,
    step: `${CHECK_BASE_URL} The limit is containergroups:requestTimeoutSeconds.`,
    proxy: true,
  },
  tls: {
    name: ({ origin }) => `no secure connection to ${origin}: TLS failure`,
    step: `${CHECK_BASE_URL} A private certificate authority is named by NODE_EXTRA_CA_CERTS.`,
    proxy: true,
  },
  proxy: {
    name: ({ origin }) => `the proxy refused a connection to ${origin}`,
    step: "Check HTTPS_PROXY and NO_PROXY.",
    proxy: true,
  },
  proxyFailed: {
    name: ({ origin }, { code }) =>
      /^(HTTPParserError|HPE_)/.test(code)
        ? `the response of the proxy is not HTTP, so there is no connection to ${origin}`
        : `the proxy closed the connection before there was one to ${origin}`,
    step: "Check HTTPS_PROXY and NO_PROXY.",
    proxy: true,
  },
  timeout: {
    name: ({ timeoutSeconds }) => `no complete response within ${timeoutSeconds} s`,
    step: "The limit is containergroups:requestTimeoutSeconds.",
  },
  connectionLost: { name: () => "the connection failed before the response was complete", proxy: true },
  unusable: { name: unusable, step: CHECK_BASE_URL },
  notJson: {
    name: unusable,
    step: "It may come from a sign-in page or a proxy in place of the service: check containergroups:baseUrl.",
  },
  tooLarge: { name: unusable },
  cancelled: { name: () => "cancelled" },
  rateLimited: {
    name: ({ origin }) =>
      `the service has limited the rate: no request to ${origin} has succeeded for ${MAX_WITHOUT_SUCCESS / 60_000} minutes`,
    step: RUN_LATER,
  },
};

/** What the user can do after a response with this status; undefined where there is nothing to say beyond the status. */
export function stepAfterStatus(status: number, context: ErrorContext): string | undefined {
  return STATUSES.find(([matches]) => matches(status))?.[1](context);
}

/** What the user can do after a failure of this kind; undefined where there is nothing to say beyond its name. */
export function stepAfterFailure(kind: FailureKind): string | undefined {
  return FAILURES[kind].step;
}

/** What a failure is called, with the system's code and a proxy that may be to blame in brackets. No secret is in it. */
export function describeFailure(context: ErrorContext, failure: Failure): string {
  const { name, proxy } = FAILURES[failure.kind];
  const notes = [failure.code, context.proxied && proxy ? "a proxy is set in the environment" : ""];
  const inBrackets = notes.filter((note) => note !== "").join("; ");
  return name(context, failure) + (inBrackets && ` (${inBrackets})`);
}
