import { installed, MISSPELT } from "./support/deployment";
import { npm } from "./support/packageManagers";
import { DEPENDENCIES, manifest } from "./support/project";

/** The oldest Pulumi SDK that the package takes. */
const oldest = manifest.peerDependencies["@pulumi/pulumi"]?.replace("^", "");

/** A program that installs no TypeScript: it gets the one inside Pulumi's SDK, which is 3.8.3. */
const made = installed(npm, async (project) => {
  await project.install("index.ts", { ...DEPENDENCIES, "@pulumi/pulumi": oldest });
});

test("the program and the declarations compile with the TypeScript inside Pulumi's SDK", () => {
  const vendored = "@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js";
  const options = { module: "commonjs", moduleResolution: "node" };
  expect(made.project.typeErrors(vendored, "index.ts", options)).toEqual([[]]);
});

test("the program deploys, settles and is destroyed", () => made.deployment.expectLife());

test("a field that does not exist is refused by that compiler too, before any request", async () => {
  made.deployment.misspell();
  await made.deployment.expectRefusal("preview", MISSPELT);
});
