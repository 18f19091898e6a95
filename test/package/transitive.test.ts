import { realpathSync } from "node:fs";
import path from "node:path";
import { expectNoStackTrace, expectSuccess } from "../support/deployed";
import { installed } from "./support/deployment";
import { pnpm } from "./support/packageManagers";
import { DEPENDENCIES, type Project } from "./support/project";

/** A package of the user's that passes ours on: the only way by which the program gets it. */
function writeWrapper(project: Project): void {
  const dependencies = { "pulumi-containergroups": DEPENDENCIES["pulumi-containergroups"] };
  const wrapper = { name: "wrapper", version: "1.0.0", dependencies, peerDependencies: { "@pulumi/pulumi": "^3.0.0" } };
  project.write("wrapper/package.json", JSON.stringify(wrapper));
  project.write("wrapper/index.js", `module.exports = require("pulumi-containergroups");`);
}

const { "pulumi-containergroups": own, ...pulumi } = DEPENDENCIES;
const dependencies = { ...pulumi, wrapper: "file:./wrapper" };

const made = installed(pnpm, async (project) => {
  writeWrapper(project);
  project.write("index.js", `new (require("wrapper").ContainerGroup)("web", { replicas: 3 });`);
  await project.install("index.js", dependencies);
});

test("a program that has the package through another one only is told to depend on it, in one sentence", async () => {
  const manifestFile = path.join(made.project.folder, "package.json");
  const { output } = await made.deployment.expectRefusal(
    "up",
    `error: pulumi-containergroups must be a direct dependency of the program: add it to the dependencies in ` +
      `${manifestFile} and install, because Pulumi loads its provider from that folder.\n`,
  );
  expectNoStackTrace(output);
});

test("a program that does so deploys; pnpm finds no peer of the package missing, and both share one Pulumi SDK", async () => {
  const printed = await made.project.install("index.js", { ...dependencies, "pulumi-containergroups": own });
  // What it has against peers it prints as a tree, below the package that the project asks for.
  expect(printed).not.toMatch(/─ pulumi-containergroups/);
  const modules = path.join(made.project.folder, "node_modules");
  const beside = path.join(realpathSync(path.join(modules, "pulumi-containergroups")), "../@pulumi/pulumi");
  expect(realpathSync(beside)).toBe(realpathSync(path.join(modules, "@pulumi/pulumi")));
  const run = await made.deployment.run("up");
  expectSuccess(run);
  expect(run.steps).toMatchObject([{ operation: "create", name: "web" }]);
  expect(made.deployment.asked()).toMatchObject([{ method: "PATCH", status: 200, body: { replicas: 3 } }]);
});
