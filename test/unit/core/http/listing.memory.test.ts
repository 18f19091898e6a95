import { spawn } from "node:child_process";
import path from "node:path";
import { startEmulator, type Emulator } from "../../../../emulator";
import { ROOT } from "../../../support/dynamicProvider";

jest.setTimeout(120_000);

let service: Emulator;

beforeAll(async () => {
  service = await startEmulator({ endpoints: [{ organizationName: "acme", name: "transcribe", jobs: 100_000 }] });
});
beforeEach(() => service.clearRequests());
afterAll(() => service.close());

/** A process of its own, so that its memory is that of the iteration alone. The provider is loaded as it is built. */
const PROGRAM = `
  const { iterateInferenceEndpointJobs } = require("pulumi-containergroups/provider");
  const settings = JSON.parse(process.argv[1]);
  const { everyItemMs, stopAfter } = JSON.parse(process.argv[2]);
  const source = { get: (key) => settings[key], env: {} };
  const heap = () => { global.gc(); return process.memoryUsage().heapUsed; };
  (async () => {
    const ids = new Set();
    let count = 0, early = 0, latest = 0;
    for await (const job of iterateInferenceEndpointJobs(source, { inferenceEndpointName: "transcribe" })) {
      count++;
      if (count <= 1000) ids.add(job.id);
      if (count === 10000) early = heap();
      if (count % 30000 === 0) latest = heap();
      if (everyItemMs) await new Promise((resolve) => setTimeout(resolve, everyItemMs));
      if (count === stopAfter) break;
    }
    await new Promise((resolve) => setTimeout(resolve, stopAfter ? 300 : 0));
    console.log(JSON.stringify({ count, distinct: ids.size, grown: latest - early }));
    process.exit(0);
  })();`;

function iterate(options: { everyItemMs?: number; stopAfter?: number }) {
  const settings = { baseUrl: service.url, apiKey: service.apiKey, organizationName: "acme" };
  const args = ["--expose-gc", "-e", PROGRAM, JSON.stringify(settings), JSON.stringify(options)];
  return new Promise<{ count: number; distinct: number; grown: number }>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: path.join(ROOT, "examples/quickstart"),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (data: Buffer) => {
      output += data.toString();
    });
    child.once("close", (code) =>
      code === 0 ? resolve(JSON.parse(output) as never) : reject(new Error(`ended with ${code}`)),
    );
  });
}

describe("iterating a long listing", () => {
  it("of 100,000 jobs gives each once, page by page, in memory that does not grow with it", async () => {
    const { count, distinct, grown } = await iterate({});
    expect({ count, distinct }).toEqual({ count: 100_000, distinct: 1000 });
    expect(service.requests).toHaveLength(1000);
    // 80,000 further jobs of some 500 bytes each would be 40 MB.
    expect(grown).toBeLessThan(4 * 1024 * 1024);
  });

  it("a slow consumer has one page read ahead, and no more", async () => {
    await iterate({ everyItemMs: 5, stopAfter: 150 });
    expect(service.requests.length).toBeLessThanOrEqual(3);
  });

  it("breaking out of the loop ends the requests", async () => {
    await iterate({ stopAfter: 10 });
    expect(service.requests.length).toBeLessThanOrEqual(2);
  });
});
