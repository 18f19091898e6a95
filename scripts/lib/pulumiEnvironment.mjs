import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { findCli } from "./cli.mjs";
import { pulumiHome } from "./paths.mjs";

/** Settings of the caller that would change what the CLI or the provider does here. Proxies stay. */
const foreign = /^(PULUMI|CONTAINERGROUPS)_/;

/** The caller's environment with the clone's CLI, this Node and the clone's Pulumi home, and nothing else of Pulumi. */
export async function cliEnvironment() {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  const folders = [await findCli(), path.dirname(process.execPath), process.env.PATH];
  return {
    ...own,
    PATH: folders.filter(Boolean).join(path.delimiter),
    PULUMI_HOME: pulumiHome,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_SUPPRESS_NEO_LINK: "true",
  };
}

/**
 * The environment for the CLI with a local file backend in `workdir`/state (made if need be). The passphrase is made up here and kept
 * nowhere: what it encrypts is gone with this process, so keep the result for as long as the stacks are needed.
 */
export async function pulumiEnvironment(workdir) {
  const state = path.join(workdir, "state");
  mkdirSync(state, { recursive: true });
  return {
    ...(await cliEnvironment()),
    PULUMI_BACKEND_URL: pathToFileURL(state).href,
    PULUMI_CONFIG_PASSPHRASE: randomBytes(24).toString("base64url"),
  };
}
