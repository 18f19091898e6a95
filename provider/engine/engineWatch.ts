import { setMaxListeners } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between checks of the engine while requests are under way or wait. */
const CHECK_EVERY = 1000;
/** After a refusal the engine is checked once more, this many milliseconds later. */
const CONFIRM_AFTER = 200;

interface Address {
  host: string;
  port: number;
}

export type ConnectionResult = "accepted" | "refused" | "unclear";

/** How a watch waits and connects. Tests replace it. */
interface WatchContext {
  sleep(milliseconds: number): Promise<void>;
  tryConnection(address: Address): Promise<ConnectionResult>;
}

/** Waits without keeping the process alive. */
const sleepUnreferenced = (milliseconds: number) => sleep(milliseconds, undefined, { ref: false });

/**
 * The address of the engine that started this process: the last argument of the dynamic-provider host. Undefined in other
 * processes, such as the program's.
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
 * Notices that the engine is gone. A CLI that is killed leaves this process behind, and its waiting requests could overwrite what
 * the next run sends. The process is shared with the dynamic providers of others, so it goes on, and only our requests
 * end.
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
    // Each waiting request adds a listener, and their number has no limit.
    setMaxListeners(0, this.signal);
  }

  /** Aborted for good when the engine is gone, because nobody is left to record the requests. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Runs `work`, and watches the engine until it has settled. */
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
    // A refusal means something only at an address that once accepted a connection.
    if (found !== "refused" || !this.#reached) {
      return false;
    }
    await this.#context.sleep(CONFIRM_AFTER);
    return (await this.#context.tryConnection(address)) === "refused";
  }
}

/** Whether something listens there. Failures other than a refusal, such as no free socket, are `unclear`. */
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

export const engineWatch = new EngineWatch(engineAddress(process.argv));
