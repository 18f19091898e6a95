import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { ROOT } from "../support/dynamicProvider";
import { git } from "./support/gitServer";
import { manifest, temporaryFolder } from "./support/project";
import { checkRelease, RULES, setRepository, tell } from "./support/release";

jest.setTimeout(300_000);

const TODAY = "2026-11-30";
const CHANGES = `# Changelog

## Unreleased

## ${manifest.version} - ${TODAY}

### Added

- Something.

## 0.0.9 - 2026-11-01

### Fixed

- Something else.
`;

const PAGE = "https://git.example.com/acme/pulumi-containergroups";

/** A copy of the clone, for a test to break: what git keeps of it, as it is now, and dist/, all of it committed. */
let folder: string;

beforeAll(() => {
  folder = temporaryFolder();
  const kept = git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0");
  for (const file of kept.filter((each) => each !== "" && existsSync(path.join(ROOT, each)))) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    cpSync(path.join(ROOT, file), at(file));
  }
  cpSync(path.join(ROOT, "dist"), at("dist"), { recursive: true });
  setRepository(PAGE, folder);
  // As a build does, which comes before each check.
  const layOut = `import(${JSON.stringify(at("emulator/packaging/layOut.mjs"))}).then((m) => m.layOut(process.argv[1]))`;
  execFileSync(process.execPath, ["-e", layOut, at("dist/emulator")]);
  writeFileSync(at("CHANGELOG.md"), CHANGES);
  git(folder, "init", "--quiet");
  git(folder, "add", "--all", "--force");
  git(folder, "commit", "--quiet", "--message", "All");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(() => {
  git(folder, "tag", "--list")
    .split("\n")
    .filter(Boolean)
    .forEach((tag) => git(folder, "tag", "--delete", tag));
  git(folder, "reset", "--hard", "--quiet");
  git(folder, "clean", "-fdxq");
});

const at = (file: string) => path.join(folder, file);

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(at(file), "utf8");
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(at(file), after);
}

type Manifest = Record<string, unknown> & { publishConfig: Record<string, unknown>; exports: Record<string, unknown> };

const editManifest = (change: (manifest: Manifest) => void, file = "package.json") =>
  edit(file, (text) => {
    const edited = JSON.parse(text) as Manifest;
    change(edited);
    return JSON.stringify(edited, null, 2);
  });

/** Of the emulator, as it is published. */
const editEmulator = (change: (manifest: Manifest) => void) => editManifest(change, "dist/emulator/package.json");

/** What one rule has against the folder. */
async function problemsOf(name: string): Promise<string> {
  const rules = RULES.filter((rule) => rule.name === name);
  const [result] = await checkRelease(folder, { rules, today: TODAY });
  return result?.problems.join("\n") ?? "there is no such rule";
}

