import { createRequire } from "node:module";
import { EnvHttpProxyAgent, type Dispatcher } from "undici";
import { CONNECTION_SETTINGS, type ConnectionSettings } from "./connection";
import { describeForeignBody, statusLine } from "./errorBody";
import { errorFor, type NextStep, type Report } from "./errors";
import {
  gateFor,
  inSeconds,
  MIN_LOGGED_WAIT,
  realClock,
  type Clock,
  type Connections,
  type RequestGate,
  type Result,
} from "./gate";
import { describeFailure, type ErrorContext } from "./failures";
import type { Json } from "../../../common/json";
import { parseJson } from "../json/json";
import type { RenderedRequest } from "./operations";
import type { SecretTexts } from "../secrets/redaction";
import { delayAfter, type ErrorResponse, type Failure, mayHaveBeenProcessed, mayRetry, parseRetryAfter } from "./retry";
import { ACCEPT_ENCODING, type Attempt, dispatcherFor, sendOnce } from "./transport";

const { version } = createRequire(__filename)("pulumi-containergroups/package.json") as { version: string };

const FIXED_HEADERS = {
  accept: "application/json, application/merge-patch+json;q=0.9, application/problem+json;q=0.9, */*;q=0.1",
  "accept-encoding": ACCEPT_ENCODING,
  "user-agent": `pulumi-containergroups/${version}`,
};

/** Larger bodies of responses are not read. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The response to a request that succeeded. */
export interface ServiceResponse {
  status: number;
  /** The body. Undefined where it is empty or cannot be read. */
  body: Json | undefined;
  /** Why the body could not be read, as a clause such as `it is empty`. */
  unreadable?: string;
}

/** Options of one request. */
export interface SendOptions {
  /** Returns what messages must not show besides the API key. It is called only for an error or a quote of the service. */
  secrets?: () => SecretTexts;
  /** Ends the request and its waits. */
  signal?: AbortSignal;
}

/** What a client works with. Tests replace parts of it. */
export interface ClientContext {
  clock?: Clock;
  /** The environment that names proxies. The default is `process.env`. */
  env?: Record<string, string | undefined>;
  gate?: RequestGate;
  /** Takes a line when requests wait for more than 3 seconds. By default nothing is logged. */
  log?: (line: string) => void;
  /** Puts into words what the user can do about an error. By default errors say only what happened. */
  nextStep?: NextStep;
  sendOnce?: typeof sendOnce;
}

type Outcome =
  | { response: ServiceResponse }
  | { errorResponse: NonNullable<Report["errorResponse"]> & ErrorResponse }
  | { failure: Failure };

/**
 * Sends requests to one service with one key. docs/dev/internals.md says when it retries and when it waits.
 * The constructor throws when the base URL or the API key is missing, or the value for a proxy is not a URL.
 */
export class Client {
  readonly #settings: ConnectionSettings;
  readonly #context: ClientContext;
  readonly #clock: Clock;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #apiKey: string;
  readonly #dispatcher: Dispatcher;
  readonly #gate: RequestGate;
  readonly #connections: Connections;
  #closed = false;

  constructor(settings: ConnectionSettings, context: ClientContext = {}) {
    const { baseUrl, apiKey } = settings;
    if (!baseUrl || !apiKey) {
      throw new Error("a client needs a base URL and an API key");
    }
    this.#settings = settings;
    this.#context = context;
    this.#clock = context.clock ?? realClock;
    this.#apiKey = apiKey;
    this.#origin = new URL(baseUrl).origin;
    this.#basePath = new URL(baseUrl).pathname.replace(/\/+$/, "");
    this.#gate = context.gate ?? gateFor(this.#origin);
    this.#connections = { max: settings.maxConnections, inUse: 0 };
    this.#dispatcher = dispatcherFor(this.#origin, settings, context.env ?? process.env);
  }

