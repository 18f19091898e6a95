import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createStack, deployStack, measuresOf, runSteps, stepsFor, type Options } from "../lib/deployment";
import { ROOT } from "../lib/root";
import { GroupService } from "../lib/service";
import type { Sample, Suite } from "../lib/suite";
import type { CliStack } from "../lib/tools";

/** What one may choose for the same groups: the program, settings of the package, and the environment of the CLI. */
interface Choice extends Options {
  title: string;
  program?: "sdkFleet";
  language?: "typescript";
  /** A Pulumi home of its own, in which the CLI cannot write its log. */
  withoutLog?: true;
}

const CHOICES: Record<string, Choice> = {
  plain: { title: "one resource a group" },
  typescript: { title: "the program in TypeScript", language: "typescript" },
  summary: { title: "`observed: summary`", settings: { "containergroups:observed": "summary" } },
  checkpoints: {
    title: "`PULUMI_SKIP_CHECKPOINTS`",
    env: { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" },
  },
  log: { title: "no log of the CLI", withoutLog: true },
  stackTraces: { title: "stack traces of four frames", env: { NODE_OPTIONS: "--stack-trace-limit=4" } },
  fleet: { title: "one fleet", program: "sdkFleet" },
};

/** Puts the program into the stack as it was written, for the CLI's language host to compile at each run. */
function writeTypeScript(stack: CliStack, program: string): void {
  for (const file of [program, "declared"]) {
    stack.write(`${file}.ts`, readFileSync(path.join(ROOT, "bench", "programs", `${file}.ts`), "utf8"));
  }
  stack.write("package.json", JSON.stringify({ name: "bench", private: true, main: `${program}.ts` }));
  stack.write("Pulumi.yaml", "name: bench\nruntime: nodejs\n");
  const modules = { module: "node16", moduleResolution: "node16", types: ["node"] };
  const compilerOptions = { target: "ES2022", ...modules, strict: true };
  stack.write("tsconfig.json", JSON.stringify({ compilerOptions, files: [`${program}.ts`] }));
}

/** A Pulumi home with a file where the CLI makes a folder for its logs. */
function homeWithoutLog(folder: string): Record<string, string> {
  const home = path.join(folder, "home");
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, "logs"), "");
  return { PULUMI_HOME: home };
}

const stepsAt = (size: number) => {
  const { create, preview, updateAll } = stepsFor(size);
  return [create, preview, updateAll];
};

async function sample({ subject, size, folder, tools }: Sample) {
  const { program = "sdkGroups", language, withoutLog, settings, env } = CHOICES[subject] as Choice;
  const service = await GroupService.start(size);
  try {
    const stack = createStack(tools, folder, program);
    if (language !== undefined) {
      writeTypeScript(stack, program);
    }
    const options = { settings, env: { ...env, ...(withoutLog && homeWithoutLog(folder)) } };
    return await runSteps(deployStack(tools, stack, service, options), service, stepsAt(size));
  } finally {
    await service.close();
  }
}

/** What one can choose for many groups, against a resource for each in a program that was compiled before. */
export const choices: Suite = {
  name: "choices",
  title: "What one can choose",
  description:
    "The same groups, declared in each way that one may choose between: what `docs/scale.md` advises on. The program is plain JavaScript, " +
    "compiled before, but where it says TypeScript.",
  subjects: CHOICES,
  reference: "plain",
  measures: measuresOf(stepsAt(1)),
  sizes: { full: [200], quick: [10] },
  budgets: [],
  sample,
};
