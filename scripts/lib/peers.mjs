import { existsSync } from "node:fs";
import path from "node:path";

import { ownFolder, replaceFolder } from "./folders.mjs";
import { compile, discardModules, pinned, requireGo } from "./go.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, executable, inClone } from "./paths.mjs";
import { say } from "./progress.mjs";

const peersFolder = path.join(cacheFolder, "peers");

/** What the benchmark compares with. */
const peers = {
  restapi: {
    folder: inClone("bench", "peers", "restapi"),
    module: "github.com/Mastercard/terraform-provider-restapi",
    command: "github.com/Mastercard/terraform-provider-restapi",
    binary: "terraform-provider-restapi",
  },
  tofu: {
    folder: inClone("bench", "peers", "opentofu"),
    module: "github.com/opentofu/opentofu",
    command: "github.com/opentofu/opentofu/cmd/tofu",
    binary: "tofu",
    // As its releases are: without this it calls itself a development version.
    ldflags: "-X github.com/opentofu/opentofu/version.dev=no",
  },
};

const folderOf = (peer) => path.join(peersFolder, path.basename(peer.folder), pinned(peer));
const binaryOf = (peer) => path.join(folderOf(peer), executable(peer.binary));

const missing = () => Object.values(peers).filter((peer) => !existsSync(binaryOf(peer)));

/** Builds those that are missing; fails before the first where there is no Go for a later one. */
async function build() {
  if (missing().length === 0) {
    return;
  }
  for (const peer of missing()) {
    await requireGo(peer);
  }
  say("building what the benchmark compares with, from Go modules: once, about 8 minutes on 2 cores");
  for (const peer of missing()) {
    const whole = path.join(ownFolder(peersFolder, "staging-"), peer.binary);
    await compile(peer, whole);
    replaceFolder(whole, folderOf(peer));
  }
  await discardModules();
}

/** Builds the peers of the benchmark from the Go modules that bench/peers/ pins, those of them that are not there in that version. */
export async function installPeers() {
  await withLock(build);
  const built = Object.entries(peers).map(([name, peer]) => {
    return [name, { binary: binaryOf(peer), version: pinned(peer).replace("v", "") }];
  });
  return Object.fromEntries(built);
}