  /**
   * Sends a request, again where that is safe, and returns the response of a success. A PATCH or a POST also succeeds with a 2xx
   * whose body is empty, too large or cut off, or whose encoding cannot be undone. A POST also succeeds with a 201 whose body is
   * not JSON. `unreadable` then says why there is no body.
   *
   * @throws ServiceError in all other cases.
   */
  async send(request: RenderedRequest, options: SendOptions = {}): Promise<ServiceResponse> {
    const { signal } = options;
    const context: ErrorContext = {
      origin: this.#origin,
      proxied: this.#dispatcher instanceof EnvHttpProxyAgent,
      timeoutSeconds: this.#settings.requestTimeoutSeconds,
    };
    let attempts = 0;
    let failedAttempts = 0;
    let maybeProcessed = false;
    let errorResponse: Report["errorResponse"];
    // An error shows a 429 only if the request ends while it waits for the rate.
    let limit: { since: number; response: Report["errorResponse"] } | undefined;
    const fail = (failure?: Failure) =>
      errorFor({
        ...context,
        request,
        attempts,
        maybeProcessed,
        errorResponse: limit?.response ?? errorResponse,
        failure,
        secrets: this.#secrets(options),
        nextStep: this.#context.nextStep,
      });

    for (;;) {
      const outcome = await this.#attempt(request, options);
      if ("notSent" in outcome) {
        throw fail({ kind: outcome.notSent, code: "", sent: false });
      }
      attempts++;
      if ("response" in outcome) {
        return outcome.response;
      }
      const problem = "failure" in outcome ? outcome.failure : outcome.errorResponse;
      maybeProcessed = mayHaveBeenProcessed(maybeProcessed, problem);
      if ("errorResponse" in outcome && outcome.errorResponse.status === 429) {
        limit = { since: limit?.since ?? this.#clock.now(), response: outcome.errorResponse };
        this.#logRateLimit(limit.since);
        continue;
      }
      limit = undefined;
      errorResponse = "errorResponse" in outcome ? outcome.errorResponse : errorResponse;
      failedAttempts++;
      const failure = "failure" in outcome ? outcome.failure : undefined;
      if (this.#closed || failedAttempts > this.#settings.maxRetries || !mayRetry(request.method, problem)) {
        throw fail(failure);
      }
      const retryAfter = "retryAfter" in problem ? problem.retryAfter : undefined;
      const wait = delayAfter(failedAttempts, retryAfter, this.#clock.random);
      const why = failure ? describeFailure(context, failure) : statusLine(problem.status);
      this.#logWait(
        wait,
        `${request.operation.title} ${request.objectPath}: ${why}: waiting ${inSeconds(wait)}, then trying again`,
      );
      await this.#clock.sleep(wait, signal);
    }
  }

  /** Ends all connections. Requests under way fail and are not sent again. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#dispatcher.destroy();
  }

  #secrets({ secrets }: SendOptions): SecretTexts {
    const { credentials, plain } = secrets?.() ?? { credentials: [], plain: [] };
    return { credentials: [{ text: this.#apiKey, name: "the API key" }, ...credentials], plain };
  }

  #logWait(wait: number, line: string): void {
    this.#gate.logWait(this.#context.log ?? (() => undefined), wait, line);
  }

  #logRateLimit(since: number): void {
    const pause = this.#gate.pauseLeft;
    const soFar = this.#clock.now() - since;
    const next =
      pause > MIN_LOGGED_WAIT ? `waiting ${inSeconds(pause)}, then going on` : "going on as fast as it allows";
    this.#logWait(Math.max(pause, soFar), `${this.#origin} limits the rate (${statusLine(429)}): ${next}`);
  }

  /** Makes one attempt as soon as there is a connection for it and the rate allows it. */
  async #attempt(
    request: RenderedRequest,
    options: SendOptions,
  ): Promise<Outcome | { notSent: "cancelled" | "rateLimited" }> {
    const admission = await this.#gate.acquire(this.#connections, options.signal);
    if (!admission.admitted) {
      return { notSent: admission.because };
    }
    let outcome: Outcome | undefined;
    try {
      if (this.#closed) {
        return { notSent: "cancelled" };
      }
      outcome = this.#read(request, await this.#sendOnce(request, options), options);
      return outcome;
    } finally {
      this.#gate.release(admission, resultOf(outcome));
    }
  }

  #sendOnce(request: RenderedRequest, { signal }: SendOptions): Promise<Attempt> {
    const { requestTimeoutSeconds, apiKeyHeader } = this.#settings;
    const headers: Record<string, string> = { ...FIXED_HEADERS, [apiKeyHeader]: this.#apiKey };
    if (request.mediaType) {
      headers["content-type"] = request.mediaType;
    }
    return (this.#context.sendOnce ?? sendOnce)(
      this.#dispatcher,
      {
        origin: this.#origin,
        path: this.#basePath + request.path,
        method: request.method,
        headers,
        body: request.body,
        // The limit of the whole attempt stands in for undici's limits of its parts.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      { milliseconds: requestTimeoutSeconds * 1000, bytes: MAX_BODY_BYTES, signal },
    );
  }

  #read(request: RenderedRequest, { status, headers, text, failure }: Attempt, options: SendOptions): Outcome {
    if (status === undefined) {
      return { failure: failure ?? { kind: "connectionLost", code: "", sent: true } };
    }
    if (status < 200 || status > 299) {
      const retryAfter = parseRetryAfter(headers["retry-after"], this.#clock.date());
      return { errorResponse: { status, headers, text, retryAfter } };
    }
    const isJob = request.method === "POST" && status === 201;
    const problem = failure ? this.#whyBroken(failure) : text?.trim() ? undefined : "it is empty";
    if (problem !== undefined) {
      if (request.method !== "GET") {
        return { response: { status, body: undefined, unreadable: problem } };
      }
      const kind = failure?.kind === "cancelled" || failure?.kind === "tooLarge" ? failure.kind : "unusable";
      return { failure: { kind, code: failure?.code ?? "", sent: true, status, why: problem } };
    }
    try {
      return { response: { status, body: parseJson((text ?? "").replace(/^\ufeff/, "")) } };
    } catch {
      const why = describeForeignBody(status, headers["content-type"], text, this.#secrets(options));
      return isJob
        ? { response: { status, body: undefined, unreadable: why } }
        : { failure: { kind: "notJson", code: "", sent: true, status, why } };
    }
  }

  #whyBroken({ kind, why }: Failure): string {
    const limit = this.#settings.requestTimeoutSeconds;
    switch (kind) {
      case "tooLarge":
        return `it is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB`;
      case "timeout":
        return `it was not complete within ${limit} s`;
      case "cancelled":
        return "the request was cancelled before it was complete";
      default:
        return why ?? "the connection was closed before it was complete";
    }
  }
}

function resultOf(outcome: Outcome | undefined): Result {
  if (outcome === undefined) {
    return {};
  }
  return "response" in outcome ? outcome.response : "failure" in outcome ? outcome.failure : outcome.errorResponse;
}

const clients = new Map<string, Client>();

/**
 * Returns the client for these settings. Equal connection settings share one client, and so its connections and limits.
 * It throws as the constructor does.
 */
export function sharedClient(settings: ConnectionSettings, context: Pick<ClientContext, "log" | "nextStep">): Client {
  const key = JSON.stringify(CONNECTION_SETTINGS.map((name) => settings[name]));
  let client = clients.get(key);
  if (!client) {
    client = new Client(settings, context);
    clients.set(key, client);
  }
  return client;
}
