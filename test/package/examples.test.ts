import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../emulator";
import { configurationOf } from "../support/configuration";
import { PROJECT } from "../support/deployed";
import { ROOT } from "../support/dynamicProvider";
import { CliStack } from "../support/scripts";
import { DEPENDENCIES, manifest, sharedProgram, temporaryFolder, TYPESCRIPT } from "./support/project";

const FOLDER = path.join(ROOT, "examples");
const EXAMPLES = readdirSync(FOLDER).filter((name) => name !== "README.md");

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const manifestOf = (example: string) =>
  JSON.parse(readFileSync(path.join(FOLDER, example, "package.json"), "utf8")) as Manifest;

let home: string;

const at = (...parts: string[]) => path.join(home, ...parts);

function stackOf(example: string): InstanceType<typeof CliStack> {
  const stack = new CliStack("dev", { folder: at("stacks", example), cwd: at(example) });
  stack.now("stack", "init");
  return stack;
}

/** Copies the examples out of the repository, with the package from a tarball in place of the one that is published. */
beforeAll(async () => {
  home = temporaryFolder();
  const shared = await sharedProgram();
  for (const example of EXAMPLES) {
    const isSource = (file: string) => !/node_modules$|Pulumi\..+\.yaml$/.test(file);
    cpSync(path.join(FOLDER, example), at(example), { recursive: true, filter: isSource });
    symlinkSync(path.join(shared, "node_modules"), at(example, "node_modules"));
  }
  mkdirSync(at("stacks"));
});

afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

test("all examples ask for what is installed here", () => {
  const { version } = manifest;
  const dependencies = { "@pulumi/pulumi": DEPENDENCIES["@pulumi/pulumi"], "pulumi-containergroups": version };
  for (const example of EXAMPLES) {
    expect([example, manifestOf(example)]).toEqual([
      example,
      expect.objectContaining({
        dependencies: expect.objectContaining(dependencies) as object,
        devDependencies: TYPESCRIPT,
      }),
    ]);
  }
});

test("the quickstart, copied out of the repository and installed, previews with the settings that its README names", async () => {
  const service = await startEmulator({
    groups: [{ ...PROJECT, name: "web" }],
    queues: [{ ...PROJECT, name: "renders" }],
  });
  const stack = stackOf("quickstart");
  try {
    const settings = { baseUrl: service.url, apiKey: service.apiKey, ...PROJECT };
    stack.configure(configurationOf(settings));
    expect((await stack.run("preview", ["--diff"])).output).toMatch(/\+ 4 to create/);
    expect(service.requests).toEqual([]);
  } finally {
    await service.close();
    rmSync(at("quickstart", "Pulumi.dev.yaml"));
    stack.remove();
  }
});

/** What each of the others lacks first: the settings of its own without a default, which the CLI asks for before it runs the program. */
const OWN: Record<string, string> = {
  "container-group": "'logKey', 'registryPassword' and 'sessionKey'",
  fleet: "'apiToken'",
  "queue-jobs": "'webhook'",
};

function missingIn(example: string): string[] {
  const own = OWN[example];
  if (own !== undefined) {
    return [`missing configuration value${own.includes("and") ? "s" : ""} ${own}`];
  }
  return example === "list-jobs"
    ? ["organizationName: is required", "containergroups:baseUrl: is required", "containergroups:apiKey: is required"]
    : ["organizationName: is required", "projectName: is required"];
}

test.each(EXAMPLES)("the example %s without its settings fails, and names what is missing", async (example) => {
  const stack = stackOf(example);
  if (example === "component") {
    // With the profile of some of its resources, all of them lack the same: a preview checks several at once.
    stack.configure({ "containergroups:profiles.globex.apiKey": "key" });
  }
  const { code, stdout, stderr } = await stack.start("preview", ["--suppress-progress"]).done;
  expect(code).not.toBe(0);
  const [, diagnostics = stderr] = `${stdout}${stderr}`.split("Diagnostics:\n");
  const [, ...errors] = diagnostics.split(/\n\nResources:/)[0]?.split(/^ *error: /m) ?? [];
  // What fails several outputs or resources is told for each of them.
  const messages = errors.map((error) =>
    error
      .split("\n\n")[0]
      ?.replace(/^.* has a problem: /, "")
      .trim(),
  );
  const told = messages.join("\n");
  expect(missingIn(example).filter((each) => !told.includes(each))).toEqual([]);
  expect(told).not.toMatch(/^ +at /m);
});
