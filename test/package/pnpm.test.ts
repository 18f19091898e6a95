import { realpathSync } from "node:fs";
import path from "node:path";
import { pnpm } from "./support/packageManagers";
import { manifest, Project, TYPESCRIPT } from "./support/project";

jest.setTimeout(480_000);

const pulumi = manifest.devDependencies["@pulumi/pulumi"];
let project: Project;
let printed: string;

/** A program in pnpm, which gives each package what it asks for itself and nothing else. */
beforeAll(() => {
  project = new Project(pnpm);
  const dependencies = { "@pulumi/pulumi": pulumi, "pulumi-containergroups": `file:${project.tarball}` };
  printed = project.install("index.ts", dependencies, TYPESCRIPT);
});
afterAll(() => project.remove());

test("pnpm finds no peer of the package missing, and the program and the package share one Pulumi SDK", () => {
  // What it has against peers it prints as a tree, below the package that the project asks for.
  expect(printed).not.toMatch(/─ pulumi-containergroups/);
  const modules = path.join(project.folder, "node_modules");
  const beside = path.join(realpathSync(path.join(modules, "pulumi-containergroups")), "../@pulumi/pulumi");
  expect(realpathSync(beside)).toBe(realpathSync(path.join(modules, "@pulumi/pulumi")));
});
