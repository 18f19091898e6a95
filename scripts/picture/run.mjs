import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { codeBlocks } from "../docs/markdown.mjs";
import { ownFolder } from "../lib/folders.mjs";
import { inClone } from "../lib/paths.mjs";
import { settingsOf, Stack } from "../lib/stack.mjs";

/** Where the group of the program is. */
const place = { organizationName: "acme", projectName: "vision" };

/** The first program of the README, and the same as it was a release ago. */
function readmeProgram() {
  const [program] = codeBlocks(readFileSync(inClone("README.md"), "utf8"), "ts");
  return { program, earlier: program.replace("replicas: 3", "replicas: 2").replace("1.4.2", "1.4.1") };
}

/**
 * Deploys the README's program as it was a release ago, previews and deploys the one of today, with the real CLI against the emulator.
 *
 * @returns {Promise<string[]>} the preview as a terminal shows it, and below it the one request of the update as the service received it
 */
export async function runReadmeProgram() {
  const { program, earlier } = readmeProgram();
  // Loaded here and not above: it is built by then.
  const { startEmulator } = createRequire(import.meta.url)(inClone("dist", "emulator", "index.js"));
  const service = await startEmulator({ groups: [{ ...place, name: "web" }] });
  const stack = new Stack("dev", { folder: path.join(ownFolder(), "picture") });
  try {
    stack.write("Pulumi.yaml", "name: website\nruntime: nodejs\n");
    stack.write("package.json", JSON.stringify({ name: "website", private: true, main: "index.ts" }));
    stack.write("index.ts", earlier);
    stack.now("stack", "init");
    stack.configure(settingsOf(service, { showPatches: "true", ...place }));
    await stack.run("up");
    stack.write("index.ts", program);
    const { output } = await stack.run("preview", ["--diff", "--suppress-progress"]);
    await stack.run("up");
    const { method, path: asked, headers, rawBody } = service.requests.at(-1);
    const received = [`${method} ${asked}`, `Content-Type: ${headers["content-type"]}`, "", rawBody];
    const preview = ["$ pulumi preview --diff", ...output.trimEnd().split("\n"), ""];
    return [...preview, "$ pulumi up", "# The service receives:", ...received];
  } finally {
    await service.close();
    stack.remove();
  }
}
