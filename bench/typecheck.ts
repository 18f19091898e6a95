import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runNode } from "./lib/child";
import { contestsBySize, runContests } from "./lib/rounds";
import type { Section } from "./lib/samples";
import { declaredGroup, groupNames } from "./programs/declaredGroups";

const SIZES = { full: [100], quick: [100] };

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

const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "node16",
    moduleResolution: "node16",
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  files: ["index.ts"],
};

/** A program with so many groups, each written out. Output values are among the arguments, as they commonly are. */
function program(contender: string, size: number): string {
  const declarations = groupNames(size).map((name) => {
    const args = JSON.stringify({ ...declaredGroup(name, 1), displayName: "SHOWN" }).replace('"SHOWN"', "shown");
    return `new Group("${name}", ${args});`;
  });
  return [HEAD[contender], `const shown = pulumi.output("Renderer");`, ...declarations, ""].join("\n");
}

/** Writes the program of a contender, with its settings, into a folder. */
function writeProgram(folder: string, contender: string, size: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "index.ts"), program(contender, size));
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
}

/** What the argument types cost the compiler. */
export const typecheck: Section = {
  name: "typecheck",
  title: "Type-checking a program",
  description:
    "`tsc --noEmit` on a program with so many groups, each written out: with the SDK's argument types, and against the same arguments " +
    "given to a class that takes any (`pulumi.Inputs`). Both import `@pulumi/pulumi`.",
  contenders: { untyped: "untyped arguments", typed: "the SDK's argument types" },
  budgets: [],
  rounds: { full: 5, quick: 1 },
  minutes: { full: 1, quick: 0.2 },
  run(bench) {
    const compiler = require.resolve("typescript/bin/tsc");
    const contests = contestsBySize(bench.plan, {
      sizes: SIZES,
      contenders: Object.keys(HEAD),
      seconds: () => 6,
      async turn(size, contender, tell) {
        const folder = path.join(bench.folder, `${contender}-${size}`);
        writeProgram(folder, contender, size);
        const { milliseconds } = await runNode([compiler, "-p", folder]);
        tell({ measure: "tsc --noEmit", unit: "ms", value: milliseconds });
      },
    });
    return runContests(bench, contests);
  },
};
