import type * as Rules from "../../scripts/release/rules.mjs" with { "resolution-mode": "import" };
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../support/dynamicProvider";
import { run } from "../support/scripts";
import { manifest, temporaryFolder } from "./support/project";

const { checkRelease } = require("../../scripts/release/rules.mjs") as typeof Rules;

const TODAY = "2026-11-30";
const VERSION = manifest.version;
const CHANGELOG = `# Changelog\n\n## Unreleased\n\n## ${VERSION} - ${TODAY}\n\n### Added\n\n- Something.\n`;
const PAGE = "https://git.example.com/acme/pulumi-containergroups";

/** What the rules tell the owner to run, for a page of this repository. */
const FILLED_IN = [
  ...["repository.type=git", `repository.url=git+${PAGE}.git`],
  ...[`homepage=${PAGE}#readme`, `bugs.url=${PAGE}/issues`],
];

/** As nobody's own settings of git have it. */
const SETTINGS = [
  "user.name=n",
  "user.email=e@example.com",
  "commit.gpgSign=false",
  "tag.gpgSign=false",
  "core.hooksPath=/dev/null",
];

// Where a hook of git runs the tests, these name its repository.
for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"]) {
  delete process.env[name];
}

/** Runs git in a folder, and gives what it printed. */
const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", [...SETTINGS.flatMap((setting) => ["-c", setting]), ...args], {
    cwd,
    env: process.env,
    encoding: "utf8",
  });

/** A copy of the clone: what git keeps of it, as it is now, and dist/, all of it committed. */
let folder: string;

const at = (file: string) => path.join(folder, file);

function edit(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(at(file), "utf8");
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(at(file), after);
}

function emptyFolder(file: string): void {
  rmSync(at(file), { recursive: true });
  mkdirSync(at(file));
}

function commit(): void {
  git(folder, "add", "--all", "--force");
  git(folder, "commit", "--quiet", "--message", "All");
}

const problems = async () => (await checkRelease(folder, TODAY)).flatMap((rule) => rule.problems);

beforeAll(() => {
  folder = temporaryFolder();
  const kept = git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0");
  for (const file of kept.filter((each) => each !== "" && existsSync(path.join(ROOT, each)))) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    cpSync(path.join(ROOT, file), at(file));
  }
  cpSync(path.join(ROOT, "dist"), at("dist"), { recursive: true });
  writeFileSync(at("CHANGELOG.md"), CHANGELOG);
  git(folder, "init", "--quiet");
  commit();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a clone lacks what only its owner can say, each told with the command that says it, and nothing else", async () => {
  expect(await problems()).toEqual([
    "the owner has not said yet where the repository is: npm pkg set repository.type=git repository.url=git+https://HOST/OWNER/NAME.git",
    "nor where its page and its issues are: npm pkg set homepage=https://HOST/OWNER/NAME#readme bugs.url=https://HOST/OWNER/NAME/issues",
  ]);
});

describe("after these commands", () => {
  beforeAll(() => {
    execFileSync("npm", ["pkg", "set", ...FILLED_IN], { cwd: folder, stdio: "pipe" });
    commit();
  });

  afterEach(() => {
    git(folder, "reset", "--hard", "--quiet");
    git(folder, "clean", "-fdxq");
    const tags = git(folder, "tag", "--list").split("\n").filter(Boolean);
    tags.forEach((tag) => git(folder, "tag", "--delete", tag));
  });

  test("it can be released, tagged or not, and the emulator's package says where it comes from, too", async () => {
    expect(await problems()).toEqual([]);
    git(folder, "tag", `v${VERSION}`);
    expect(await problems()).toEqual([]);
    const layOut = `import(${JSON.stringify(at("emulator/packaging/layOut.mjs"))}).then((m) => m.layOut(process.argv[1]))`;
    expect(await run(process.execPath, ["-e", layOut, at("laid-out")])).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(at("laid-out/package.json"), "utf8"))).toMatchObject({
      version: VERSION,
      homepage: `${PAGE}#readme`,
      bugs: { url: `${PAGE}/issues` },
      repository: { type: "git", url: `git+${PAGE}.git`, directory: "emulator" },
    });
  });

  test.each<[sentence: string, breakIt: () => void, problem: RegExp]>([
    ["a file that is not committed", () => writeFileSync(at("new.txt"), ""), /^not committed: new\.txt$/],
    ["a version that was released", () => git(folder, "tag", `v${VERSION}`, "HEAD~1"), / was released: npm version /],
    ["a tag of another version", () => git(folder, "tag", "v9.9.9"), /^the tag is v9\.9\.9, and the version /],
    ["a template that asks for another one", () => edit("template/package.json", `^${VERSION}`, "^0.0.1"), /\^0\.0\.1/],
    ["changes that are unreleased", () => edit("CHANGELOG.md", /(Unreleased)/, "$1\n\n- More."), /its entries below/],
    ["a version that it does not have", () => edit("CHANGELOG.md", VERSION, "9.9.9"), /^the section after it must be /],
    ["a day that has not come", () => edit("CHANGELOG.md", TODAY, "2026-12-01"), /^the section after it must be /],
    ["no recorded states", () => emptyFolder("test/engine/states"), /^no states: /],
    ["an entry without types", () => rmSync(at("dist/provider/index.d.ts")), /^(publint|attw):/],
  ])("it cannot be released with %s", async (_, breakIt, problem) => {
    breakIt();
    const found = (await problems()).filter((each) => !each.startsWith("not committed: ") || problem.test(each));
    expect([found.length > 0, found.filter((each) => !problem.test(each))]).toEqual([true, []]);
  });
});
