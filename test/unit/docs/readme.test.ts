import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { codeBlocks } from "../../support/scripts";

const readme = readFileSync(path.join(ROOT, "README.md"), "utf8");
const lines = readme.trimEnd().split("\n");

test("the README has at most 120 lines, none wider than 150 characters", () => {
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => line.length > 150)).toEqual([]);
});

test("its program has ten lines", () => {
  const [program = ""] = codeBlocks(readme, "ts");
  expect(program.trimEnd().split("\n")).toHaveLength(10);
});
