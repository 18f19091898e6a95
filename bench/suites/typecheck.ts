import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Sample, Suite } from "../lib/suite";
import { runNode } from "../lib/tools";
import { declaredGroup, groupNames } from "../programs/declared";

/** How a program begins that declares groups by `new Group(name, args)`. */
const HEAD: Record<string, string> = {
  untyped: `import * as pulumi from "@pulumi/pulumi";
class Group extends pulumi.dynamic.Resource {
  constructor(name: string, args: pulumi.Inputs) {
    super({ create: async (inputs) => ({ id: name, outs: inputs }) }, name, args);
  }
}`,
  typed: `import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup as Group } from "pulumi-containergroups";`,
};

const modules = { module: "node16", moduleResolution: "node16", types: ["node"] };
const compilerOptions = { target: "ES2022", ...modules, strict: true, skipLibCheck: true, noEmit: true };

/** A program with so many groups, each written out. Output values are among the arguments, as they commonly are. */
function program(subject: string, size: number): string {
  const declarations = groupNames(size).map((name) => {
    const args = JSON.stringify({ ...declaredGroup(name, 1), displayName: "SHOWN" }).replace('"SHOWN"', "shown");
    return `new Group("${name}", ${args});`;
  });
  return [HEAD[subject], `const shown = pulumi.output("Renderer");`, ...declarations, ""].join("\n");
}

async function sample({ subject, size, folder, tools }: Sample) {
  writeFileSync(path.join(folder, "index.ts"), program(subject, size));
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }));
  const { milliseconds } = await runNode(tools, [require.resolve("typescript/bin/tsc"), "-p", folder]);
  return { "tsc --noEmit": milliseconds };
}

/** What the argument types cost the compiler. */
export const typecheck: Suite = {
  name: "typecheck",
  title: "Type-checking a program",
  description:
    "`tsc --noEmit` on a program with so many groups, each written out: with the SDK's argument types, and against the same arguments " +
    "given to a class that takes any (`pulumi.Inputs`). Both import `@pulumi/pulumi`.",
  subjects: { untyped: { title: "untyped arguments" }, typed: { title: "the SDK's argument types" } },
  reference: "untyped",
  measures: { "tsc --noEmit": "ms" },
  sizes: { full: [100], quick: [100] },
  rounds: { full: 5, quick: 1 },
  budgets: [],
  sample,
};
