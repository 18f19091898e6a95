import { execFileSync } from "node:child_process";
import * as path from "node:path";

const root = path.resolve(__dirname, "../..");

/** What may be imported and what may not: a sentence, the importing file, its text, and what the linter says. */
const rows: [sentence: string, file: string, text: string, said: string[]][] = [
  ["the core imports itself", "provider/core/a.ts", 'import { b } from "./schema/b";', []],
  ["the core takes types from the sdk", "provider/core/a.ts", 'import type { B } from "../../sdk";', []],
  [
    "the core takes no values from the sdk",
    "provider/core/a.ts",
    'import { b } from "../../sdk";',
    ["provider/core/ may import types alone from sdk/."],
  ],
  [
    "one value among types is a value",
    "provider/core/a.ts",
    'import { type A, b } from "../../sdk";',
    ["provider/core/ may import types alone from sdk/."],
  ],
  [
    "the core knows no resource",
    "provider/core/schema/a.ts",
    'import { queue } from "../../queue";',
    ["provider/core/ must not import provider/."],
  ],
  [
    "the core knows no engine, not even its types",
    "provider/core/a.ts",
    'import type { CheckFailure } from "@pulumi/pulumi/dynamic";',
    ["provider/core/ must not import @pulumi/pulumi."],
  ],
  ["the provider imports the core", "provider/queue.ts", 'import { b } from "./core/b";', []],
  ["the provider takes types from the sdk", "provider/queue.ts", 'import { type B, type C } from "../sdk/queue";', []],
  [
    "the provider re-exports nothing of the sdk",
    "provider/index.ts",
    'export * from "../sdk";',
    ["provider/ may import types alone from sdk/."],
  ],
  [
    "the provider knows no emulator",
    "provider/queue.ts",
    'import type { Queue } from "../emulator";',
    ["provider/ must not import emulator/."],
  ],
  [
    "the sdk loads the provider where it is used",
    "sdk/internal/a.ts",
    'export const load = () => require("../../provider");',
    [],
  ],
  ["the sdk loads it by import() too", "sdk/a.ts", 'export const load = () => import("../provider");', []],
  [
    "the sdk does not load the provider at its start",
    "sdk/a.ts",
    'const provider = require("../provider"); export { provider };',
    ["sdk/ may import provider/ only lazily, and only its index."],
  ],
  [
    "the sdk imports nothing of the provider",
    "sdk/a.ts",
    'import { queue } from "../provider";',
    ["sdk/ may import provider/ only lazily, and only its index."],
  ],
  [
    "the sdk reaches no part of the provider, lazily or not",
    "sdk/a.ts",
    'export const load = () => require("../provider/core/client");',
    ["sdk/ must not import provider/core/."],
  ],
  ["the sdk loads no zod", "sdk/a.ts", 'import { z } from "zod";', ["sdk/ must not import zod."]],
  [
    "the emulator knows neither side",
    "emulator/a.ts",
    'import { a } from "../sdk"; import { b } from "../provider/core/b";',
    ["emulator/ must not import sdk/.", "emulator/ must not import provider/core/."],
  ],
  [
    "nobody imports tests",
    "emulator/a.ts",
    'import { a } from "../test/support/a";',
    ["emulator/ must not import test/."],
  ],
  [
    "what runs from dist/ imports no scripts",
    "bench/a.ts",
    'import { setup } from "../scripts/setup.mjs";',
    ["bench/ must not import scripts/."],
  ],
  ["tests import all that is under test", "test/unit/a.test.ts", 'import { b } from "../../provider/core/b";', []],
  [
    "examples use the package by its name",
    "examples/fleet/index.ts",
    'import { Queue } from "pulumi-containergroups";',
    [],
  ],
  [
    "examples do not reach into the sdk",
    "examples/fleet/index.ts",
    'import { Queue } from "../../sdk";',
    ["examples/ must not import sdk/."],
  ],
];

/** The linter reads its configuration as an ES module, which jest cannot load: so all rows are linted in one process of their own. */
const linter = `
  import { ESLint } from "eslint";
  const eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId === "local/import-direction",
    overrideConfig: { languageOptions: { parserOptions: { project: null } } },
  });
  const said = [];
  for (const [, filePath, text] of JSON.parse(process.argv[1])) {
    const [{ messages }] = await eslint.lintText(text, { filePath });
    said.push(messages.map(({ message }) => message));
  }
  console.log(JSON.stringify(said));
`;

describe("imports go one way", () => {
  let said: string[][];

  beforeAll(() => {
    const args = ["--input-type=module", "--eval", linter, JSON.stringify(rows)];
    said = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" })) as string[][];
  }, 60_000);

  it.each(rows.map(([sentence, , , expected], index) => ({ sentence, expected, index })))(
    "$sentence",
    ({ expected, index }) => {
      expect(said[index]).toEqual(expected);
    },
  );
});
