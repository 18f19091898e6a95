import type * as Cli from "../../scripts/lib/cli.mjs" with { "resolution-mode": "import" };
import type * as Folders from "../../scripts/lib/folders.mjs" with { "resolution-mode": "import" };
import type * as Lock from "../../scripts/lib/lock.mjs" with { "resolution-mode": "import" };
import type * as Npm from "../../scripts/lib/npm.mjs" with { "resolution-mode": "import" };
import type * as Processes from "../../scripts/lib/processes.mjs" with { "resolution-mode": "import" };
import type * as Stacks from "../../scripts/lib/stack.mjs" with { "resolution-mode": "import" };
import type * as Versions from "../../scripts/lib/versions.mjs" with { "resolution-mode": "import" };

// What the scripts share with the tests: ES modules, which jest loads through its transform.
export const { chooseCli } = require("../../scripts/lib/cli.mjs") as typeof Cli;
export const { ownFolder } = require("../../scripts/lib/folders.mjs") as typeof Folders;
export const { withLock } = require("../../scripts/lib/lock.mjs") as typeof Lock;
export const { findNpm } = require("../../scripts/lib/npm.mjs") as typeof Npm;
export const { isAlive, run, start, stop, succeed } = require("../../scripts/lib/processes.mjs") as typeof Processes;
export const { Stack: CliStack } = require("../../scripts/lib/stack.mjs") as typeof Stacks;
export const { atLeast, isInRange } = require("../../scripts/lib/versions.mjs") as typeof Versions;
