import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../emulator";
import { PROGRAMS, ROOT } from "./lib/root";
import { contestsBySize, runContests, type Measured } from "./lib/rounds";
import type { Bench, Section } from "./lib/samples";
import { Stack } from "./lib/stack";
import { groupNames, PLACE } from "./programs/declaredGroups";

const SIZES = { full: [200], quick: [10] };

/** What one may choose for the same groups: the program, settings of the package, and the environment of the CLI. */
interface Choice {
  title: string;
  /** A Pulumi home of its own, in which the CLI cannot write its log. */
  withoutLog?: true;
  program?: "sdkGroups" | "sdkFleetOfGroups";
  language?: "typescript";
  settings?: Record<string, string>;
  env?: Record<string, string>;
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
  fleet: { title: "one fleet", program: "sdkFleetOfGroups" },
};

/** Writes the program: as it was compiled, or as it was written, for the CLI's language host to compile at each run. */
function writeProgram(stack: Stack, { program = "sdkGroups", language }: Choice): void {
  if (language === undefined) {
    stack.program(readFileSync(path.join(PROGRAMS, `${program}.js`), "utf8"));
    stack.write("declaredGroups.js", readFileSync(path.join(PROGRAMS, "declaredGroups.js"), "utf8"));
    return;
  }
  const source = (file: string) => readFileSync(path.join(ROOT, "bench", "programs", file), "utf8");
  stack.write("index.ts", source(`${program}.ts`));
  stack.write("declaredGroups.ts", source("declaredGroups.ts"));
  stack.write("package.json", JSON.stringify({ name: "bench", private: true, main: "index.ts" }));
  stack.write("Pulumi.yaml", "name: bench\nruntime: nodejs\n");
  const compilerOptions = {
    target: "ES2022",
    module: "node16",
    moduleResolution: "node16",
    types: ["node"],
    strict: true,
  };
  stack.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
}

async function turn(bench: Bench, size: number, contender: string, tell: (...figures: Measured[]) => void) {
  const choice = CHOICES[contender] as Choice;
  // In this process: it waits while the CLI works.
  const service = await startEmulator({ groups: groupNames(size).map((name) => ({ ...PLACE, name })) });
  const stack = await Stack.create(path.join(bench.folder, `${contender}-${size}`), {
    "containergroups:baseUrl": service.url,
    "containergroups:apiKey": service.apiKey,
    ...choice.settings,
  });
  if (choice.withoutLog) {
    mkdirSync(path.join(bench.folder, "home"), { recursive: true });
    // A file where the CLI makes a folder for its logs.
    writeFileSync(path.join(bench.folder, "home", "logs"), "");
  }
  const home = choice.withoutLog && { PULUMI_HOME: path.join(bench.folder, "home") };
  const program = (revision: number) => ({
    ...home,
    ...choice.env,
    BENCH_GROUPS: String(size),
    BENCH_REVISION: String(revision),
  });
  try {
    writeProgram(stack, choice);
    const expectRequests = (count: number) => {
      if (service.requests.length === count) return service.clearRequests();
      throw new Error(`${contender} should have made ${count} requests, and made ${service.requests.length}`);
    };
    const create = await stack.up(program(1));
    expectRequests(size);
    tell({ measure: "create", unit: "ms", value: create.milliseconds });
    const preview = await stack.preview(program(1));
    expectRequests(0);
    tell({ measure: "preview without changes", unit: "ms", value: preview.milliseconds });
    const update = await stack.up(program(2));
    expectRequests(size);
    tell({ measure: "update all", unit: "ms", value: update.milliseconds });
  } finally {
    stack.remove();
    await service.close();
  }
}

/** What one can choose for many groups, against a resource for each in a program that was compiled before. */
export const choices: Section = {
  name: "choices",
  title: "What one can choose",
  description:
    "The same groups, declared in each way that one may choose between: what `docs/scale.md` advises on. The program is plain JavaScript, " +
    "compiled before, but where it says TypeScript.",
  contenders: Object.fromEntries(Object.entries(CHOICES).map(([name, { title }]) => [name, title])),
  reference: "plain",
  budgets: [],
  minutes: { full: 10, quick: 1 },
  run(bench) {
    const contests = contestsBySize(bench.plan, {
      sizes: SIZES,
      contenders: Object.keys(CHOICES),
      seconds: (size) => 15 + size * 0.15,
      turn: (size, contender, tell) => turn(bench, size, contender, tell),
    });
    return runContests(bench, contests);
  },
};
