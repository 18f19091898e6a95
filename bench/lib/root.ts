import path from "node:path";

/** The clone's top folder, as seen from the sources and from what they are compiled to. */
export const ROOT = path.dirname(require.resolve("pulumi-containergroups/package.json"));

/** The folder of the programs that are measured, compiled. */
export const PROGRAMS = path.join(ROOT, "dist/bench/programs");
