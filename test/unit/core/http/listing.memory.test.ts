import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { startEmulator, type Emulator } from "../../../../emulator";
import { ROOT } from "../../../support/dynamicProvider";

jest.setTimeout(120_000);

let service: Emulator;

beforeAll(async () => {
  service = await startEmulator({ endpoints: [{ organizationName: "acme", name: "transcribe", jobs: 100_000 }] });
});
afterAll(() => service.close());

/** A process of its own, so that its memory is that of the iteration alone. The provider is loaded as it is built. */
const PROGRAM = `
  const { iterateInferenceEndpointJobs } = require("pulumi-containergroups/provider");
  const settings = JSON.parse(process.argv[1]);
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
    }
    console.log(JSON.stringify({ count, distinct: ids.size, grown: latest - early }));
    process.exit(0);
  })();`;

test("iterating over 100,000 jobs gives each once, page by page, in memory that does not grow", async () => {
  const settings = { baseUrl: service.url, apiKey: service.apiKey, organizationName: "acme" };
  const args = ["--expose-gc", "-e", PROGRAM, JSON.stringify(settings)];
  const cwd = path.join(ROOT, "examples/quickstart");
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  const { grown, ...counted } = JSON.parse(stdout) as { count: number; distinct: number; grown: number };
  expect(counted).toEqual({ count: 100_000, distinct: 1000 });
  expect(service.requests).toHaveLength(1000);
  // 80,000 further jobs of some 500 bytes each would be 40 MB.
  expect(grown).toBeLessThan(4 * 1024 * 1024);
});
