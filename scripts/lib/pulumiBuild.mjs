import { chmodSync, copyFileSync } from "node:fs";
import path from "node:path";

import { Failure } from "./failure.mjs";
import * as go from "./go.mjs";
import { cliVersion, inClone } from "./paths.mjs";
import { say } from "./progress.mjs";

/** Where the two go.mod files are, and which command each pins. */
const cli = {
  folder: inClone("scripts", "pulumi", "cli"),
  module: "github.com/pulumi/pulumi/pkg/v3",
  command: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  binary: "pulumi",
  ldflags: `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${cliVersion}`,
};
const languageHost = {
  folder: inClone("scripts", "pulumi", "language-host"),
  module: "github.com/pulumi/pulumi/sdk/v3",
  command: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
  binary: "pulumi-language-nodejs",
};

/** What starts the process of dynamic providers: a script, which comes with the sources of the language host. */
export const launcher = `pulumi-resource-pulumi-nodejs${process.platform === "win32" ? ".cmd" : ""}`;

/** Builds the CLI, its Node.js language host and the launcher of dynamic providers from the pinned Go modules, into a folder. */
export async function buildFromGo(target) {
  if (go.pinned(cli) !== `v${cliVersion}`) {
    throw new Failure(
      `scripts/pulumi/cli/go.mod pins ${go.pinned(cli)}, but package.json pins pulumi ${cliVersion}: they must agree.`,
    );
  }
  await go.requireGo(cli, "let https://get.pulumi.com be reached, or put pulumi on PATH, or ");
  say("building the Pulumi CLI from its Go modules: once, about 6 minutes on 2 cores");
  await go.compile(languageHost, target);
  copyFileSync(path.join(await go.sourceOf(languageHost), "nodejs", "dist", launcher), path.join(target, launcher));
  chmodSync(path.join(target, launcher), 0o755);
  await go.compile(cli, target);
  await go.discardModules();
}
