import type * as Npm from "../../scripts/lib/npm.mjs" with { "resolution-mode": "import" };
import type * as Processes from "../../scripts/lib/processes.mjs" with { "resolution-mode": "import" };
import type * as Stacks from "../../scripts/lib/stack.mjs" with { "resolution-mode": "import" };

// What the scripts share with the tests: ES modules, which jest loads through its transform.
export const { findNpm } = require("../../scripts/lib/npm.mjs") as typeof Npm;
export const { isAlive, run, stop, succeed } = require("../../scripts/lib/processes.mjs") as typeof Processes;
export const { Stack: CliStack } = require("../../scripts/lib/stack.mjs") as typeof Stacks;
