import { installed, MISSPELT } from "./support/deployment";
import { npm } from "./support/packageManagers";
import { manifest } from "./support/project";

jest.setTimeout(480_000);

/** The oldest Pulumi SDK that the package takes. */
const oldest = manifest.peerDependencies["@pulumi/pulumi"]?.replace("^", "");

/** A program that installs no TypeScript: it gets the one inside Pulumi's SDK, which is 3.8.3. */
const made = installed(npm, (project) => {
  project.install("index.ts", { "@pulumi/pulumi": oldest, "pulumi-containergroups": `file:${project.tarball}` });
});

test("the program and the declarations compile with the TypeScript inside Pulumi's SDK", () => {
  const vendored = "@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js";
  const options = { module: "commonjs", moduleResolution: "node" };
  expect(made.project.typeErrors(vendored, "index.ts", options)).toEqual([[]]);
});

test("a field that does not exist is refused by that compiler too, before any request", async () => {
  made.deployment.misspell();
  await made.deployment.expectRefusal("preview", MISSPELT);
});
