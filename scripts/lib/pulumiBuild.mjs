import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";

import { Failure } from "./failure.mjs";
import * as goBuild from "./goBuild.mjs";
import { cliVersion, inClone } from "./paths.mjs";
import { say } from "./progress.mjs";

const launcher = "pulumi-resource-pulumi-nodejs";

/** Where the two go.mod files are, and which command each pins. */
const cli = {
  folder: inClone("scripts", "pulumi", "cli"),
  module: "github.com/pulumi/pulumi/pkg/v3",
  command: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  binary: "pulumi",
};
const languageHost = {
  folder: inClone("scripts", "pulumi", "language-host"),
  module: "github.com/pulumi/pulumi/sdk/v3",
  command: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
  binary: "pulumi-language-nodejs",
};

/** The oldest Go that builds the CLI. */
export const leastGo = () => goBuild.leastGo(cli);

/** Whether there is a Go that builds the CLI. */
export const canBuild = () => goBuild.canBuild(cli);

/**
 * Builds the CLI, its Node.js language host and the launcher of dynamic providers from the pinned Go modules, as `binFolder`. The folder
 * that `binFolder` is in appears whole or not at all.
 */
export async function buildFromGo(binFolder) {
  const pinned = goBuild.pinned(cli);
  if (pinned !== `v${cliVersion}`) {
    throw new Failure(
      `scripts/pulumi/cli/go.mod pins ${pinned}, but package.json pins pulumi ${cliVersion}: they must agree.`,
    );
  }
  say("building the Pulumi CLI from its Go modules: once, about 6 minutes on 2 cores");
  await goBuild.buildWhole(path.dirname(binFolder), async (half) => {
    const target = path.join(half, path.basename(binFolder));
    mkdirSync(target);
    await goBuild.compile(languageHost, target);
    const source = await goBuild.sourceOf(languageHost);
    copyFileSync(path.join(source, "nodejs", "dist", launcher), path.join(target, launcher));
    chmodSync(path.join(target, launcher), 0o755);
    const version = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${cliVersion}`;
    await goBuild.compile(cli, target, version);
  });
}
