import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { ownFolder } from "../lib/folders.mjs";
import { fetched } from "../lib/npm.mjs";
import { run } from "../lib/processes.mjs";
import { pack } from "./pack.mjs";

/** What a release publishes: the folders that `npm publish` is given. */
const PACKAGES = ["", "dist/emulator"];

async function printed(command, args, cwd) {
  const { code, stdout, output } = await run(command, args, { cwd, env: { ...process.env, NO_COLOR: "1" } });
  return code === 0 ? { lines: stdout.split("\n").filter(Boolean) } : { lines: [], failure: output.trim() };
}

/** What a tool for packages has against one; nothing where it finds nothing wrong. */
async function judged(id, ...args) {
  const { failure } = await printed(...fetched(id, id, ...args));
  return failure === undefined ? [] : [`${id}:\n${failure}`];
}

const readJson = (folder, ...file) => JSON.parse(readFileSync(path.join(folder, ...file), "utf8"));

function changelogProblems({ clone, version, today }) {
  const [, unreleased = "", release = ""] = readFileSync(path.join(clone, "CHANGELOG.md"), "utf8").split(/^## /m);
  const [title, ...lines] = release.trim().split("\n");
  const [, date] = / - (\d{4}-\d\d-\d\d)$/.exec(title) ?? [];
  return [
    [
      unreleased.trim() === "Unreleased",
      `the first section must be "Unreleased", with nothing in it: move its entries below "## ${version} - ${today}"`,
    ],
    [title === `${version} - ${date}` && date <= today, `the section after it must be "${version} - ${today}"`],
    [lines.join("").includes("- "), `the section "${title}" says nothing`],
  ];
}

/** What holds of every release: each rule gives pairs of what must hold, and what is said where it does not. */
const RULES = [
  {
    name: "all that is released is committed",
    async problems({ clone }) {
      const { lines, failure } = await printed("git", ["status", "--porcelain", "--untracked-files"], clone);
      return [[failure === undefined, failure], ...lines.map((line) => [false, `not committed: ${line.slice(3)}`])];
    },
  },
  {
    name: "the version is new, and is the same wherever it stands",
    async problems({ clone, version }) {
      // CI checks the commit that is tagged.
      const { lines: released } = await printed(
        "git",
        ["tag", "--list", `v${version}`, "--no-contains", "HEAD"],
        clone,
      );
      const { lines: tags } = await printed("git", ["tag", "--list", "v*", "--points-at", "HEAD"], clone);
      const asked = readJson(clone, "template", "package.json").dependencies["pulumi-containergroups"];
      const locked = readJson(clone, "package-lock.json").packages[""].version;
      return [
        [
          /^\d+\.\d+\.\d+$/.test(version),
          `${version} is not MAJOR.MINOR.PATCH: npm version --no-git-tag-version PATCH`,
        ],
        [released.length === 0, `v${version} was released: npm version --no-git-tag-version VERSION sets the next one`],
        [tags.every((tag) => tag === `v${version}`), `the tag is ${tags.join(" and ")}, and the version ${version}`],
        [asked === `^${version}`, `template/package.json asks for ${asked}, and not for ^${version}`],
        [locked === version, `package-lock.json says ${locked}: npm install --package-lock-only`],
      ];
    },
  },
  { name: "CHANGELOG.md tells what is in this version", problems: changelogProblems },
  {
    name: "what this version writes into a state, and its package, are kept for the tests of all later ones",
    problems({ clone, version }) {
      const isThere = (folder) => readdirSync(path.join(clone, folder)).some((name) => name.startsWith(`${version}-`));
      return [
        [isThere("test/engine/states"), "no states: test/engine/programs/recordStates.ts says how to record them"],
        [isThere("test/package/releases"), "no package: test/package/releases/README.md says how to keep it"],
      ];
    },
  },
  {
    name: "every entry is found, with its types, however a program resolves modules",
    async problems({ tarballs }) {
      const tools = tarballs.flatMap((file) => [
        judged("publint", "run", file, "--strict"),
        judged("attw", file, "--no-emoji"),
      ]);
      return (await Promise.all(tools)).flat().map((problem) => [false, problem]);
    },
  },
  {
    name: "the packages say where they come from",
    problems: ({ manifest }) => [
      [
        /^git\+https:\/\/[\w.-]+(?:\/[\w.-]+){2,}\.git$/.test(manifest.repository?.url),
        "the owner has not said yet where the repository is: npm pkg set repository.type=git repository.url=git+https://HOST/OWNER/NAME.git",
      ],
      [
        manifest.homepage !== undefined && manifest.bugs?.url !== undefined,
        "nor where its page and its issues are: npm pkg set homepage=https://HOST/OWNER/NAME#readme bugs.url=https://HOST/OWNER/NAME/issues",
      ],
    ],
  },
];

/**
 * Holds a clone that is built against the rules, and gives of each what is wrong, and what to do. What is in the packages, and how they work, is held by their tests.
 *
 * @returns {Promise<{ name: string, problems: string[] }[]>}
 */
export async function checkRelease(clone, today = new Date().toISOString().slice(0, 10)) {
  const packed = [];
  for (const folder of PACKAGES) {
    packed.push(await pack(folder, mkdtempSync(path.join(ownFolder(), "release-")), clone));
  }
  const manifest = readJson(clone, "package.json");
  const context = { clone, today, manifest, version: manifest.version, tarballs: packed.map(({ file }) => file) };
  const results = [];
  for (const { name, problems } of RULES) {
    const wrong = (await problems(context)).filter(([holds]) => !holds).map(([, problem]) => problem);
    results.push({ name, problems: wrong });
  }
  return results;
}
