const { rmSync } = require("node:fs");

/** Removes what globalSetup.cjs has made, and what test files have installed there. */
module.exports = () => rmSync(JSON.parse(process.env.PACKED).home, { recursive: true, force: true, maxRetries: 5 });
