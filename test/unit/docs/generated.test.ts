import { execFileSync, type ExecFileSyncOptions } from "node:child_process";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { withBlocks } from "../../support/scripts";

const options: ExecFileSyncOptions = { cwd: ROOT, encoding: "utf8", timeout: 120_000 };

test("the reference, and every generated table in README.md and docs/, is what the code says", () => {
  const script = path.join(ROOT, "scripts", "docs.mjs");
  expect(execFileSync(process.execPath, [script, "--check"], options)).toBe("all pages are what the code says\n");
}, 150_000);

describe("a generated block", () => {
  const page = "before\n\n<!-- generated: one -->\n\nedited by hand\n\n<!-- end -->\n\nafter\n";

  test("is made anew, and what stands around it stays", () => {
    expect(withBlocks(page, { one: () => "| a |" })).toBe(page.replace("edited by hand", "| a |"));
  });

  test("whose name nobody knows is an error that names those that are", () => {
    expect(() => withBlocks(page, { two: () => "" })).toThrow('there is no generated block "one"; they are two');
  });
});