test("a clone in which everything is in order can be released", async () => {
  const results = await checkRelease(folder, { today: TODAY });
  expect(results.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect(tell(results)).toMatch(/^ok {5}clean: All that is released is committed\.\n[^]*\n\nThis can be released\.\n$/);
});

/** One way to break each rule, at least. */
const BREAKS: [rule: string, sentence: string, breakIt: () => void, problem: string | RegExp][] = [
  ["clean", "a file that is not committed", () => writeFileSync(at("new.txt"), ""), "not committed: new.txt"],
  ["clean", "a change that is not", () => appendFileSync(at("README.md"), "\n"), "not committed: README.md"],
  [
    "version",
    "a version that is not a release's",
    () => editManifest((edited) => (edited["version"] = "1.0.0-rc.1")),
    /^1\.0\.0-rc\.1 is not MAJOR\.MINOR\.PATCH\npackage-lock\.json says .*, and package\.json 1\.0\.0-rc\.1.*\ntemplate/,
  ],
  [
    "version",
    "a version of the emulator that the lock file does not have",
    () => editEmulator((edited) => (edited["version"] = "9.9.9")),
    /^emulator: package-lock\.json says [\d.]+, and package\.json 9\.9\.9: run npm install --package-lock-only$/,
  ],
  [
    "version",
    "a template that asks for another one",
    () => edit("template/package.json", (text) => text.replace(`^${manifest.version}`, "^0.0.1")),
    `template/package.json asks for ^0.0.1, and not for ^${manifest.version}`,
  ],
  [
    "version",
    "a version that was released",
    () => git(folder, "tag", `v${manifest.version}`),
    `the tag v${manifest.version} is there already: set the next version with npm version`,
  ],
  [
    "changelog",
    "changes that are unreleased",
    () => edit("CHANGELOG.md", (text) => text.replace("## Unreleased\n", "## Unreleased\n\n### Added\n\n- More.\n")),
    `"Unreleased" is not empty: move what it says to "${manifest.version}"`,
  ],
  [
    "changelog",
    "no place for changes to come",
    () => edit("CHANGELOG.md", (text) => text.replace("## Unreleased\n", "")),
    'the first section is not "Unreleased"',
  ],
  [
    "changelog",
    "a version that it does not have",
    () => edit("CHANGELOG.md", (text) => text.replace(`## ${manifest.version}`, "## 9.9.9")),
    `there is no section for ${manifest.version}`,
  ],
  [
    "changelog",
    "a version without a date",
    () => edit("CHANGELOG.md", (text) => text.replace(` - ${TODAY}`, "")),
    `"${manifest.version}" has no date: write "## VERSION - YYYY-MM-DD"`,
  ],
  [
    "changelog",
    "a day that has not come",
    () => edit("CHANGELOG.md", (text) => text.replace(TODAY, "2026-12-01")),
    `"${manifest.version} - 2026-12-01" is in the future`,
  ],
  [
    "changelog",
    "a kind of change that there is not",
    () => edit("CHANGELOG.md", (text) => text.replace("### Added", "### News")),
    `"${manifest.version} - ${TODAY}": "News" is none of Added, Changed, Deprecated, Removed, Fixed, Security`,
  ],
  [
    "changelog",
    "a version that says nothing",
    () => edit("CHANGELOG.md", (text) => text.replace("### Added\n\n- Something.\n", "")),
    `"${manifest.version} - ${TODAY}" says nothing: it needs a heading such as "### Added"`,
  ],
  [
    "records",
    "states that were not recorded, and a package that was not kept",
    () => {
      rmSync(at("test/engine/states"), { recursive: true });
      mkdirSync(at("test/engine/states"));
      readdirSync(at("test/package/releases"))
        .filter((file) => file.endsWith(".tgz"))
        .forEach((file) => rmSync(at(`test/package/releases/${file}`)));
    },
    /^test\/engine\/states has none of [\d.]+; it needs its state: .*\ntest\/package\/releases has none of [\d.]+; it needs its package: /,
  ],
  [
    "contents",
    "an entry that is not there",
    () => rmSync(at("dist/sdk/index.js")),
    "package.json names dist/sdk/index.js, which is not in the package",
  ],
  [
    "contents",
    "a file that nobody needs",
    () => writeFileSync(at("dist/sdk/notes.txt"), "x"),
    'dist/sdk/notes.txt is in the package, and should not be: see "files" in package.json',
  ],
  [
    "contents",
    "a command that is none",
    () => edit("dist/cli/main.js", (text) => text.replace("#!", "//")),
    "dist/cli/main.js is a command, and does not begin with #!/usr/bin/env node",
  ],
  [
    "contents",
    "a file that nobody needs in the emulator",
    () => writeFileSync(at("dist/emulator/page/notes.txt"), "x"),
    "emulator: page/notes.txt is in the package, and should not be: see emulator/packaging/layOut.mjs",
  ],
  [
    "contents",
    "a command of the emulator that is not there",
    () => rmSync(at("dist/emulator/cli/main.js")),
    "emulator: package.json names cli/main.js, which is not in the package",
  ],
  [
    "types",
    "an emulator without types",
    () => rmSync(at("dist/emulator/index.d.ts")),
    /^emulator: publint:[^]*index\.d\.ts[^]*^emulator: attw:/m,
  ],
  [
    "types",
    "an entry without types",
    () => rmSync(at("dist/provider/index.d.ts")),
    /^publint:[^]*dist\/provider\/index\.d\.ts[^]*^attw:/m,
  ],
  [
    "types",
    "an entry that the older way to resolve modules does not find",
    () => editManifest((edited) => delete edited["typesVersions"]),
    /^attw:[^]*pulumi-containergroups\/provider/,
  ],
  [
    "docs",
    "a link to a page that is not there",
    () => appendFileSync(at("README.md"), "\n[more](docs/nothing.md)\n"),
    "README.md: the link docs/nothing.md leads nowhere",
  ],
  [
    "docs",
    "a link to a heading that is not there",
    () => appendFileSync(at("docs/drift.md"), "\n[more](settings.md#nothing)\n"),
    "docs/drift.md: the link settings.md#nothing leads nowhere",
  ],
  [
    "docs",
    "a page that nobody finds",
    () => writeFileSync(at("docs/hidden.md"), "# Hidden\n"),
    "docs/README.md does not name hidden.md",
  ],
  [
    "size",
    "a package that is too large to download",
    () => writeFileSync(at("dist/sdk/noise.js"), randomBytes(200_000)),
    /^it has [23]\d\d\.\d kB$/,
  ],
  [
    "size",
    "an emulator that is too large to download",
    () => writeFileSync(at("dist/emulator/noise.js"), randomBytes(100_000)),
    /^emulator: it has 1\d\d\.\d kB$/,
  ],
  [
    "size",
    "a package that is too large once it is installed",
    () => writeFileSync(at("dist/sdk/noise.js"), Buffer.alloc(16_000_000, " ")),
    /installed it has 2\d\.\d MB$/,
  ],
  [
    "publishing",
    "a package without its provenance",
    () => editManifest(({ publishConfig }) => delete publishConfig["provenance"]),
    "publishConfig.provenance must be true",
  ],
  [
    "publishing",
    "a package that may not be published",
    () => editManifest((edited) => (edited["private"] = true)),
    '"private" keeps it from being published',
  ],
  [
    "publishing",
    "an emulator without its provenance",
    () => editEmulator(({ publishConfig }) => delete publishConfig["provenance"]),
    "emulator: publishConfig.provenance must be true",
  ],
  [
    "publishing",
    "an emulator without a license",
    () => rmSync(at("dist/emulator/LICENSE")),
    "emulator: it has no license, or no LICENSE file",
  ],
  ["publishing", "no license", () => rmSync(at("LICENSE")), "it has no license, or no LICENSE file"],
  [
    "publishing",
    "what is built once and never again",
    () => editManifest((edited) => (edited["scripts"] = {})),
    "there is no prepack script, which builds what is published",
  ],
  [
    "repository",
    "an owner that has said nothing yet",
    () => editManifest((edited) => delete edited["repository"]),
    "the owner has not said yet where the repository is: run `npm run release:repository -- https://HOST/OWNER/NAME`, " +
      "which sets repository, homepage and bugs",
  ],
  [
    "repository",
    "links to another place",
    () => editManifest((edited) => (edited["homepage"] = "https://example.com")),
    `"homepage" is not that of ${PAGE}: run \`npm run release:repository -- ${PAGE}\``,
  ],
  [
    "repository",
    "an emulator that comes from no folder of the repository",
    () => editEmulator((edited) => (edited["repository"] = { type: "git", url: `git+${PAGE}.git` })),
    `emulator: "repository" is not that of ${PAGE}: run \`npm run release:repository -- ${PAGE}\``,
  ],
];

test.each(BREAKS)("the rule %s is broken by %s", async (rule, _, breakIt, problem) => {
  breakIt();
  const problems = await problemsOf(rule);
  if (typeof problem === "string") {
    expect(problems.split("\n")).toEqual([problem]);
  } else {
    expect(problems).toMatch(problem);
  }
});

test("each rule has a test that breaks it", () => {
  expect([...new Set(BREAKS.map(([rule]) => rule))].sort()).toEqual(RULES.map(({ name }) => name).sort());
});

test("what is broken is told below its rule, and counted", () => {
  const results = [
    { name: "one", promise: "One holds.", problems: [] },
    { name: "two", promise: "Two holds.", problems: ["it does not", "nor\nthis"] },
  ];
  expect(tell(results)).toBe(
    "ok     one: One holds.\nBROKEN two: Two holds.\n         it does not\n         nor\n         this\n\n1 of 2 rules are broken.\n",
  );
});

test("the three links of each package are made of one address, which may be written as git has it", () => {
  setRepository(`${PAGE}.git`, folder);
  expect(JSON.parse(readFileSync(at("package.json"), "utf8"))).toMatchObject({
    homepage: `${PAGE}#readme`,
    bugs: { url: `${PAGE}/issues` },
    repository: { type: "git", url: `git+${PAGE}.git` },
  });
  expect(JSON.parse(readFileSync(at("emulator/package.json"), "utf8"))).toMatchObject({
    homepage: `${PAGE}#readme`,
    bugs: { url: `${PAGE}/issues` },
    repository: { type: "git", url: `git+${PAGE}.git`, directory: "emulator" },
  });
  expect(() => setRepository("acme/containergroups", folder)).toThrow(
    '"acme/containergroups" is not the address of a repository: https://HOST/OWNER/NAME.',
  );
});
