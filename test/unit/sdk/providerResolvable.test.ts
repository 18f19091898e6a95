import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiledSdk, runScript } from "../../support/compiledSdk";

let sdk: string;
let base: string;
/** What declaring a queue gave in each folder: the error, or null. */
let looks: Record<string, { message: string; quiet: boolean } | null>;

function install(root: string, exports: Record<string, string>): void {
  const home = join(root, "node_modules", "pulumi-containergroups");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "pulumi-containergroups", exports }));
  writeFileSync(join(home, "entry.js"), "");
}

beforeAll(() => {
  sdk = compiledSdk();
  base = realpathSync(mkdtempSync(join(tmpdir(), "provider-found-")));
  const folders = ["bare", "no-provider", "beside", "beside/programs/one"];
  [...folders, "no-engine"].forEach((folder) => mkdirSync(join(base, folder), { recursive: true }));
  install(join(base, "no-provider"), { ".": "./entry.js" });
  install(join(base, "beside"), { "./provider": "./entry.js" });
  looks = runScript(
    sdk,
    `process.env.PULUMI_NODEJS_ENGINE = "127.0.0.1:1";
     const pulumi = require("@pulumi/pulumi");
     const { Queue } = require("./sdk");
     const look = (folder) => {
       process.chdir(${JSON.stringify(base)} + "/" + folder);
       try {
         new Queue(folder);
         return null;
       } catch (error) {
         return { message: error.message, quiet: pulumi.RunError.isInstance(error) };
       }
     };
     const looks = { "no-engine": look("no-engine") };
     pulumi.runtime.getEngine(); // from here on, hasEngine() is true
     for (const folder of ${JSON.stringify(folders)}) looks[folder] = look(folder);
     console.log(JSON.stringify(looks));
     process.exit();`,
  ) as typeof looks;
});
afterAll(() => [sdk, base].forEach((folder) => rmSync(folder, { recursive: true })));

test("a package that the program's folder does not reach is an error that says what to do", () => {
  expect(looks["bare"]).toEqual({
    message:
      "pulumi-containergroups must be a direct dependency of the program: add it to the dependencies in " +
      `${join(base, "bare", "package.json")} and install, because Pulumi loads its provider from that folder.`,
    quiet: true,
  });
  // So is a package that has no provider.
  expect(looks["no-provider"]?.message).toMatch(/must be a direct dependency/);
});

test("a package beside the program, or above it, is found", () => {
  expect([looks["beside"], looks["beside/programs/one"]]).toEqual([null, null]);
});

test("without an engine, as in unit tests, nothing is looked for", () => {
  expect(looks["no-engine"]).toBeNull();
});
