import { createServer, type AddressInfo } from "node:net";
import { engineAddress, EngineWatch, type ConnectionResult } from "../../../provider/engine/engineWatch";

const ADDRESS = { host: "127.0.0.1", port: 1 };

const turn = () => new Promise(setImmediate);

/** What a watch finds of its engine, and how long it waits between: it goes on when a test lets the time pass. */
class Engine {
  found: ConnectionResult = "accepted";
  connections = 0;
  readonly #waits: { milliseconds: number; pass: () => void }[] = [];

  readonly sleep = (milliseconds: number) => new Promise<void>((pass) => this.#waits.push({ milliseconds, pass }));

  readonly tryConnection = () => {
    this.connections++;
    return Promise.resolve(this.found);
  };

  /** Lets the wait pass that the watch is in, and gives its length: none where it does not wait. */
  async pass(): Promise<number | undefined> {
    await turn();
    const wait = this.#waits.shift();
    wait?.pass();
    await turn();
    return wait?.milliseconds;
  }

  /** Lets some checks pass. */
  async passChecks(count: number): Promise<void> {
    for (let passed = 0; passed < count; passed++) {
      expect(await this.pass()).toBe(1000);
    }
  }
}

/** A request under way: how it ends, and what ends it in good order. */
function request(watch: EngineWatch) {
  let respond = () => {};
  const outcome = watch.during(
    (signal) =>
      new Promise<string>((resolve) => {
        respond = () => resolve("responded");
        signal.addEventListener("abort", () => resolve("cancelled"));
        if (signal.aborted) {
          resolve("cancelled");
        }
      }),
  );
  return { outcome, respond: () => respond() };
}

describe("the engine's address in the arguments of a process", () => {
  const HOST = "/app/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js";

  // prettier-ignore
  it.each([
    ["the last argument of the dynamic-provider host", [HOST, "127.0.0.1:40123"], { host: "127.0.0.1", port: 40123 }],
    ["behind the flags of a traced and logged run", [HOST, "-v=9", "--tracing", "http://localhost:9411", "127.0.0.1:7"], { host: "127.0.0.1", port: 7 }],
    ["an IPv6 address", [HOST, "[::1]:7"], { host: "::1", port: 7 }],
    ["a path as Windows has it", ["C:\\app\\cmd\\dynamic-provider\\index.js", "127.0.0.1:7"], { host: "127.0.0.1", port: 7 }],
    ["absent where the host was started without one", [HOST], undefined],
    ["absent in the process of a program", ["/app/node_modules/@pulumi/pulumi/cmd/run", "127.0.0.1:7"], undefined],
    ["absent in a process without a script", [], undefined],
  ])("is %s", (_, argv, address) => {
    expect(engineAddress(["node", ...argv])).toEqual(address);
  });
});

describe("a watch of the engine", () => {
  let engine: Engine;
  let watch: EngineWatch;

  beforeEach(() => {
    engine = new Engine();
    watch = new EngineWatch(ADDRESS, engine);
  });

  it("leaves a request alone for as long as the engine listens, which it checks every second", async () => {
    const { outcome, respond } = request(watch);
    await engine.passChecks(10);
    expect(engine.connections).toBe(11);
    respond();
    await expect(outcome).resolves.toBe("responded");
    expect(watch.signal.aborted).toBe(false);
  });

  it("cancels all requests when the engine stops listening, and every later one too", async () => {
    const outcomes = [request(watch).outcome, request(watch).outcome];
    await engine.passChecks(2);
    engine.found = "refused";
    await engine.passChecks(1);
    expect(watch.signal.aborted).toBe(false);
    expect(await engine.pass()).toBe(200);
    await expect(Promise.all(outcomes)).resolves.toEqual(["cancelled", "cancelled"]);
    engine.found = "accepted";
    await expect(request(watch).outcome).resolves.toBe("cancelled");
  });

  it("notices it between requests that are each shorter than a check", async () => {
    const first = request(watch);
    await turn();
    first.respond();
    await first.outcome;
    engine.found = "refused";
    const second = request(watch);
    await turn();
    second.respond();
    await expect(second.outcome).resolves.toBe("responded");
    const third = request(watch);
    await engine.passChecks(1);
    await engine.pass();
    await expect(third.outcome).resolves.toBe("cancelled");
  });

  it.each<ConnectionResult>(["accepted", "unclear"])(
    "takes no one refusal for the end, where the next connection is %s",
    async (next) => {
      const { outcome, respond } = request(watch);
      await engine.passChecks(1);
      engine.found = "refused";
      await engine.passChecks(1);
      engine.found = next;
      expect(await engine.pass()).toBe(200);
      await engine.passChecks(2);
      respond();
      await expect(outcome).resolves.toBe("responded");
      expect(watch.signal.aborted).toBe(false);
    },
  );

  it("makes no connection without a request, nor after the last one has settled", async () => {
    expect(await engine.pass()).toBeUndefined();
    expect(engine.connections).toBe(0);
    const { outcome, respond } = request(watch);
    await engine.passChecks(1);
    expect(engine.connections).toBe(2);
    respond();
    await outcome;
    await engine.passChecks(1);
    expect(await engine.pass()).toBeUndefined();
    expect(engine.connections).toBe(2);
  });

  it("draws no conclusion from an address that never accepted a connection", async () => {
    engine.found = "refused";
    const { outcome, respond } = request(watch);
    await engine.passChecks(10);
    respond();
    await expect(outcome).resolves.toBe("responded");
  });

  it("connects to the engine's address, where something listens or nothing does", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined).destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const connected = new Promise((resolve) => server.once("connection", resolve));
    const { port } = server.address() as AddressInfo;
    const { outcome } = request(new EngineWatch({ host: "127.0.0.1", port }, { sleep: () => turn().then(() => {}) }));
    await connected;
    server.close();
    await expect(outcome).resolves.toBe("cancelled");
  });
});
