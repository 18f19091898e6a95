import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../support/dynamicProvider";

const FOLDER = path.join(ROOT, ".github/workflows");
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

describe.each(readdirSync(FOLDER))("the workflow %s", (file) => {
  const text = readFileSync(path.join(FOLDER, file), "utf8");
  const commands = [...text.matchAll(/^ *- run: (.*)$/gm)].map(([, command = ""]) => command);

  test("runs the project's own scripts and nothing else, of files that are there", () => {
    expect(commands).not.toEqual([]);
    for (const command of commands) {
      const [, script = "test"] = /^npm (?:test|run (\S+))/.exec(command) ?? [, "none"];
      expect(Object.keys(scripts)).toContain(script);
      const files = command.match(/\btest\/\S+/g) ?? [];
      expect(files.filter((each) => !existsSync(path.join(ROOT, each)))).toEqual([]);
    }
  });

  test("pins each action by the hash of a commit", () => {
    const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action = ""]) => action);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });
});
