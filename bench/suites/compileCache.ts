import path from "node:path";
import { START_SUITE, STARTS, startsOf } from "../lib/starts";
import type { Suite } from "../lib/suite";

/** What Node's cache of compiled code gains a program. */
export const compileCache: Suite = {
  name: "compile-cache",
  title: "Start-up with Node's cache of compiled code",
  description:
    "The start of the suite `startup`, with the SDK and Node 22, which has a cache of compiled code (Node 20 has none). The cache is " +
    `filled before. Each sample is the fastest of ${STARTS} starts.`,
  subjects: { without: { title: "Node 22" }, cached: { title: "Node 22, with `NODE_COMPILE_CACHE`" } },
  reference: "without",
  ...START_SUITE,
  budgets: [],
  prepare: async ({ installNode22 }) => ({ Node: (await installNode22()).version }),
  async sample({ subject, quick, tools }) {
    const node = (await tools.installNode22()).binary;
    // Filled by the warm-up round; not the folder of a sample, which is removed after it.
    const env = subject === "cached" ? { NODE_COMPILE_CACHE: path.join(tools.folder, "compiled-code") } : {};
    return startsOf(tools, "sdk", quick, { node, env });
  },
};
