import { createRequire } from "node:module";
import { EnvHttpProxyAgent, type Dispatcher } from "undici";
import { CONNECTION_SETTINGS, type ConnectionSettings } from "./connection";
import { errorFor, type Report } from "./errors";
import { parseJson, type Json } from "../json/json";
import type { RenderedRequest } from "./operations";
import { type Pause, pauseFor, Places } from "./pause";
import { holdsSecret, quote } from "../secrets/redaction";
import {
  type Clock,
  delayAfter,
  type Failure,
  mayHaveBeenProcessed,
  mayRetry,
  parseRetryAfter,
  realClock,
} from "./retry";
import { dispatcherFor, exchange } from "./transport";

const { version } = createRequire(__filename)("pulumi-containergroups/package.json") as { version: string };

const FIXED_HEADERS = {
  accept: "application/json, application/merge-patch+json;q=0.9, application/problem+json;q=0.9, */*;q=0.1",
  "user-agent": `pulumi-containergroups/${version}`,
};

/** Answers beyond this many bytes are not read. */
const LARGEST_BODY = 64 * 1024 * 1024;

/** What a successful request brought. Any 2xx is a success, whatever the body says. */
export interface ServiceAnswer {
  status: number;
  /** The body; undefined when it is empty or cannot be read. */
  body: Json | undefined;
  /** Why the body of a success could not be read in full: one clause. */
  unreadable?: string;
}

/** What may be said about one request. */
export interface SendOptions {
  /** Values that must not stand in any message; the API key never does. Read only when there is something to tell. */
  secrets?: Iterable<string>;
  /** Ends the request and all waiting. */
  signal?: AbortSignal;
  /** A further next step for the message of an error. */
  hint?: (error: { status?: number }) => string | undefined;
}

/** What tests put in the place of the real thing. */
export interface ClientInternals {
  clock?: Clock;
  /** Where proxies are named; default `process.env`. */
  env?: Record<string, string | undefined>;
  pause?: Pause;
  largestBody?: number;
  onClose?: () => void;
}

type Outcome =
  | { answer: ServiceAnswer }
  | { refusal: NonNullable<Report["refusal"]> & { retryAfter?: number } }
  | { failure: NonNullable<Report["failure"]> };

/**
 * Sends requests to one service with one key: retries, limits and pauses as design section 4 says.
 * The constructor throws when the base URL or the API key is missing, or a proxy is not named by a URL.
 */
export class Client {
  readonly #settings: ConnectionSettings;
  readonly #internals: ClientInternals;
  readonly #clock: Clock;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #apiKey: string;
  readonly #dispatcher: Dispatcher;
  readonly #pause: Pause;
  readonly #places: Places;
  #closed = false;

  constructor(settings: ConnectionSettings, internals: ClientInternals = {}) {
    const { baseUrl, apiKey } = settings;
    if (!baseUrl || !apiKey) {
      throw new Error("a client needs a base URL and an API key");
    }
    this.#settings = settings;
    this.#internals = internals;
    this.#clock = internals.clock ?? realClock;
    this.#apiKey = apiKey;
    this.#origin = new URL(baseUrl).origin;
    this.#basePath = new URL(baseUrl).pathname.replace(/\/+$/, "");
    this.#pause = internals.pause ?? pauseFor(this.#origin);
    this.#places = new Places(settings.maxConnections);
    this.#dispatcher = dispatcherFor(this.#origin, settings, internals.env ?? process.env);
  }

