import type { ServerResponse } from "node:http";
import { stringify } from "lossless-json";
import type { RecordedRequest, RequestLog } from "../http/requestLog";
import { ContainerGroup } from "../service/containerGroup";
import { Queue } from "../service/queue";
import type { Store } from "../service/store";
import { version } from "../version";
import { bounded, groupView, objectsView, queueView } from "../views/objectViews";
import { viewOf } from "../views/requestView";

type LiveObject = ContainerGroup | Queue;

/** What comes together is sent together. */
const GATHER_MS = 50;
/** How many requests a page is given when it connects. */
const REQUESTS_AT_START = 200;
/** A client that takes nothing is let go; it connects again by itself. */
const MOST_BYTES_WAITING = 16 * 1024 * 1024;
/** A comment now and then, so that nobody between takes the connection for dead. */
const HEARTBEAT_MS = 15_000;

/**
 * What happens, as server-sent events: `snapshot` when a client connects and when anything may have changed, then `request` for each request and
 * `objects` for what has changed, also by time alone. Does nothing while no client is connected.
 */
export class LiveFeed {
  readonly #clients = new Set<ServerResponse>();
  readonly #changed = new Set<LiveObject>();
  #everything = false;
  #gathering: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: Store,
    private readonly log: RequestLog,
    private readonly clock: () => number,
    private readonly basePath: string,
  ) {
    log.listeners.add((request) => (request === undefined ? this.onChange() : this.#onRequest(request)));
  }

  /** Sends events until the client is gone. */
  connect(client: ServerResponse): void {
    client.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    client.write("retry: 1000\n\n");
    const heartbeat = setInterval(() => client.write(":\n\n"), HEARTBEAT_MS).unref();
    client.on("close", () => {
      clearInterval(heartbeat);
      this.#clients.delete(client);
    });
    this.#clients.add(client);
    this.#write(client, "snapshot", this.#snapshot());
    this.#watchAll();
  }

  /** An object was put or changed; without one, any may be. */
  onChange(object?: LiveObject): void {
    if (this.#clients.size === 0) {
      return;
    }
    if (object === undefined) {
      this.#everything = true;
    } else {
      this.#changed.add(object);
    }
    this.#gathering ??= setTimeout(() => this.#flush(), GATHER_MS).unref();
  }

  #onRequest(request: RecordedRequest): void {
    if (this.#clients.size > 0) {
      this.#send("request", { count: this.log.count, ...bounded(viewOf(request)) });
    }
  }

  #flush(): void {
    this.#gathering = undefined;
    // An object that was replaced may change still: a webhook of its jobs was called.
    const changed = [...this.#changed].filter((object) => this.store.has(object));
    this.#changed.clear();
    if (this.#everything) {
      this.#everything = false;
      this.#send("snapshot", this.#snapshot());
      this.#watchAll();
    } else {
      this.#send("objects", this.#views(changed));
      changed.forEach((object) => this.#watch(object));
    }
  }

  #watchAll(): void {
    [...this.store.groups, ...this.store.queues].forEach((object) => this.#watch(object));
  }

  /** Tells of the object again when time has changed it. */
  #watch(object: LiveObject): void {
    const { settlesAt } = object;
    if (settlesAt !== undefined) {
      const tell = (): void => void (this.store.has(object) && this.onChange(object));
      setTimeout(tell, Math.max(settlesAt - this.clock(), GATHER_MS)).unref();
    }
  }

  #views(objects: LiveObject[]): object {
    const groups = objects.filter((object) => object instanceof ContainerGroup);
    const queues = objects.filter((object) => object instanceof Queue);
    return { groups: groups.map(groupView), queues: queues.map((queue) => queueView(queue, this.clock())) };
  }

  #snapshot(): object {
    const requests = this.log.requests.slice(-REQUESTS_AT_START).map((request) => bounded(viewOf(request)));
    return {
      version,
      base_path: this.basePath,
      count: this.log.count,
      requests,
      ...objectsView(this.store, this.clock()),
    };
  }

  #send(event: string, data: object): void {
    this.#clients.forEach((client) => this.#write(client, event, data));
  }

  #write(client: ServerResponse, event: string, data: object): void {
    client.write(`event: ${event}\ndata: ${stringify(data)}\n\n`);
    if (client.writableLength > MOST_BYTES_WAITING) {
      client.destroy();
    }
  }
}
