import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "@swc/core";
import { codeBlocks } from "../../support/scripts";
import { compiledSdk } from "../../support/compiledSdk";

const page = readFileSync(join(__dirname, "../../../docs/unit-tests.md"), "utf8");
const [program = "", itsTest = ""] = codeBlocks(page, "ts");

let home: string;
beforeAll(() => {
  home = compiledSdk();
  // The package finds itself by its own name, below `dist`.
  symlinkSync(".", join(home, "dist"));
});
afterAll(() => rmSync(home, { recursive: true }));

function runTest(source: string) {
  for (const [file, code] of [["program.js", program] as const, ["program.test.js", source] as const]) {
    const options = { swcrc: false, jsc: { parser: { syntax: "typescript" } }, module: { type: "commonjs" } } as const;
    writeFileSync(join(home, file), transformSync(code, options).code);
  }
  const env = { ...process.env, NODE_OPTIONS: undefined, NODE_TEST_CONTEXT: undefined };
  return spawnSync(process.execPath, ["program.test.js"], {
    cwd: home,
    encoding: "utf8",
    env: env as NodeJS.ProcessEnv,
  });
}

test("the unit test that the page shows passes, and fails where the program is wrong", () => {
  const { status, stdout } = runTest(itsTest);
  expect([status, stdout]).toEqual([0, expect.stringContaining("pass 3")]);
  const wrong = runTest(
    itsTest.replace('"acme")', '"umbrella")').replace(", 2)", ", 3)").replace("replicas: 2", "replicas: 3"),
  );
  expect([wrong.status, wrong.stdout]).toEqual([1, expect.stringContaining("fail 3")]);
}, 60_000);
