import { Failure } from "./failure.mjs";
import { manifest } from "./paths.mjs";

/** Whether version `found` (`1.2.3`, a `v` in front or a suffix behind is ignored) is `least` or newer. */
export function atLeast(found, least) {
  const numbers = (version) =>
    (/(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? []).slice(1).map((part) => Number(part ?? 0));
  const [have, want] = [numbers(found), numbers(least)];
  if (have.length === 0) return false;
  const at = want.findIndex((number, index) => number !== have[index]);
  return at < 0 || have[at] > want[at];
}

/** Fails with one sentence where this Node is older than package.json asks for. */
export function checkNode() {
  const least = manifest.engines.node.replace(">=", "");
  if (!atLeast(process.versions.node, least)) {
    throw new Failure(`Node ${least} or newer is needed, and this is ${process.versions.node}.`);
  }
}
