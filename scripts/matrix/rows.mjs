import { manifest } from "../lib/paths.mjs";

/** The oldest Pulumi SDK that the package takes. */
const LOWEST_SDK = manifest.peerDependencies["@pulumi/pulumi"].replace("^", "");

/** The newest one that Node 20 takes, which the clone has too. */
const SDK = manifest.devDependencies["@pulumi/pulumi"];

const NEWEST_SDK = "3.270.0";

/**
 * What the package is tried with.
 *
 * @typedef {object} Row
 * @property {string} topic the heading below which it stands
 * @property {string} name
 * @property {string} manager of managers.mjs
 * @property {string} program of programs.mjs
 * @property {string} sdk the version of `@pulumi/pulumi`
 * @property {string} [node] a Node of registryTools.mjs; default: the one that the scripts run with
 * @property {string} [typescript] the version of the compiler; default: the one inside Pulumi's SDK
 * @property {boolean} [isTypeChecked] the compiler reads the program and the declarations of the package, too
 * @property {boolean} [inTests] the package tests run it, too
 */

const row = (topic, name, differs) => ({ topic, name, manager: "npm", program: "commonJs", sdk: SDK, ...differs });

const manager = (name, id, differs) =>
  row("Package managers", name, { manager: id, program: "typeScript", typescript: "5.9.3", ...differs });
const form = (name, program, typescript) => row("Forms of a program", name, { program, typescript });
const node = (id, sdk) => row("Node", `Node ${id.slice(4)}`, { node: id, program: "esModule", sdk });
const typescript = (name, version, program = "typeScript") =>
  row("TypeScript", name, { program, typescript: version, isTypeChecked: true });

/** @type {Row[]} */
export const ROWS = [
  manager("npm", "npm"),
  manager("pnpm", "pnpm"),
  manager("pnpm, in a workspace", "pnpmWorkspace"),
  manager("Yarn 1", "yarn1"),
  manager("Yarn 4 with `nodeLinker: node-modules`", "yarn4"),
  manager("Yarn 4 with Plug'n'Play", "yarn4Pnp"),
  manager("Bun", "bun"),
  form("CommonJS", "commonJs"),
  { ...form("ES modules", "esModule"), manager: "pnpm", inTests: true },
  form("TypeScript that Pulumi compiles", "typeScript", "5.9.3"),
  form("TypeScript that is compiled to CommonJS before", "compiledToCommonJs", "5.9.3"),
  form("TypeScript that is compiled to ES modules before", "compiledToEsModule", "5.9.3"),
  node("node20", SDK),
  node("node22", NEWEST_SDK),
  node("node24", NEWEST_SDK),
  node("node26", NEWEST_SDK),
  row("Pulumi SDK", "the oldest", { program: "olderTypeScript", sdk: LOWEST_SDK, inTests: true }),
  row("Pulumi SDK", "the newest for Node 20", {}),
  row("Pulumi SDK", "the newest", { node: "node22", sdk: NEWEST_SDK }),
  typescript("3.8, which is inside Pulumi's SDK", undefined, "olderTypeScript"),
  typescript("5", "5.9.3"),
  typescript("6", "6.0.3"),
];
