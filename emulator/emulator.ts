import type { AddressInfo } from "node:net";
import { stringify } from "lossless-json";
import type { GroupSeed } from "./containerGroup";
import { Faults, type Fault } from "./faults";
import type { EndpointSeed } from "./inferenceEndpointJob";
import { parseReadable, type JsonObject } from "./json";
import type { QueueSeed } from "./queue";
import { RequestLog, type RecordedRequest } from "./requestLog";
import { createServer, normalizeBasePath } from "./server";
import { Store } from "./store";
import { Webhooks, type WebhookCall } from "./webhook";

/** How an emulator is started. */
export interface EmulatorOptions {
  /** Default 0: a free one. */
  port?: number;
  /** Default `127.0.0.1`. */
  host?: string;
  /** Default `emulator-key`. */
  apiKey?: string;
  /** Default `service-api-key`. */
  apiKeyHeader?: string;
  /** What comes before all paths, as it stands in a URL, e.g. `/api/v2`. Default: nothing. */
  basePath?: string;
  /** Milliseconds for which a change stays pending, and for which a job stays in each status before its last. Default 200. */
  settleMs?: number;
  /** Responds to GET of one group, which the API does not have, for tools that cannot do without. Default false: 405. */
  allowGroupReads?: boolean;
  /** Takes, stores and shows fields of a group update that the API does not show, whatever they hold. Default false: 400. */
  acceptUnknownMembers?: boolean;
  /** Every accepted patch of a group raises its version, `{}` too. Default false: only one that changes something. */
  versionOnEveryPatch?: boolean;
  /** Calls webhooks on other machines too. Default false: only those on this one. */
  allowRemoteWebhooks?: boolean;
  /** How many requests are kept, the last ones. Default 20,000. */
  maxRequests?: number;
  /** The clock of objects: their times and when changes settle. Default: the system's. */
  now?: () => Date;
  /** Called for every request when its response, or the lack of one, is settled. */
  onRequest?: (request: RecordedRequest) => void;
  /** Called when a job's webhook was called, or was not. */
  onWebhook?: (call: WebhookCall) => void;
  groups?: readonly GroupSeed[];
  queues?: readonly QueueSeed[];
  endpoints?: readonly EndpointSeed[];
}

/** A running emulator. Its `put` functions throw a TypeError for a seed that breaks the API's rules. */
export interface Emulator {
  /** With the base path, without a slash at its end. */
  readonly url: string;
  /** The key that is asked for now. */
  readonly apiKey: string;
  /** The last `maxRequests` requests, in the order in which their heads arrived. */
  readonly requests: readonly RecordedRequest[];
  /** How many requests have come since the start, or since `clearRequests`. */
  readonly requestCount: number;
  /** Forgets the requests seen so far. */
  clearRequests(): void;
  /** Creates or replaces a container group; queues that it was attached to keep it. */
  putGroup(seed: GroupSeed): void;
  /** Creates or replaces a queue, without jobs; its groups must exist. */
  putQueue(seed: QueueSeed): void;
  /** Creates or replaces an inference endpoint. */
  putEndpoint(seed: EndpointSeed): void;
  /** The group as a response would show it now; an integer beyond ±(2^53 - 1) is a string of its digits. */
  group(organizationName: string, projectName: string, name: string): JsonObject | undefined;
  /** A copy of the document that merge patches apply to, with credentials. */
  stored(organizationName: string, projectName: string, name: string): JsonObject | undefined;
  /** The queue as a response would show it now. */
  queue(organizationName: string, projectName: string, name: string): JsonObject | undefined;
  /** A queue's jobs as they are now, oldest first; none for a queue that does not exist. */
  jobs(organizationName: string, projectName: string, queueName: string): JsonObject[];
  /** Puts a fault for requests to come, after those that wait already. */
  fault(fault: Fault): void;
  /** Forgets the faults that wait. A request that hangs goes on hanging. */
  clearFaults(): void;
  /** Asks for another key from now on. */
  rotateKey(newKey: string): void;
  /** Stops, cutting open and hung connections. May be called more than once. */
  close(): Promise<void>;
}

/** Starts an emulator. Rejects with the system's error (`EADDRINUSE`), or a TypeError for a bad seed or base path. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", settleMs = 200, now = () => new Date() } = options;
  const basePath = normalizeBasePath(options.basePath);
  const clock = (): number => now().getTime();
  const webhooks = new Webhooks(options.allowRemoteWebhooks ?? false, (call) => options.onWebhook?.(call));
  const { acceptUnknownMembers = false, versionOnEveryPatch = false } = options;
  const store = new Store({ clock, settleMs, acceptUnknownMembers, versionOnEveryPatch, webhooks });
  options.groups?.forEach((seed) => store.putGroup(seed));
  options.queues?.forEach((seed) => store.putQueue(seed));
  options.endpoints?.forEach((seed) => store.putEndpoint(seed));

  const log = new RequestLog(options.maxRequests ?? 20_000, options.onRequest);
  const faults = new Faults(basePath);
  const credential = { header: options.apiKeyHeader ?? "service-api-key", key: options.apiKey ?? "emulator-key" };
  let url = "";
  const app = createServer({
    store,
    faults,
    credential,
    basePath,
    allowGroupReads: options.allowGroupReads ?? false,
    log,
    url: () => url,
  });
  await app.listen({ port: options.port ?? 0, host });
  const { address, family, port } = app.server.address() as AddressInfo;
  url = `http://${family === "IPv6" ? `[${address}]` : address}:${port}${basePath}`;

  return {
    url,
    requests: log.requests,
    get requestCount() {
      return log.count;
    },
    get apiKey() {
      return credential.key;
    },
    clearRequests: () => log.clear(),
    putGroup: (seed) => store.putGroup(seed),
    putQueue: (seed) => store.putQueue(seed),
    putEndpoint: (seed) => store.putEndpoint(seed),
    group: (...names) => readable(store.group(...names)?.toResponse()),
    stored: (...names) => store.group(...names)?.stored,
    queue: (...names) => {
      const queue = store.queue(...names);
      return readable(queue?.toResponse(store.groupsOf(queue)));
    },
    jobs: (...names) =>
      (store.queue(...names)?.jobs ?? []).map((job) => readable(job.toResponse(clock())) as JsonObject),
    fault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    rotateKey: (newKey) => void (credential.key = newKey),
    close: () => {
      webhooks.close();
      return app.close();
    },
  };
}

function readable(response: object | undefined): JsonObject | undefined {
  return response && (parseReadable(stringify(response) as string) as JsonObject);
}
