import { execFileSync, type ExecFileSyncOptions } from "node:child_process";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";

const options: ExecFileSyncOptions = { cwd: ROOT, encoding: "utf8", timeout: 120_000 };

test("the reference, and every generated table in README.md and docs/, is what the code says", () => {
  const script = path.join(ROOT, "scripts", "docs.mjs");
  expect(execFileSync(process.execPath, [script, "--check"], options)).toBe("all pages are what the code says\n");
}, 150_000);
