import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { brokenLinks, pagesBelow, readerOf } from "../lib/links.mjs";
import { run } from "../lib/processes.mjs";
import { changelogProblems } from "./changelog.mjs";
import { PACKAGES } from "./packages.mjs";
import { linksOf, pageOf } from "./repository.mjs";

/**
 * @typedef {object} Context what is to be released
 * @property {string} folder the clone
 * @property {string} today `YYYY-MM-DD`
 * @property {string} version that of the release
 *
 * @typedef {object} Built what is known of a package that is built
 * @property {string} at its folder
 * @property {Record<string, any>} manifest its package.json, as it is published
 * @property {() => Promise<import("./tarball.mjs").Tarball>} tarball the package, packed once
 *
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} promise one sentence: what holds of every release
 * @property {(context: Context) => string[] | Promise<string[]>} [problems] what is wrong, and what to do; nothing where it holds
 * @property {(each: import("./packages.mjs").Released & Built, folder: string) => string[] | Promise<string[]>} [problemsOf] the same, of each package
 */

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const kilobytes = (bytes) => `${(bytes / 1e3).toFixed(1)} kB`;

const require = createRequire(import.meta.url);

async function git(folder, ...args) {
  const { code, stdout, output } = await run("git", args, { cwd: folder });
  return code === 0
    ? { lines: stdout.split("\n").filter(Boolean), problems: [] }
    : { lines: [], problems: [output.trim()] };
}

/** Runs a tool for packages: what it prints is what is wrong, where it fails. */
async function judged(name, script, args) {
  const { code, output } = await run(process.execPath, [script, ...args], { env: { ...process.env, NO_COLOR: "1" } });
  return code === 0 ? [] : [`${name}:\n${output.trim()}`];
}

/** The files that package.json names. */
function namedFiles({ main = [], types = [], bin = {}, exports = {}, typesVersions = {} }) {
  const targets = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(targets));
  const files = [main, types, bin, exports, typesVersions].flatMap(targets).map((file) => path.posix.normalize(file));
  return [...new Set(files)];
}

/** The commands of a package. */
const commandsOf = ({ bin = {} }) =>
  (typeof bin === "string" ? [bin] : Object.values(bin)).map((file) => path.posix.normalize(file));

const sizes = PACKAGES.map(
  ({ name, maxPacked, maxInstalled }) =>
    `${name} has less than ${kilobytes(maxPacked)}, and with its dependencies less than ${megabytes(maxInstalled)}`,
);

