import { createServer, type AddressInfo, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { engineAddress, EngineWatch } from "../../../provider/host/engineWatch";

const CHECK_EVERY = 50;
/** Long enough for a check, the one that confirms it, and what is slow on a busy machine. */
const NOTICED = 2000;

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map(close)));

async function close(server: Server): Promise<void> {
  if (server.listening) {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** An engine that listens: its address, how many connections it has had, and how it ends. */
async function engine(port = 0) {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => undefined).destroy();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = { host: "127.0.0.1", port: (server.address() as AddressInfo).port };
  return { address, connections: () => connections, end: () => close(server) };
}

/** Waits for the signal as a request does; how it ended. */
const waitFor = (milliseconds: number) => (signal: AbortSignal) =>
  sleep(milliseconds, "answered", { signal }).catch(() => "cancelled");

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < NOTICED; waited += 10) {
    await sleep(10);
  }
}

describe("the engine's address in the arguments of a process", () => {
  const HOST = "/app/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js";

  it.each([
    ["the last argument of the dynamic-provider host", [HOST, "127.0.0.1:40123"], { host: "127.0.0.1", port: 40123 }],
    [
      "behind the flags of a traced and logged run",
      [HOST, "-v=9", "--tracing", "http://localhost:9411", "127.0.0.1:7"],
      { host: "127.0.0.1", port: 7 },
    ],
    ["an IPv6 address", [HOST, "[::1]:7"], { host: "::1", port: 7 }],
    [
      "a path as Windows has it",
      ["C:\\app\\cmd\\dynamic-provider\\index.js", "127.0.0.1:7"],
      { host: "127.0.0.1", port: 7 },
    ],
    ["absent where the host was started without one", [HOST], undefined],
    ["absent in the process of a program", ["/app/node_modules/@pulumi/pulumi/cmd/run", "127.0.0.1:7"], undefined],
    ["absent in a process without a script", [], undefined],
  ])("is %s", (_, argv, address) => {
    expect(engineAddress(["node", ...argv])).toEqual(address);
  });
});

describe("a watch of the engine", () => {
  it("leaves a request alone for as long as the engine listens", async () => {
    const { address, connections } = await engine();
    const watch = new EngineWatch(address, CHECK_EVERY);
    await expect(watch.during(waitFor(10 * CHECK_EVERY))).resolves.toBe("answered");
    expect(connections()).toBeGreaterThan(2);
    expect(watch.signal.aborted).toBe(false);
  });

  it("cancels all requests when the engine stops listening, and every later one too", async () => {
    const { address, end } = await engine();
    const watch = new EngineWatch(address, CHECK_EVERY);
    const waiting = [watch.during(waitFor(60_000)), watch.during(waitFor(60_000))];
    await sleep(2 * CHECK_EVERY);
    await end();
    await expect(Promise.all(waiting)).resolves.toEqual(["cancelled", "cancelled"]);
    await engine(address.port);
    await expect(watch.during(waitFor(1))).resolves.toBe("cancelled");
  });

  it("notices it between requests that are each shorter than a check", async () => {
    const { address, end } = await engine();
    const watch = new EngineWatch(address, CHECK_EVERY);
    let answered = 0;
    const fleet = (async () => {
      while ((await watch.during(waitFor(5))) === "answered") {
        answered++;
      }
    })();
    await until(() => answered > 2);
    await end();
    await fleet;
    expect(watch.signal.aborted).toBe(true);
  });

  it("does not take one refusal for the end: an engine that listens again at the second check is there", async () => {
    const { address, end } = await engine();
    const watch = new EngineWatch(address, 1000);
    const request = watch.during(waitFor(2500));
    await sleep(900);
    await end();
    await sleep(200);
    const again = await engine(address.port);
    await expect(request).resolves.toBe("answered");
    expect(again.connections()).toBeGreaterThan(0);
    expect(watch.signal.aborted).toBe(false);
  });

  it("makes no connection without a request, nor after the last one has settled", async () => {
    const { address, connections } = await engine();
    const watch = new EngineWatch(address, CHECK_EVERY);
    await sleep(3 * CHECK_EVERY);
    expect(connections()).toBe(0);
    await watch.during(waitFor(1));
    await until(() => connections() > 0);
    await sleep(2 * CHECK_EVERY);
    const after = connections();
    await sleep(5 * CHECK_EVERY);
    expect(connections()).toBe(after);
  });

  it("draws no conclusion from an address that never accepted a connection", async () => {
    const { address, end } = await engine();
    await end();
    const watch = new EngineWatch(address, CHECK_EVERY);
    await expect(watch.during(waitFor(10 * CHECK_EVERY))).resolves.toBe("answered");
  });

  it("does nothing where there is no engine", async () => {
    const watch = new EngineWatch(undefined, CHECK_EVERY);
    await expect(watch.during(waitFor(3 * CHECK_EVERY))).resolves.toBe("answered");
  });

  it("hands on the failure of a request", async () => {
    const { address } = await engine();
    const watch = new EngineWatch(address, CHECK_EVERY);
    await expect(watch.during(() => Promise.reject(new Error("503")))).rejects.toThrow("503");
  });
});
