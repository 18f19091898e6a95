import type * as Rows from "../../../scripts/matrix/rows.mjs" with { "resolution-mode": "import" };
import type * as RunRow from "../../../scripts/matrix/runRow.mjs" with { "resolution-mode": "import" };

// What `npm run test:matrix` runs: ES modules, which jest loads through its transform.
export const { ROWS } = require("../../../scripts/matrix/rows.mjs") as typeof Rows;
export const { runRow } = require("../../../scripts/matrix/runRow.mjs") as typeof RunRow;
