import type { AddressInfo } from "node:net";
import { Faults, type Fault } from "./faults";
import type { JsonObject } from "./json";
import { memberTexts } from "./jsonText";
import type { RecordedRequest } from "./requestLog";
import type { EndpointSeed, GroupSeed, QueueSeed } from "./seeds";
import { createServer } from "./server";
import { Store } from "./store";

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
  /** What comes before the paths of interface section 4, e.g. `/api/v2`. Default: nothing. */
  basePath?: string;
  /** Milliseconds for which a change stays pending, and for which a job stays in each status before its last. Default 200. */
  settleMs?: number;
  /** Answers GET of one group, which the interface does not have, for tools that cannot do without. Default false: 405. */
  allowGroupReads?: boolean;
  /** Takes and answers members of a group update that the interface does not show, whatever they hold. Default false: 400. */
  acceptUnknownMembers?: boolean;
  /** The clock of objects: their times and when changes settle. Default: the system's. */
  now?: () => Date;
  /** Called for every request when its answer, or the lack of one, is settled. */
  onRequest?: (request: RecordedRequest) => void;
  groups?: readonly GroupSeed[];
  queues?: readonly QueueSeed[];
  endpoints?: readonly EndpointSeed[];
}

/** A running emulator. Its `put` functions throw a TypeError for a seed that breaks the interface's rules. */
export interface Emulator {
  /** With the base path, without a slash at its end. */
  readonly url: string;
  /** The key that is asked for now. */
  readonly apiKey: string;
  /** Every request seen, in the order in which their heads arrived. */
  readonly requests: readonly RecordedRequest[];
  /** Forgets the requests seen so far. */
  clearRequests(): void;
  /** Creates or replaces a container group; queues that it was attached to keep it. */
  putGroup(seed: GroupSeed): void;
  /** Creates or replaces a queue, without jobs; its groups must exist. */
  putQueue(seed: QueueSeed): void;
  /** Creates or replaces an inference endpoint. */
  putEndpoint(seed: EndpointSeed): void;
  /** The group as a response would show it now; a `container.size` beyond a safe integer is a string of its digits. */
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

/** Starts an emulator. Rejects with the system's error (`EADDRINUSE`), or a TypeError for a bad seed. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", settleMs = 200, now = () => new Date(), onRequest } = options;
  const basePath = normalBasePath(options.basePath);
  const store = new Store({
    clock: () => now().getTime(),
    settleMs,
    leniency: { unknownMembers: options.acceptUnknownMembers === true },
  });
  options.groups?.forEach((seed) => store.putGroup(seed));
  options.queues?.forEach((seed) => store.putQueue(seed));
  options.endpoints?.forEach((seed) => store.putEndpoint(seed));

  const requests: RecordedRequest[] = [];
  const faults = new Faults(basePath);
  const credential = { header: options.apiKeyHeader ?? "service-api-key", key: options.apiKey ?? "emulator-key" };
  let url = "";
  const app = createServer({
    store,
    faults,
    credential,
    basePath,
    allowGroupReads: options.allowGroupReads === true,
    onArrival: (request) => void requests.push(request),
    onAnswer: (request) => onRequest?.(request),
    url: () => url,
  });
  await app.listen({ port: options.port ?? 0, host });
  const { address, family, port } = app.server.address() as AddressInfo;
  url = `http://${family === "IPv6" ? `[${address}]` : address}:${port}${basePath}`;

  return {
    url,
    requests,
    get apiKey() {
      return credential.key;
    },
    clearRequests: () => void (requests.length = 0),
    putGroup: (seed) => store.putGroup(seed),
    putQueue: (seed) => store.putQueue(seed),
    putEndpoint: (seed) => store.putEndpoint(seed),
    group: (...names) => parsedGroup(store.group(...names)?.text()),
    stored: (...names) => store.group(...names)?.stored,
    queue: (...names) => {
      const queue = store.queue(...names);
      if (queue === undefined) return undefined;
      const shown = JSON.parse(queue.text(store.groupsOf(queue))) as JsonObject;
      return { ...shown, container_groups: store.groupsOf(queue).map((group) => parsedGroup(group.text()) ?? null) };
    },
    jobs: (...names) =>
      (store.queue(...names)?.jobs ?? []).map((job) => JSON.parse(job.text(now().getTime())) as JsonObject),
    fault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    rotateKey: (newKey) => void (credential.key = newKey),
    close: () => app.close(),
  };
}

function normalBasePath(given = ""): string {
  const bare = given.replace(/^\/+|\/+$/g, "");
  return bare === "" ? "" : `/${bare}`;
}

function parsedGroup(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  const group = JSON.parse(text) as JsonObject & { container: JsonObject };
  const { size } = group.container;
  if (size !== undefined && !Number.isSafeInteger(size)) {
    // JSON.parse has rounded it: take the digits from the text.
    const container = memberTexts(memberTexts(text).get("container") ?? "{}");
    group.container["size"] = container.get("size");
  }
  return group;
}
