import type { SeedDocument } from "./files/seedDocument";
import type { Fault } from "./http/faults";
import type { LatencyMs } from "./http/latency";
import type { RateLimit } from "./http/rateLimit";
import type { RecordedRequest } from "./http/requestLog";
import type { JsonObject } from "./json";
import type { Tls } from "./server";
import type { GroupSeed } from "./service/containerGroup";
import type { QueueSeed } from "./service/queue";
import type { Seeds } from "./service/store";
import type { WebhookCall } from "./service/webhook";

/** How an emulator is started. */
export interface EmulatorOptions extends Seeds {
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
  /** Objects as in a seed file (`readSeedFile`), besides `groups`, `queues` and `endpoints`. */
  seed?: SeedDocument;
  /**
   * A file that keeps all objects, with their credentials. Where it is there, they are taken from it, and from nowhere else. It is
   * written within a tenth of a second of each change, and by `close`.
   */
  stateFile?: string;
  /** Faults that wait from the start. */
  faults?: readonly Fault[];
  /** How long each response waits. Default 0. */
  latencyMs?: LatencyMs;
  /** More requests are refused with 429. Default: none are. */
  rateLimit?: RateLimit;
  /** Serves HTTPS alone. Default: plain HTTP. */
  tls?: Tls;
}

/** A running emulator. Its `put` functions throw a TypeError for a seed that breaks the API's rules. */
export interface Emulator {
  /** With the base path, without a slash at its end. */
  readonly url: string;
  /** The key that is asked for now. */
  readonly apiKey: string;
  /** The last requests, as many as `maxRequests` and 256 MiB let it keep, in the order in which their heads arrived. */
  readonly requests: readonly RecordedRequest[];
  /** How many requests have come since the start, or since `clearRequests`. */
  readonly requestCount: number;
  /** Forgets the requests seen so far. */
  clearRequests(): void;
  /** Creates or replaces a container group; queues that it was attached to keep it. */
  putGroup(seed: GroupSeed): void;
  /** Creates or replaces a queue, without jobs; its groups must exist. */
  putQueue(seed: QueueSeed): void;
  /** The group as a response would show it now; an integer beyond ±(2^53 - 1) is a string of its digits. */
  group(organizationName: string, projectName: string, name: string): JsonObject | undefined;
  /** A copy of the document that merge patches apply to, with credentials. */
  stored(organizationName: string, projectName: string, name: string): JsonObject | undefined;
  /** The queue as a response would show it now. */
  queue(organizationName: string, projectName: string, name: string): JsonObject | undefined;
  /** A queue's jobs as they are now, oldest first; none for a queue that does not exist. */
  jobs(organizationName: string, projectName: string, queueName: string): JsonObject[];
  /** Puts the objects of a seed document, or none of them where one is bad: it creates or replaces each. */
  seed(document: SeedDocument): void;
  /** All objects as they are now, with their credentials, as a seed document. */
  snapshot(): SeedDocument;
  /** Puts a fault for requests to come, after those that wait already. */
  fault(fault: Fault): void;
  /** Forgets the faults that wait. A request that hangs goes on hanging. */
  clearFaults(): void;
  /** Asks for another key from now on. */
  rotateKey(newKey: string): void;
  /** Starts anew: the objects and faults of the start, the key of the start, no requests seen. Webhooks of jobs that are gone are not called. */
  reset(): void;
  /** Stops, cutting open and hung connections. May be called more than once. */
  close(): Promise<void>;
}
