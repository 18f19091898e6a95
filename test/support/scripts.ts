import type * as Markdown from "../../scripts/docs/markdown.mjs" with { "resolution-mode": "import" };
import type * as Browser from "../../scripts/lib/browser.mjs" with { "resolution-mode": "import" };
import type * as Cli from "../../scripts/lib/cli.mjs" with { "resolution-mode": "import" };
import type * as Folders from "../../scripts/lib/folders.mjs" with { "resolution-mode": "import" };
import type * as Lock from "../../scripts/lib/lock.mjs" with { "resolution-mode": "import" };
import type * as Npm from "../../scripts/lib/npm.mjs" with { "resolution-mode": "import" };
import type * as Processes from "../../scripts/lib/processes.mjs" with { "resolution-mode": "import" };
import type * as Stacks from "../../scripts/lib/stack.mjs" with { "resolution-mode": "import" };

// What the scripts share with the tests: ES modules, which jest loads through its transform.
export const { codeBlocks } = require("../../scripts/docs/markdown.mjs") as typeof Markdown;
export const { findBrowser } = require("../../scripts/lib/browser.mjs") as typeof Browser;
export const { chooseCli } = require("../../scripts/lib/cli.mjs") as typeof Cli;
export const { ownFolder } = require("../../scripts/lib/folders.mjs") as typeof Folders;
export const { withLock } = require("../../scripts/lib/lock.mjs") as typeof Lock;
export const { fetched, findNpm, npmCommand } = require("../../scripts/lib/npm.mjs") as typeof Npm;
export const { isAlive, run, start, stop, succeed } = require("../../scripts/lib/processes.mjs") as typeof Processes;
export const { cliEnvironment, Stack: CliStack } = require("../../scripts/lib/stack.mjs") as typeof Stacks;
