import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { codeBlocks } from "../docs/markdown.mjs";
import { ownFolder } from "../lib/folders.mjs";
import { inClone } from "../lib/paths.mjs";
import { Stack } from "../lib/stack.mjs";

/** Where the group of the program is. */
const place = { organizationName: "acme", projectName: "vision" };

/** The first program of the README, and the same as it was a release ago. */
export function readmeProgram() {
  const [program] = codeBlocks(readFileSync(inClone("README.md"), "utf8"), "ts");
  return { program, earlier: program.replace("replicas: 3", "replicas: 2").replace("1.4.2", "1.4.1") };
}

/**
 * Deploys the README's program as it was a release ago, previews and deploys the one of today, with the real CLI against the emulator.
 *
 * @returns {Promise<{ preview: string, request: import("../../emulator").RecordedRequest }>} what the CLI printed of the preview, with
 *   its colours, and the one request of the update
 */
export async function runReadmeProgram() {
  const { program, earlier } = readmeProgram();
  // Loaded here and not above: it is built by then.
  const { startEmulator } = createRequire(import.meta.url)(inClone("dist", "emulator", "index.js"));
  const service = await startEmulator({ groups: [{ ...place, name: "web" }] });
  const folder = path.join(ownFolder(), "picture");
  const stack = new Stack("dev", { folder, flags: ["--non-interactive", "--color", "always"] });
  try {
    stack.write("Pulumi.yaml", "name: website\nruntime: nodejs\n");
    stack.write("package.json", JSON.stringify({ name: "website", private: true, main: "index.ts" }));
    stack.write("index.ts", earlier);
    stack.now("stack", "init");
    const settings = { apiKey: service.apiKey, baseUrl: service.url, showPatches: "true", ...place };
    stack.configure(
      Object.fromEntries(Object.entries(settings).map(([key, value]) => [`containergroups:${key}`, value])),
    );
    await stack.run("up");
    stack.write("index.ts", program);
    const { output } = await stack.run("preview", ["--diff", "--suppress-progress"]);
    await stack.run("up");
    return { preview: output, request: service.requests.at(-1) };
  } finally {
    await service.close();
    stack.remove();
  }
}
