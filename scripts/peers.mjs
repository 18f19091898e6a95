import { report } from "./lib/failure.mjs";
import { installPeers } from "./lib/peers.mjs";
import { onInterrupt } from "./lib/processes.mjs";

// Prints, as JSON, where the binaries are that the benchmark compares with; builds what is missing first.
onInterrupt();
try {
  console.log(JSON.stringify(await installPeers()));
} catch (error) {
  report(error);
}
