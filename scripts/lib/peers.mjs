import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { Failure } from "./failure.mjs";
import { binaryName, buildWhole, canBuild, compile, leastGo, pinned } from "./goBuild.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, inClone } from "./paths.mjs";
import { say } from "./progress.mjs";

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

const allVersions = (peer) => path.join(cacheFolder, "peers", path.basename(peer.folder));
const folderOf = (peer) => path.join(allVersions(peer), pinned(peer));
const binaryOf = (peer) => path.join(folderOf(peer), binaryName(peer));

const missing = () => Object.values(peers).filter((peer) => !existsSync(binaryOf(peer)));

/** Removes what was built of other versions, and what an interrupted build left. */
function removeOthers(peer) {
  for (const name of existsSync(allVersions(peer)) ? readdirSync(allVersions(peer)) : [])
    if (name !== pinned(peer)) rmSync(path.join(allVersions(peer), name), { recursive: true, force: true });
}

/** Builds some of the peers; fails before the first where a later one could not be built. */
async function build(wanted) {
  for (const peer of wanted) {
    if (await canBuild(peer)) continue;
    throw new Failure(
      `The benchmark builds ${peer.binary} from its Go modules: Go ${leastGo(peer)} or newer is needed on PATH.`,
    );
  }
  say("building what the benchmark compares with, from Go modules: once, about 8 minutes on 2 cores");
  for (const peer of wanted) {
    await buildWhole(folderOf(peer), (half) => compile(peer, half, peer.ldflags));
    removeOthers(peer);
  }
}

/**
 * Builds the peers of the benchmark from the Go modules that bench/peers/ pins, those of them that are not there in that version.
 *
 * @returns {Promise<Record<keyof typeof peers, string>>} the path of each peer's binary
 * @throws {Failure} where Go is missing or too old, or a build fails
 */
export async function installPeers() {
  if (missing().length > 0) {
    await withLock(async () => {
      const wanted = missing();
      if (wanted.length > 0) await build(wanted);
    });
  }
  return Object.fromEntries(Object.entries(peers).map(([name, peer]) => [name, binaryOf(peer)]));
}
