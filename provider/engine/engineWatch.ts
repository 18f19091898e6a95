import { setMaxListeners } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How often the engine is checked while requests are under way or wait, in milliseconds. */
const CHECK_EVERY = 1000;
/** After a refusal the engine is checked once more, this many milliseconds later. */
const CONFIRM_AFTER = 200;

interface Address {
  host: string;
  port: number;
}

/** What came of a connection. */
export type ConnectionResult = "accepted" | "refused" | "unclear";

/** How a watch waits, and connects; tests have ways of their own. */
interface WatchContext {
  sleep(milliseconds: number): Promise<void>;
  tryConnection(address: Address): Promise<ConnectionResult>;
}

/** It keeps no process alive. */
const sleepUnreferenced = (milliseconds: number) => sleep(milliseconds, undefined, { ref: false });

/**
 * Where the engine listens that started this process: the last argument of the dynamic-provider host. None in other
 * processes, such as that of the program.
 */
export function engineAddress(argv: readonly string[]): Address | undefined {
  const [, script = "", ...args] = argv;
  const [, host, port] = /^(.+):(\d+)$/.exec(args.at(-1) ?? "") ?? [];
  if (!/[\\/]dynamic-provider([\\/]|$)/.test(script) || host === undefined) {
    return undefined;
  }
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

/**
 * Notices that the engine is gone. A CLI that is killed leaves the process of its providers behind, which would send the
 * rest of what waits over the values of the next run. Providers of their own process end themselves then; this process is
 * shared with the dynamic providers of others, so it goes on, and only our requests end.
 */
export class EngineWatch {
  readonly #address: Address | undefined;
  readonly #context: WatchContext;
  readonly #gone = new AbortController();
  #underWay = 0;
  #watching = false;
  #reached = false;

  constructor(address: Address | undefined, context: Partial<WatchContext> = {}) {
    this.#address = address;
    this.#context = { sleep: sleepUnreferenced, tryConnection, ...context };
    // One listener for each request that waits, and there is no limit to those.
    setMaxListeners(0, this.signal);
  }

  /** Aborted when the engine is gone, for good: there is nobody left to record what would be sent. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Does what sends requests, and watches the engine until it has settled. */
  async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#underWay++;
    if (this.#address !== undefined && !this.#watching) {
      void this.#watch(this.#address);
    }
    try {
      return await work(this.signal);
    } finally {
      this.#underWay--;
    }
  }

  async #watch(address: Address): Promise<void> {
    this.#watching = true;
    while (this.#underWay > 0 && !this.signal.aborted) {
      if (await this.#isGone(address)) {
        this.#gone.abort();
      } else {
        await this.#context.sleep(CHECK_EVERY);
      }
    }
    this.#watching = false;
  }

  async #isGone(address: Address): Promise<boolean> {
    const found = await this.#context.tryConnection(address);
    this.#reached ||= found === "accepted";
    // An address that never accepted a connection is not one whose silence means anything.
    if (found !== "refused" || !this.#reached) {
      return false;
    }
    await this.#context.sleep(CONFIRM_AFTER);
    return (await this.#context.tryConnection(address)) === "refused";
  }
}

/** Whether something listens there. Whatever is neither yes nor no, such as no free socket, is `unclear`. */
function tryConnection(address: Address): Promise<ConnectionResult> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const settle = (found: ConnectionResult) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(CHECK_EVERY, () => settle("unclear"));
    socket.once("connect", () => settle("accepted"));
    socket.on("error", (error: NodeJS.ErrnoException) => settle(error.code === "ECONNREFUSED" ? "refused" : "unclear"));
  });
}

/** The engine of this process. */
export const engineWatch = new EngineWatch(engineAddress(process.argv));
