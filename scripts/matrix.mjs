import { tmpdir } from "node:os";
import { parseArgs } from "node:util";

import { Failure, report } from "./lib/failure.mjs";
import { ownFolder } from "./lib/folders.mjs";
import { manifest } from "./lib/paths.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { setup } from "./setup.mjs";

/** Outside of the clone, whose packages the program must not find. */
const systemFolder = tmpdir();

/** One combination, tried with the Node that runs this: docs/dev/compatibility.md says which ones CI tries. */
const { values: row } = parseArgs({
  options: {
    manager: { type: "string", default: "npm" },
    program: { type: "string", default: "commonJs" },
    sdk: { type: "string", default: manifest.devDependencies["@pulumi/pulumi"] },
    typescript: { type: "string" },
  },
});

onInterrupt();
try {
  await setup();
  // Loaded here and not above: the dependencies are there by then.
  const { MANAGERS } = await import("./matrix/managers.mjs");
  const { PROGRAMS } = await import("./matrix/programs.mjs");
  const { runRow } = await import("./matrix/runRow.mjs");
  const { pack } = await import("./release/pack.mjs");
  if (!(row.manager in MANAGERS && row.program in PROGRAMS)) {
    const choices = [MANAGERS, PROGRAMS].map((table) => Object.keys(table).join(" | "));
    throw new Failure(`Say npm run test:matrix -- --manager ${choices[0]} --program ${choices[1]}.`);
  }
  const home = ownFolder(systemFolder, "pulumi-containergroups-");
  const { file: tarball } = await pack("", home);
  await runRow(row, { home, tarball });
  console.log(`passed: ${JSON.stringify(row)} with Node ${process.versions.node}`);
} catch (error) {
  report(error);
}
