import { spawn } from "node:child_process";
import path from "node:path";
import { startEmulator, type Emulator } from "../../../../emulator";
import { ROOT } from "../../../support/dynamicProvider";
import { until } from "../../../support/until";

jest.setTimeout(120_000);

let service: Emulator;

beforeAll(async () => {
  service = await startEmulator({ endpoints: [{ organizationName: "acme", name: "transcribe", jobs: 100_000 }] });
});
beforeEach(() => service.clearRequests());
afterAll(() => service.close());

/** The page that the marks ask for: there is none of this number. */
const MARK = 99_999;

/**
 * A process of its own, so that its memory is that of the iteration alone. The provider is loaded as it is built. At the job where it
 * stops, it waits until it is told to go on. Then it sends two requests of its own, the marks: what it had sent by then has come before.
 */
const PROGRAM = `
  const { once } = require("node:events");
  const { iterateInferenceEndpointJobs, listInferenceEndpointJobs } = require("pulumi-containergroups/provider");
  const settings = JSON.parse(process.argv[1]);
  const { stopAfter, marksInLoop } = JSON.parse(process.argv[2]);
  const source = { get: (key) => settings[key], env: {} };
  const inferenceEndpointName = "transcribe";
  const heap = () => { global.gc(); return process.memoryUsage().heapUsed; };
  const mark = async () => {
    for (let i = 0; i < 2; i++) await listInferenceEndpointJobs(source, { inferenceEndpointName, page: ${MARK} });
  };
  (async () => {
    const ids = new Set();
    let count = 0, early = 0, latest = 0;
    for await (const job of iterateInferenceEndpointJobs(source, { inferenceEndpointName })) {
      count++;
      if (count <= 1000) ids.add(job.id);
      if (count === 10000) early = heap();
      if (count % 30000 === 0) latest = heap();
      if (count === stopAfter) {
        process.send("stopped");
        await once(process, "message");
        if (marksInLoop) await mark();
        break;
      }
    }
    if (stopAfter && !marksInLoop) await mark();
    process.send({ count, distinct: ids.size, grown: latest - early }, () => process.exit(0));
  })();`;

interface Iterated {
  count: number;
  distinct: number;
  grown: number;
}

/** `beforeGoingOn`: what is waited for while the process stands at the job where it stops. */
function iterate(
  options: { stopAfter?: number; marksInLoop?: boolean } = {},
  beforeGoingOn: () => Promise<void> = () => Promise.resolve(),
) {
  const settings = { baseUrl: service.url, apiKey: service.apiKey, organizationName: "acme" };
  const args = ["--expose-gc", "-e", PROGRAM, JSON.stringify(settings), JSON.stringify(options)];
  return new Promise<Iterated>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: path.join(ROOT, "examples/quickstart"),
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    let iterated: Iterated | undefined;
    child.on("message", (message) => {
      if (message !== "stopped") {
        iterated = message as Iterated;
        return;
      }
      beforeGoingOn().then(
        () => child.send("go on"),
        (error: Error) => {
          reject(error);
          child.kill();
        },
      );
    });
    child.once("close", (code) => (iterated ? resolve(iterated) : reject(new Error(`ended with ${code}`))));
  });
}

/** The pages that were asked for, in the order in which the requests came. */
const pages = () => service.requests.map(({ path: at }) => Number(new URL(at, service.url).searchParams.get("page")));

describe("iterating a long listing", () => {
  it("of 100,000 jobs gives each once, page by page, in memory that does not grow with it", async () => {
    const { count, distinct, grown } = await iterate();
    expect({ count, distinct }).toEqual({ count: 100_000, distinct: 1000 });
    expect(service.requests).toHaveLength(1000);
    // 80,000 further jobs of some 500 bytes each would be 40 MB.
    expect(grown).toBeLessThan(4 * 1024 * 1024);
  });

  it("a slow consumer has one page read ahead, and no more", async () => {
    // In the middle of the second page the third one is there, and the fourth is not asked for.
    const { count } = await iterate({ stopAfter: 150, marksInLoop: true }, () =>
      until(() => service.requests[2]?.status === 200, "the third page is not asked for"),
    );
    expect(count).toBe(150);
    expect(pages()).toEqual([1, 2, 3, MARK, MARK]);
  });

  it("breaking out of the loop ends the requests", async () => {
    service.fault({ kind: "slow", after: 1, delayMs: 600_000 });
    const { count } = await iterate({ stopAfter: 10 }, () =>
      until(() => service.requests.length === 2, "the second page is not asked for"),
    );
    expect(count).toBe(10);
    expect(pages()).toEqual([1, 2, MARK, MARK]);
  });
});
