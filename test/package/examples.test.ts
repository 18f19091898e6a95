import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../emulator";
import { configurationOf } from "../support/configuration";
import { PROJECT } from "../support/deployed";
import { ROOT } from "../support/dynamicProvider";
import { CliStack } from "../support/scripts";
import { DEPENDENCIES, manifest, sharedProgram, temporaryFolder } from "./support/project";

const FOLDER = path.join(ROOT, "examples");
const EXAMPLES = readdirSync(FOLDER).filter((name) => name !== "README.md");

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const manifestOf = (example: string) =>
  JSON.parse(readFileSync(path.join(FOLDER, example, "package.json"), "utf8")) as Manifest;

test("all examples ask for what is installed here", () => {
  const { version, devDependencies } = manifest;
  const tools = { "@types/node": devDependencies["@types/node"], typescript: devDependencies["typescript"] };
  const dependencies = { "@pulumi/pulumi": DEPENDENCIES["@pulumi/pulumi"], "pulumi-containergroups": version };
  for (const example of EXAMPLES) {
    expect([example, manifestOf(example)]).toEqual([
      example,
      expect.objectContaining({
        dependencies: expect.objectContaining(dependencies) as object,
        devDependencies: tools,
      }),
    ]);
  }
});

test("the quickstart, copied out of the repository and installed, previews with the settings that its README names", async () => {
  const service = await startEmulator({
    groups: [{ ...PROJECT, name: "web" }],
    queues: [{ ...PROJECT, name: "renders" }],
  });
  // The package from a tarball in place of the one that is published.
  const home = temporaryFolder();
  const folder = path.join(home, "quickstart");
  const isSource = (file: string) => !/node_modules$|Pulumi\..+\.yaml$/.test(file);
  cpSync(path.join(FOLDER, "quickstart"), folder, { recursive: true, filter: isSource });
  symlinkSync(path.join(await sharedProgram(), "node_modules"), path.join(folder, "node_modules"));
  const stack = new CliStack("dev", { folder: path.join(home, "stack"), cwd: folder });
  try {
    stack.now("stack", "init");
    const settings = { baseUrl: service.url, apiKey: service.apiKey, ...PROJECT };
    stack.configure(configurationOf(settings));
    expect((await stack.run("preview", ["--diff"])).output).toMatch(/\+ 4 to create/);
    expect(service.requests).toEqual([]);
  } finally {
    await service.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});