/** What a release must be. @type {Rule[]} */
export const RULES = [
  {
    name: "clean",
    promise: "All that is released is committed.",
    async problems({ folder }) {
      const { lines, problems } = await git(folder, "status", "--porcelain", "--untracked-files");
      return [...problems, ...lines.map((line) => `not committed: ${line.slice(3)}`)];
    },
  },
  {
    name: "version",
    promise:
      "The version is a release's, stands in package-lock.json and the template too, and was not released before.",
    async problems({ folder, version }) {
      const template = JSON.parse(readFileSync(path.join(folder, "template", "package.json"), "utf8"));
      const asked = template.dependencies["pulumi-containergroups"];
      const { lines, problems } = await git(folder, "tag", "--list", `v${version}`);
      return [
        ...problems,
        ...(asked === `^${version}` ? [] : [`template/package.json asks for ${asked}, and not for ^${version}`]),
        ...lines.map((tag) => `the tag ${tag} is there already: set the next version with npm version`),
      ];
    },
    problemsOf({ source, manifest: { version } }, folder) {
      const lock = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8"));
      const locked = lock.packages[source].version;
      return [
        ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`${version} is not MAJOR.MINOR.PATCH`]),
        ...(locked === version
          ? []
          : [`package-lock.json says ${locked}, and package.json ${version}: run npm install --package-lock-only`]),
      ];
    },
  },
  {
    name: "changelog",
    promise: "CHANGELOG.md tells what is in this version, with its date, and nothing is left unreleased.",
    problems({ folder, version, today }) {
      return changelogProblems(readFileSync(path.join(folder, "CHANGELOG.md"), "utf8"), version, today);
    },
  },
  {
    name: "records",
    promise: "What this version writes into a state, and its package, are kept for the tests of all later ones.",
    problems({ folder, version }) {
      const records = [
        ["test/engine/states", "", "state: test/engine/programs/recordStates.ts says how to record them"],
        ["test/package/releases", ".tgz", "package: README.md there says how to pack it"],
      ];
      const isThere = (at, ending) =>
        readdirSync(path.join(folder, at)).some((name) => name.startsWith(`${version}-`) && name.endsWith(ending));
      return records
        .filter(([at, ending]) => !isThere(at, ending))
        .map(([at, , what]) => `${at} has none of ${version}; it needs its ${what}`);
    },
  },
  {
    name: "contents",
    promise:
      "Each package holds what package.json names, and nothing but compiled code, declarations, documents and the emulator's page.",
    async problemsOf({ allowed, whereAllowed, manifest, tarball }) {
      const { files } = await tarball();
      const missing = namedFiles(manifest).filter((file) => !files.has(file));
      const others = [...files.keys()].filter((file) => !allowed.test(file));
      const notRunnable = commandsOf(manifest).filter(
        (file) => files.has(file) && !files.get(file).startsWith("#!/usr/bin/env node\n"),
      );
      return [
        ...missing.map((file) => `package.json names ${file}, which is not in the package`),
        ...others.map((file) => `${file} is in the package, and should not be: see ${whereAllowed}`),
        ...notRunnable.map((file) => `${file} is a command, and does not begin with #!/usr/bin/env node`),
      ];
    },
  },
  {
    name: "types",
    promise: "Every entry is found, with its types, however a program resolves modules.",
    async problemsOf({ tarball }) {
      const { file } = await tarball();
      const publint = path.join(path.dirname(require.resolve("publint")), "cli.js");
      const attw = path.join(path.dirname(require.resolve("@arethetypeswrong/cli/package.json")), "dist", "index.js");
      return [
        ...(await judged("publint", publint, ["run", file, "--strict"])),
        ...(await judged("attw", attw, [file, "--no-emoji"])),
      ];
    },
  },
  {
    name: "docs",
    promise: "Every link of the documents leads somewhere, and docs/README.md names every page.",
    problems({ folder }) {
      const docs = pagesBelow(path.join(folder, "docs"));
      const pages = [
        ...readdirSync(folder).filter((file) => file.endsWith(".md")),
        ...docs.map((page) => `docs/${page}`),
      ];
      const read = readerOf(folder);
      const index = read("docs/README.md") ?? "";
      const unnamed = docs.filter((page) => !page.includes("/") && !index.includes(page));
      return [
        ...pages.flatMap((page) =>
          brokenLinks(page, read).map((target) => `${page}: the link ${target} leads nowhere`),
        ),
        ...unnamed.map((page) => `docs/README.md does not name ${page}`),
      ];
    },
  },
  {
    name: "size",
    promise: `Beside Pulumi's SDK ${sizes.join("; ")}.`,
    async problemsOf({ maxPacked, maxInstalled, tarball }) {
      const packed = (await tarball()).packedBytes;
      const installed = await (await tarball()).installedBytes();
      return [
        ...(packed < maxPacked ? [] : [`it has ${kilobytes(packed)}`]),
        ...(installed < maxInstalled ? [] : [`installed it has ${megabytes(installed)}`]),
      ];
    },
  },
  {
    name: "publishing",
    promise: "npm publishes each package for everybody, built anew, and with its provenance.",
    problemsOf({ at, publishConfig: wanted, isBuiltByPrepack, manifest }) {
      const { publishConfig = {}, private: isPrivate, license, scripts = {} } = manifest;
      const wrong = Object.entries(wanted).filter(([key, value]) => publishConfig[key] !== value);
      return [
        ...wrong.map(([key, value]) => `publishConfig.${key} must be ${JSON.stringify(value)}`),
        ...(isPrivate ? ['"private" keeps it from being published'] : []),
        ...(scripts.prepack || !isBuiltByPrepack ? [] : ["there is no prepack script, which builds what is published"]),
        ...(license && existsSync(path.join(at, "LICENSE")) ? [] : ["it has no license, or no LICENSE file"]),
      ];
    },
  },
  {
    name: "repository",
    promise: "Each package.json says where the package comes from, and where to report what is wrong with it.",
    problemsOf({ source, manifest }) {
      const page = pageOf(manifest);
      if (page === undefined) {
        return [
          "the owner has not said yet where the repository is: run `npm run release:repository -- https://HOST/OWNER/NAME`, " +
            "which sets repository, homepage and bugs",
        ];
      }
      const wrong = Object.entries(linksOf(page, source)).filter(
        ([key, value]) => JSON.stringify(manifest[key]) !== JSON.stringify(value),
      );
      return wrong.map(([key]) => `"${key}" is not that of ${page}: run \`npm run release:repository -- ${page}\``);
    },
  },
];
