const { execFileSync } = require("node:child_process");
const path = require("node:path");

/** Builds dist/ where it is older than the sources, so that jest alone never tests what was built before. */
module.exports = () => {
  const setup = path.resolve(__dirname, "../../scripts/setup.mjs");
  execFileSync(process.execPath, [setup, "build"], { stdio: ["ignore", "inherit", "inherit"] });
};