  /**
   * Sends a request, again where that is safe, and returns the service's answer to it. A PATCH or POST whose success
   * cannot be read in full is a success (`unreadable` says why), a GET is not.
   *
   * @throws ServiceError for everything else.
   */
  async send(request: RenderedRequest, options: SendOptions = {}): Promise<ServiceAnswer> {
    const { signal } = options;
    let attempts = 0;
    let maybeProcessed = false;
    let refusal: Report["refusal"];
    const fail = (failure?: Report["failure"]) =>
      errorFor({
        request,
        attempts,
        maybeProcessed,
        refusal,
        failure,
        origin: this.#origin,
        proxied: this.#dispatcher instanceof EnvHttpProxyAgent,
        timeoutSeconds: this.#settings.requestTimeoutSeconds,
        secrets: [this.#apiKey, ...(options.secrets ?? [])],
        hint: options.hint,
      });

    while (await this.#enter(attempts > 0, signal)) {
      attempts++;
      const outcome = await this.#attempt(request, options).finally(() => this.#places.leave());
      if ("answer" in outcome) {
        return outcome.answer;
      }
      const failure = "failure" in outcome ? outcome.failure : undefined;
      const problem = "failure" in outcome ? outcome.failure : outcome.refusal;
      refusal = "refusal" in outcome ? outcome.refusal : refusal;
      maybeProcessed ||= mayHaveBeenProcessed(problem);
      const wait = delayAfter(attempts, "retryAfter" in problem ? problem.retryAfter : undefined, this.#clock.random);
      const limited = problem.status === 429;
      if (limited) {
        this.#pause.begin(this.#clock, wait);
      }
      if (this.#closed || attempts > this.#settings.maxRetries || !mayRetry(request.method, problem)) {
        throw fail(failure);
      }
      if (!limited) {
        await this.#clock.sleep(wait, signal);
      }
    }
    throw fail({ kind: "cancelled", code: "", sent: false });
  }

  /** Ends all connections. A request under way fails, and is not sent again. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#internals.onClose?.();
    await this.#dispatcher.destroy();
  }

  /** Waits until a request may be sent; holds a place then. False: it was cancelled. */
  async #enter(first: boolean, signal?: AbortSignal): Promise<boolean> {
    for (;;) {
      await this.#pause.wait(this.#clock, { first, signal });
      if (this.#closed || !(await this.#places.take(signal))) {
        return false;
      }
      if (!this.#closed && !this.#pause.active(this.#clock)) {
        return true;
      }
      this.#places.leave();
    }
  }

  async #attempt(request: RenderedRequest, { signal, secrets }: SendOptions): Promise<Outcome> {
    const { requestTimeoutSeconds, apiKeyHeader } = this.#settings;
    const headers: Record<string, string> = { ...FIXED_HEADERS, [apiKeyHeader]: this.#apiKey };
    if (request.mediaType) {
      headers["content-type"] = request.mediaType;
    }
    const result = await exchange(
      this.#dispatcher,
      {
        origin: this.#origin,
        path: this.#basePath + request.path,
        method: request.method,
        headers,
        body: request.body,
        // One limit covers the whole attempt.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      { milliseconds: requestTimeoutSeconds * 1000, bytes: this.#internals.largestBody ?? LARGEST_BODY, signal },
    );
    const { status, headers: received, text, failure } = result;
    if (status === undefined) {
      return { failure: failure ?? { kind: "connectionLost", code: "", sent: true } };
    }
    if (status < 200 || status > 299) {
      const retryAfter = parseRetryAfter(received["retry-after"], this.#clock.now());
      return { refusal: { status, headers: received, text, retryAfter } };
    }
    const read = failure
      ? { why: this.#whyBroken(failure) }
      : readBody(text ?? "", received["content-type"], () => [this.#apiKey, ...(secrets ?? [])]);
    if ("body" in read) {
      return { answer: { status, body: read.body } };
    }
    if (request.method !== "GET") {
      return { answer: { status, body: undefined, unreadable: read.why } };
    }
    const kind = failure?.kind === "cancelled" || failure?.kind === "tooLarge" ? failure.kind : "unusable";
    return { failure: { kind, code: failure?.code ?? "", sent: true, status, why: read.why } };
  }

  #whyBroken({ kind }: Failure): string {
    const limit = this.#settings.requestTimeoutSeconds;
    const megabytes = LARGEST_BODY / 1024 / 1024;
    switch (kind) {
      case "tooLarge":
        return `it is larger than ${megabytes} MB`;
      case "timeout":
        return `it was not complete within ${limit} s (containergroups:requestTimeoutSeconds)`;
      case "cancelled":
        return "the request was cancelled before it was complete";
      default:
        return "the connection was closed before it was complete";
    }
  }
}

const NOT_JSON = "it is not JSON";

/** Reads a body by its content, whatever its media type says. */
function readBody(
  text: string,
  mediaType: string | string[] | undefined,
  secrets: () => string[],
): { body: Json } | { why: string } {
  const content = text.startsWith("\ufeff") ? text.slice(1) : text;
  try {
    return { body: parseJson(content) };
  } catch {
    if (content.trim() === "") {
      return { why: "it is empty" };
    }
    const given = [mediaType].flat()[0] ?? "not given";
    const known = secrets();
    return { why: holdsSecret(given, known) ? NOT_JSON : `${NOT_JSON} (media type ${quote(given, known, 100)})` };
  }
}

const clients = new Map<string, Client>();

/**
 * The client for these settings: the same one for the same connection settings (base URL, key, header and limits) as long
 * as it is not closed, so that connections and limits are shared in the process. Throws as the constructor does.
 */
export function sharedClient(settings: ConnectionSettings): Client {
  const key = JSON.stringify(CONNECTION_SETTINGS.map((name) => settings[name]));
  let client = clients.get(key);
  if (!client) {
    client = new Client(settings, { onClose: () => clients.delete(key) });
    clients.set(key, client);
  }
  return client;
}
