import { createRequire } from "node:module";

import { inClone } from "../lib/paths.mjs";

const require = createRequire(import.meta.url);

/** A module of the provider as it is built, because the sources are TypeScript. */
export const provider = (...file) => require(inClone("dist", "provider", ...file));
