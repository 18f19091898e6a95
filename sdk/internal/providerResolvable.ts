import * as pulumi from "@pulumi/pulumi";
import { createRequire } from "node:module";
import * as path from "node:path";
import { programError } from "./programError";

/** Folders from which the provider was found. */
const found = new Set<string>();

/**
 * Makes sure that the engine will find the provider: its process evaluates the provider's text in the program's folder, so
 * the package must be found from there, which one that is installed for another package may not be.
 *
 * Nothing is checked without an engine, nor where Pulumi's Automation API runs a program inline (`hasEngine` is false for
 * it): the engine then works in a folder that this process does not know.
 *
 * @throws pulumi.RunError that says what to install where.
 */
export function assertProviderResolvable(): void {
  const folder = process.cwd();
  if (!pulumi.runtime.hasEngine() || found.has(folder)) {
    return;
  }
  try {
    createRequire(path.join(folder, "index.js")).resolve("pulumi-containergroups/provider");
  } catch {
    throw programError(
      `pulumi-containergroups must be a direct dependency of the program: add it to the dependencies in ` +
        `${path.join(folder, "package.json")} and install, because Pulumi loads its provider from that folder.`,
    );
  }
  found.add(folder);
}
