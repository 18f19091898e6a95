import type { ServerResponse } from "node:http";
import { stringify } from "lossless-json";
import type { RecordedRequest, RequestLog } from "../http/requestLog";
import type { Store } from "../service/store";
import { version } from "../version";
import { bounded, objectsView } from "../views/objectViews";
import { viewOf } from "../views/requestView";

/** What changes within such a time is sent together. */
const GATHER_MS = 100;
/** How many requests a page is given when it connects. */
const REQUESTS_AT_START = 200;
/** A client that takes nothing is let go; it connects again by itself. */
const MOST_BYTES_WAITING = 16 * 1024 * 1024;

/** Makes what a client is sent, with what is secret for those who asked for it. */
type Maker = (isUnmasked: boolean) => object;

/**
 * What happens, as server-sent events: `snapshot` when a client connects and when the requests are forgotten, then `request` for each request and
 * `objects` when one may have changed, also by time alone. Does nothing while no client is connected.
 */
export class LiveFeed {
  /** Whether each client is shown what is secret. */
  readonly #clients = new Map<ServerResponse, boolean>();
  #gathering: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: Store,
    private readonly log: RequestLog,
    private readonly clock: () => number,
    private readonly basePath: string,
  ) {
    log.listeners.add((request) =>
      request === undefined
        ? this.#send("snapshot", this.#snapshot)
        : this.#send("request", (isUnmasked) => ({ count: log.count, ...bounded(viewOf(request, isUnmasked)) })),
    );
  }

  /** Sends events until the client is gone. */
  connect(client: ServerResponse, isUnmasked: boolean): void {
    client.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    client.write("retry: 1000\n\n");
    client.on("close", () => this.#clients.delete(client));
    this.#clients.set(client, isUnmasked);
    this.#send("snapshot", this.#snapshot, [client]);
    this.#awaitTime();
  }

  /** Any object may have changed. */
  onChange(): void {
    if (this.#clients.size === 0) {
      return;
    }
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#send("objects", (isUnmasked) => objectsView(this.store, this.clock(), isUnmasked));
      this.#awaitTime();
    }, GATHER_MS).unref();
  }

  /** Sends the objects again when time has changed the first of them. */
  #awaitTime(): void {
    const { groups, queues } = this.store;
    const next = [...groups, ...queues].reduce(
      (first, { settlesAt = Infinity }) => Math.min(first, settlesAt),
      Infinity,
    );
    clearTimeout(this.#settling);
    if (next < Infinity) {
      this.#settling = setTimeout(() => this.onChange(), next - this.clock()).unref();
    }
  }

  readonly #snapshot: Maker = (isUnmasked) => ({
    version,
    base_path: this.basePath,
    count: this.log.count,
    requests: settled(this.log).map((request) => bounded(viewOf(request, isUnmasked))),
    ...objectsView(this.store, this.clock(), isUnmasked),
  });

  #send(event: string, make: Maker, to: Iterable<ServerResponse> = this.#clients.keys()): void {
    for (const client of to) {
      client.write(`event: ${event}\ndata: ${stringify(make(this.#clients.get(client) === true))}\n\n`);
      if (client.writableLength > MOST_BYTES_WAITING) {
        client.destroy();
      }
    }
  }
}

/** The last requests whose response is settled: the others are told when theirs is. */
const settled = ({ requests }: RequestLog): RecordedRequest[] =>
  requests.filter(({ durationMs }) => durationMs !== undefined).slice(-REQUESTS_AT_START);
