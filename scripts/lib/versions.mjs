import { Failure } from "./failure.mjs";
import { manifest } from "./paths.mjs";

const numbers = (version) => (/(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? []).slice(1).map((part) => Number(part ?? 0));

/** Whether version `found` (`1.2.3`; a `v` in front or a suffix behind is ignored) is `least` or newer. */
function atLeast(found, least) {
  const [have, want] = [numbers(found), numbers(least)];
  const at = want.findIndex((number, index) => number !== have[index]);
  return have.length > 0 && (at < 0 || have[at] > want[at]);
}

/** Whether a version is in a range such as `^3.216.0`: of the same major, and not older. */
export const isInRange = (found, range) => atLeast(found, range) && numbers(found)[0] === numbers(range)[0];

/** Fails with one sentence where this Node is older than package.json asks for. */
export function checkNode() {
  const least = manifest.engines.node.replace(">=", "");
  if (!atLeast(process.versions.node, least)) {
    throw new Failure(`Node ${least} or newer is needed, and this is ${process.versions.node}.`);
  }
}
