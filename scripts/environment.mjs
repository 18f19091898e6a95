import path from "node:path";

import { pulumiEnvironment } from "./lib/pulumiEnvironment.mjs";

// Prints, as JSON, the environment in which the CLI keeps stacks in the folder that is given: for programs that start it themselves.
console.log(JSON.stringify(await pulumiEnvironment(path.resolve(process.argv[2] ?? "."))));
