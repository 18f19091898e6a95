import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const ROOT = path.resolve(__dirname, "../..");
const depcruise = path.join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

/** The rule for what a folder of the emulator imports. */
const below = (folder: string): string => `emulator-${folder}-imports-what-is-below-it`;

/** A file with one import, and the rule that it breaks; none: it is allowed. */
const rows: [sentence: string, file: string, text: string, rule?: string][] = [
  ["common imports itself", "common/a.ts", 'import "./target";'],
  ["common loads no package of Node", "common/b.ts", 'import "node:fs";', "common-imports-nothing"],
  [
    "common knows no types of the sdk",
    "common/c.ts",
    'import type { T } from "../sdk/target";',
    "common-imports-nothing",
  ],
  ["the sdk imports common", "sdk/a.ts", 'import "../common/target";'],
  ["the sdk does not load the provider", "sdk/b.ts", 'import "../provider";', "sdk-imports-common-and-pulumi"],
  ["the sdk does not load it lazily", "sdk/c.ts", 'void import("../provider");', "sdk-imports-common-and-pulumi"],
  ["the sdk's entry loads the provider's", "sdk/internal/providerEntry.ts", 'require("../../provider");'],
  ["the provider takes types of the sdk", "provider/a.ts", 'import type { T } from "../sdk/target";'],
  ["the provider takes no values", "provider/b.ts", 'import "../sdk/target";', "provider-takes-types-alone-from-sdk"],
  ["the core imports common", "provider/core/patch/a.ts", 'import "../../../common/target";'],
  ["the core knows no host", "provider/core/patch/b.ts", 'import "../../host/target";', "core-knows-no-engine"],
  ["json knows no schema", "provider/core/json/a.ts", 'import "../schema/target";', "json-is-the-lowest-of-the-core"],
  ["http knows no patch", "provider/core/http/a.ts", 'import "../patch/target";', "http-knows-no-schema-and-no-patch"],
  ["the host knows no resource", "provider/host/a.ts", 'import "../resources/target";', "host-knows-no-resource"],
  [
    "functions know no resource",
    "provider/functions/a.ts",
    'import "../resources/target";',
    "functions-and-resources-are-apart",
  ],
  ["the command line imports the core", "cli/a.ts", 'import "../provider/core/schema/target";'],
  ["the command line reads settings as the provider does", "cli/b.ts", 'import "../provider/host/settings/settings";'],
  [
    "the command line knows no more of the host",
    "cli/c.ts",
    'import "../provider/host/target";',
    "cli-imports-core-settings-and-common",
  ],
  ["the command line knows no sdk", "cli/d.ts", 'import "../sdk/target";', "cli-imports-core-settings-and-common"],
  ["the provider knows no command line", "provider/d.ts", 'import "../cli/target";', "nothing-imports-the-cli"],
  ["the emulator shares nothing", "emulator/a.ts", 'import "../common/target";', "emulator-shares-nothing"],
  ["the emulator's service knows no HTTP", "emulator/service/a.ts", 'import "../http/target";', below("service")],
  ["the emulator's service knows no files", "emulator/service/b.ts", 'import "../files/target";', below("service")],
  ["the emulator's HTTP imports the service", "emulator/http/a.ts", 'import "../service/target";'],
  ["the emulator's HTTP knows no admin API", "emulator/http/b.ts", 'import "../admin/target";', below("http")],
  ["the emulator's files know no HTTP", "emulator/files/a.ts", 'import "../http/target";', below("files")],
  ["what the emulator shows knows no admin API", "emulator/views/a.ts", 'import "../admin/target";', below("views")],
  ["the admin API imports what is shown", "emulator/admin/a.ts", 'import "../views/target";'],
  [
    "the admin API does not know its own document",
    "emulator/admin/b.ts",
    'import "../openapi/target";',
    below("admin"),
  ],
  ["the API's document imports the admin API", "emulator/openapi/a.ts", 'import "../admin/target";'],
  ["the API's document knows no command", "emulator/openapi/b.ts", 'import "../cli/target";', below("openapi")],
  ["the emulator's command starts the emulator", "emulator/cli/a.ts", 'import "../emulator";'],
  ["the emulator's command composes no server", "emulator/cli/b.ts", 'import "../server";', below("cli")],
  [
    "a folder of the emulator does not import what composes it",
    "emulator/http/c.ts",
    'import "../emulator";',
    below("http"),
  ],
  [
    "the emulator's JSON knows no folder",
    "emulator/json.ts",
    'import "./service/target";',
    "emulator-files-beside-the-folders-are-the-lowest",
  ],
  ["the page imports itself", "emulator/page/a.js", 'import "./target.js";'],
  [
    "the page knows no code of Node",
    "emulator/page/b.js",
    'import "../service/target.ts";',
    "emulator-page-and-packaging-stand-alone",
  ],
  [
    "packaging needs nothing compiled",
    "emulator/packaging/a.mjs",
    'import "../version.ts";',
    "emulator-page-and-packaging-stand-alone",
  ],
  [
    "what is published imports no test",
    "provider/c.ts",
    'import "../test/target";',
    "what-is-published-imports-no-tests",
  ],
];

/** Files that the rows import. */
const targets = [
  "common",
  "sdk",
  "cli",
  "test",
  ...["core/schema", "core/patch", "host", "resources"].map((at) => `provider/${at}`),
  ...["admin", "cli", "files", "http", "openapi", "service", "views"].map((at) => `emulator/${at}`),
];

let broken: Map<string, string[]>;

beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "imports-"));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\nexport {};\n`);
  };
  for (const target of targets) {
    write(`${target}/target.ts`, "export type T = 1;");
  }
  write("provider/index.ts", "");
  write("provider/host/settings/settings.ts", "");
  ["emulator", "server", "version"].forEach((name) => write(`emulator/${name}.ts`, ""));
  write("emulator/page/target.js", "");
  for (const [, file, text] of rows) {
    write(file, text);
  }
  const config = path.join(ROOT, ".dependency-cruiser.cjs");
  const args = [depcruise, "--config", config, "--output-type", "json", "common", "sdk", "provider", "cli", "emulator"];
  try {
    const output = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    const { summary } = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } };
    broken = new Map();
    for (const { from, rule } of summary.violations) {
      broken.set(from, [...(broken.get(from) ?? []), rule.name]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(rows.map(([sentence, file, , rule]) => [sentence, file, rule === undefined ? [] : [rule]] as const))(
  "%s",
  (_, file, rules) => {
    expect(broken.get(file) ?? []).toEqual(rules);
  },
);

test("the imports of this repository break no rule", () => {
  const args = [
    depcruise,
    "--config",
    ".dependency-cruiser.cjs",
    "common",
    "sdk",
    "provider",
    "cli",
    "emulator",
    "examples",
  ];
  expect(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" })).toContain("no dependency violations");
});
