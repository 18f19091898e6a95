import { createRequire } from "node:module";
import path from "node:path";
import { performance } from "node:perf_hooks";

import { Failure } from "./failure.mjs";
import { bytesIn, temporaryIn } from "./folders.mjs";
import { cliVersion } from "./paths.mjs";
import { run } from "./processes.mjs";
import { duration } from "./progress.mjs";

/** For how many milliseconds a download may bring nothing. A proxy that swallows what it is sent would be waited for without end. */
const patience = 60_000;

/** Lets the npm package `pulumi` download the CLI into a folder, or fails with the reason. `onBytes` hears how much is there. */
export async function download(home, onBytes) {
  const wrapper = createRequire(import.meta.url).resolve("pulumi/run.js");
  const env = {
    ...process.env,
    ...temporaryIn(path.join(home, "tmp")),
    PULUMI_HOME: home,
    PULUMI_VERSION: cliVersion,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // The wrapper asks for its script with fetch, which knows no proxy but where Node is new enough for this.
    NODE_USE_ENV_PROXY: "1",
  };
  const stalled = new AbortController();
  let [bytes, since] = [0, performance.now()];
  const timer = setInterval(() => {
    const found = bytesIn(home);
    if (found !== bytes) {
      [bytes, since] = [found, performance.now()];
      onBytes(bytes);
    } else if (performance.now() - since > patience) {
      stalled.abort();
    }
  }, 1000);
  const { code, output } = await run(process.execPath, [wrapper, "version"], { env, until: stalled.signal });
  clearInterval(timer);
  if (code !== 0) {
    throw new Failure(
      stalled.signal.aborted
        ? `nothing came for ${duration(patience)}`
        : output.trim().split("\n").at(-1) || `exit code ${code}`,
    );
  }
}
