const { mkdtempSync, realpathSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");
const build = require("../../support/globalSetup.cjs");

/** Packs both packages once, for all test files: outside of the clone, where nothing of the clone is found by its name. */
module.exports = async () => {
  build();
  const { pack } = await import("../../../scripts/release/pack.mjs");
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), "cg-packed-")));
  const [own, emulator] = [await pack("", home), await pack("dist/emulator", home)];
  process.env.PACKED = JSON.stringify({ home, own, emulator });
};
