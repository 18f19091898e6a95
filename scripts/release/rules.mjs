import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { brokenLinks, pagesBelow, readerOf } from "../lib/links.mjs";
import { run } from "../lib/processes.mjs";
import { changelogProblems } from "./changelog.mjs";
import { linksOf, pageOf } from "./repository.mjs";

/**
 * @typedef {object} Context what is to be released
 * @property {string} folder the clone
 * @property {Record<string, any>} manifest its package.json
 * @property {string} today `YYYY-MM-DD`
 * @property {() => Promise<import("./tarball.mjs").Tarball>} tarball the package, packed once
 *
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} promise one sentence: what holds of every release
 * @property {(context: Context) => string[] | Promise<string[]>} problems what is wrong, and what to do; nothing where it holds
 */

const MAX_PACKED = 150_000;
const MAX_INSTALLED = 15_000_000;

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
function namedFiles({ main, types, bin = {}, exports = {}, typesVersions = {} }) {
  const targets = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(targets));
  const files = [main, types, bin, exports, typesVersions].flatMap(targets).map((file) => path.posix.normalize(file));
  return [...new Set(files)];
}

const ALLOWED =
  /^(?:dist\/(?:cli|common|sdk|provider)\/.*\.(?:js|d\.ts)|docs\/.*\.(?:md|svg)|package\.json|(?:README|CHANGELOG|SECURITY)\.md|LICENSE)$/;

/** What a release must be. @type {Rule[]} */
export const RULES = [
  {
    name: "clean",
    promise: "All that is released is committed.",
    async problems({ folder }) {
      const { lines, problems } = await git(folder, "status", "--porcelain");
      return [...problems, ...lines.map((line) => `not committed: ${line.slice(3)}`)];
    },
  },
  {
    name: "version",
    promise:
      "The version is a release's, stands in package-lock.json and the template too, and was not released before.",
    async problems({ folder, manifest: { version } }) {
      const lock = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8"));
      const template = JSON.parse(readFileSync(path.join(folder, "template", "package.json"), "utf8"));
      const asked = template.dependencies["pulumi-containergroups"];
      const { lines, problems } = await git(folder, "tag", "--list", `v${version}`);
      return [
        ...problems,
        ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`${version} is not MAJOR.MINOR.PATCH`]),
        ...(lock.version === version && lock.packages[""].version === version
          ? []
          : [
              `package-lock.json says ${lock.version}, and package.json ${version}: run npm install --package-lock-only`,
            ]),
        ...(asked === `^${version}` ? [] : [`template/package.json asks for ${asked}, and not for ^${version}`]),
        ...lines.map((tag) => `the tag ${tag} is there already: set the next version with npm version`),
      ];
    },
  },
  {
    name: "changelog",
    promise: "CHANGELOG.md tells what is in this version, with its date, and nothing is left unreleased.",
    problems({ folder, manifest: { version }, today }) {
      return changelogProblems(readFileSync(path.join(folder, "CHANGELOG.md"), "utf8"), version, today);
    },
  },
  {
    name: "contents",
    promise: "The package holds what package.json names, and nothing but compiled code, declarations and documents.",
    async problems({ manifest, tarball }) {
      const { files } = await tarball();
      const missing = namedFiles(manifest).filter((file) => !files.has(file));
      const others = [...files.keys()].filter((file) => !ALLOWED.test(file));
      const commands = Object.values(manifest.bin ?? {}).map((file) => path.posix.normalize(file));
      const notRunnable = commands.filter(
        (file) => files.has(file) && !files.get(file).startsWith("#!/usr/bin/env node\n"),
      );
      return [
        ...missing.map((file) => `package.json names ${file}, which is not in the package`),
        ...others.map((file) => `${file} is in the package, and should not be: see "files" in package.json`),
        ...notRunnable.map((file) => `${file} is a command, and does not begin with #!/usr/bin/env node`),
      ];
    },
  },
  {
    name: "types",
    promise: "Every entry is found, with its types, however a program resolves modules.",
    async problems({ tarball }) {
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
    promise: `The package has less than ${kilobytes(MAX_PACKED)}, and with its dependencies less than ${megabytes(MAX_INSTALLED)} beside Pulumi's SDK.`,
    async problems({ tarball }) {
      const packed = (await tarball()).packedBytes;
      const installed = await (await tarball()).installedBytes();
      return [
        ...(packed < MAX_PACKED ? [] : [`it has ${kilobytes(packed)}`]),
        ...(installed < MAX_INSTALLED ? [] : [`installed it has ${megabytes(installed)}`]),
      ];
    },
  },
  {
    name: "publishing",
    promise: "npm publishes it for everybody, built anew, and with its provenance.",
    problems({ folder, manifest }) {
      const { publishConfig = {}, private: isPrivate, license, scripts = {} } = manifest;
      const wanted = { access: "public", "ignore-scripts": false, provenance: true };
      const wrong = Object.entries(wanted).filter(([key, value]) => publishConfig[key] !== value);
      return [
        ...wrong.map(([key, value]) => `publishConfig.${key} must be ${JSON.stringify(value)}`),
        ...(isPrivate ? ['"private" keeps it from being published'] : []),
        ...(scripts.prepack ? [] : ["there is no prepack script, which builds what is published"]),
        ...(license && existsSync(path.join(folder, "LICENSE")) ? [] : ["it has no license, or no LICENSE file"]),
      ];
    },
  },
  {
    name: "repository",
    promise: "package.json says where the package comes from, and where to report what is wrong with it.",
    problems({ manifest }) {
      const page = pageOf(manifest);
      if (page === undefined) {
        return [
          "the owner has not said yet where the repository is: run `npm run release:repository -- https://HOST/OWNER/NAME`, " +
            "which sets repository, homepage and bugs",
        ];
      }
      const wrong = Object.entries(linksOf(page)).filter(
        ([key, value]) => JSON.stringify(manifest[key]) !== JSON.stringify(value),
      );
      return wrong.map(([key]) => `"${key}" is not that of ${page}: run \`npm run release:repository -- ${page}\``);
    },
  },
];
