import type * as Check from "../../../scripts/release/check.mjs" with { "resolution-mode": "import" };
import type * as Repository from "../../../scripts/release/repository.mjs" with { "resolution-mode": "import" };
import type * as Rules from "../../../scripts/release/rules.mjs" with { "resolution-mode": "import" };

// The rules for releases: ES modules, which jest loads through its transform.
export const { checkRelease, tell } = require("../../../scripts/release/check.mjs") as typeof Check;
export const { setRepository } = require("../../../scripts/release/repository.mjs") as typeof Repository;
export const { RULES } = require("../../../scripts/release/rules.mjs") as typeof Rules;
