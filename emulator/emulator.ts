import { isIPv6, type AddressInfo } from "node:net";
import { stringify } from "lossless-json";
import { LiveFeed } from "./admin/liveFeed";
import { documentOf, putDocument, type SeedDocument } from "./files/seedDocument";
import { StateFile } from "./files/stateFile";
import { normalizeBasePath } from "./http/basePath";
import { Faults } from "./http/faults";
import { latencyOf } from "./http/latency";
import { RateLimiter } from "./http/rateLimit";
import { RequestLog } from "./http/requestLog";
import { parseReadable, type JsonObject } from "./json";
import type { Emulator, EmulatorOptions } from "./options";
import { createServer } from "./server";
import { Store } from "./service/store";
import { Webhooks } from "./service/webhook";

/** Starts an emulator. Rejects with the system's error (`EADDRINUSE`), a TypeError for a bad option or seed, or an error of one line for a state file that cannot be used. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", settleMs = 200, now = () => new Date() } = options;
  const basePath = normalizeBasePath(options.basePath);
  const clock = (): number => now().getTime();
  const webhooks = new Webhooks(options.allowRemoteWebhooks ?? false, (call) => options.onWebhook?.(call));
  const { acceptUnknownMembers = false, versionOnEveryPatch = false } = options;
  const state = options.stateFile === undefined ? undefined : new StateFile(options.stateFile);
  let onChange = (): void => {};
  const rules = { clock, settleMs, acceptUnknownMembers, versionOnEveryPatch, webhooks };
  const store = new Store({ ...rules, onChange: () => onChange() });
  const putSeeds = (): void => {
    if (options.seed !== undefined) {
      putDocument(options.seed, store);
    }
    store.put(options);
  };
  if (state?.restore(store) !== true) {
    putSeeds();
  }

  const log = new RequestLog(options.maxRequests);
  const { onRequest } = options;
  if (onRequest !== undefined) {
    log.listeners.add((request) => request && onRequest(request));
  }
  const feed = new LiveFeed(store, log, clock, basePath);
  const faults = new Faults(basePath);
  const putFaults = (): void => options.faults?.forEach((fault) => faults.add(fault));
  putFaults();
  const { apiKey = "emulator-key", apiKeyHeader = "service-api-key" } = options;
  const credential = { header: apiKeyHeader, key: apiKey };
  const seed = (document: SeedDocument): void => putDocument(document, store);
  const reset = (): void => {
    store.clear();
    webhooks.forget();
    putSeeds();
    faults.clear();
    putFaults();
    log.clear();
    credential.key = apiKey;
  };
  let url = "";
  const app = createServer({
    store,
    faults,
    credential,
    basePath,
    host,
    feed,
    clock,
    seed,
    reset,
    allowGroupReads: options.allowGroupReads ?? false,
    log,
    latency: latencyOf(options.latencyMs),
    limiter: options.rateLimit && new RateLimiter(options.rateLimit),
    tls: options.tls,
    url: () => url,
  });
  try {
    await app.listen({ port: options.port ?? 0, host });
    // Not before: where another emulator has the port, it may have the file, too.
    state?.save(store);
  } catch (error) {
    // No webhook is called by an emulator that never ran.
    webhooks.forget();
    await app.close();
    throw error;
  }
  const { address, port } = app.server.address() as AddressInfo;
  const scheme = options.tls === undefined ? "http" : "https";
  onChange = () => {
    state?.saveSoon(store);
    feed.onChange();
  };
  url = `${scheme}://${hostOf(address)}:${port}${basePath}`;

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
    putGroup: (seed) => store.put({ groups: [seed] }),
    putQueue: (seed) => store.put({ queues: [seed] }),
    seed,
    snapshot: () => documentOf(store.toSeeds()),
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
    reset,
    close: async () => {
      webhooks.forget();
      await app.close();
      state?.save(store);
    },
  };
}

/** An address as a URL has it: of all addresses, the one of this machine. */
function hostOf(address: string): string {
  const named = { "0.0.0.0": "127.0.0.1", "::": "::1" }[address] ?? address;
  return isIPv6(named) ? `[${named}]` : named;
}

function readable(response: object | undefined): JsonObject | undefined {
  return response && (parseReadable(stringify(response) as string) as JsonObject);
}
