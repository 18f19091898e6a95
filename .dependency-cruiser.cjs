/** What each folder of the product may import of the product, beside itself: types too. */
const CORE = ["json", "schema", "secrets", "patch", "http", "check"].map((name) => `provider/core/${name}/`);
const BELOW = {
  common: [],
  sdk: ["common/", "provider/index.ts"],
  // From the lowest to the highest: each imports those before it.
  ...Object.fromEntries(CORE.map((folder, index) => [folder.slice(0, -1), ["common/", ...CORE.slice(0, index)]])),
  "provider/settings": ["common/", ...CORE],
  "provider/engine": ["common/", ...CORE, "provider/settings/"],
  "provider/resources": ["common/", ...CORE, "provider/settings/", "provider/engine/"],
  "provider/fleet": ["common/", ...CORE, "provider/settings/", "provider/engine/", "provider/resources/"],
  "provider/functions": ["common/", ...CORE, "provider/settings/", "provider/engine/"],
  cli: ["common/", ...CORE, "provider/settings/"],
};

const PRODUCT = "^(common|sdk|provider|cli)/";

const productRules = Object.entries(BELOW).map(([folder, others]) => ({
  name: `${folder.replaceAll("/", "-")}-imports-what-is-below-it`,
  severity: "error",
  from: { path: `^${folder}/` },
  to: { path: PRODUCT, pathNot: [`^${folder}/`, ...others.map((path) => `^${path.replaceAll(".", "\\.")}`)] },
}));

/** What each folder of the emulator may import: itself, these files beside the folders, and these folders. */
const EMULATOR_FILES = ["json", "mergePatch", "response", "version"];
const EMULATOR_FOLDERS = {
  service: [],
  files: ["service"],
  http: ["service"],
  views: ["http", "service"],
  admin: ["files", "http", "service", "views"],
  openapi: ["admin", "files", "http", "service"],
  cli: ["emulator.ts", "files", "http", "options.ts", "service", "views"],
};

const emulatorRules = Object.entries(EMULATOR_FOLDERS).map(([folder, others]) => ({
  name: `emulator-${folder}-imports-what-is-below-it`,
  severity: "error",
  from: { path: `^emulator/${folder}/` },
  to: {
    path: "^emulator/",
    pathNot: [`^emulator/(${[folder, ...others].join("|")})(/|$)`, `^emulator/(${EMULATOR_FILES.join("|")})\\.ts$`],
  },
}));

/**
 * Who may import whom. A rule forbids; what no rule forbids is allowed.
 *
 *   common ← core (json ← schema ← secrets ← patch ← http ← check) ← settings ← engine ← resources ← fleet ← provider/index
 *   sdk → common, and provider/index, which it loads lazily          cli → core, settings, common
 *   examples → the package by its name                                emulator → nothing of the others
 *
 * In the emulator: cli → emulator, which composes all → openapi → admin → views → http → service; files → service
 *
 * @type {import("dependency-cruiser").IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two files that need each other are one, or three.",
      severity: "error",
      from: { path: "^(common|sdk|provider|cli|emulator)/" },
      to: { circular: true },
    },
    ...productRules,
    {
      name: "common-has-no-dependencies",
      severity: "error",
      from: { path: "^common/" },
      to: { pathNot: "^common/" },
    },
    {
      name: "sdk-depends-on-pulumi-alone",
      comment: "A program's start-up stays that of a bare Pulumi program.",
      severity: "error",
      from: { path: "^sdk/" },
      to: { pathNot: [PRODUCT, "node_modules/@pulumi/pulumi/"], dependencyTypesNot: ["core"] },
    },
    {
      name: "sdk-loads-the-provider-in-one-place",
      severity: "error",
      from: { path: "^sdk/", pathNot: "^sdk/internal/program\\.ts$" },
      to: { path: "^provider/" },
    },
    {
      name: "core-settings-and-cli-know-no-engine",
      comment: "They can be read, tested and started without Pulumi.",
      severity: "error",
      from: { path: "^(provider/(core|settings)|cli)/" },
      to: { path: "node_modules/@pulumi/" },
    },
    {
      name: "the-fleet-has-one-door",
      severity: "error",
      from: { path: "^provider/", pathNot: "^provider/fleet/" },
      to: { path: "^provider/fleet/", pathNot: "^provider/fleet/index\\.ts$" },
    },
    {
      name: "nothing-imports-the-cli",
      severity: "error",
      from: { path: "^(common|sdk|provider|emulator|examples)/" },
      to: { path: "^cli/" },
    },
    {
      name: "emulator-shares-nothing",
      comment: "Where two readers of the API agree, the API is read right.",
      severity: "error",
      from: { path: "^emulator/" },
      to: { path: ["^(common|sdk|provider|cli|test|bench|examples)/", "node_modules/@pulumi/"] },
    },
    ...emulatorRules,
    {
      name: "emulator-page-and-packaging-stand-alone",
      comment: "A browser loads the page as it is; the package is made before anything is compiled.",
      severity: "error",
      from: { path: "^emulator/(page|packaging)/" },
      to: { pathNot: "^emulator/$1/", dependencyTypesNot: ["core"] },
    },
    {
      name: "emulator-files-beside-the-folders-are-the-lowest",
      severity: "error",
      from: { path: `^emulator/(${EMULATOR_FILES.join("|")})\\.ts$` },
      to: { path: "^emulator/", pathNot: `^emulator/(${EMULATOR_FILES.join("|")})\\.ts$` },
    },
    {
      name: "examples-import-the-package-by-its-name",
      severity: "error",
      from: { path: "^(examples|template)/" },
      to: { path: "^(common|provider|emulator|test|bench)/" },
    },
    {
      name: "what-is-published-imports-no-tests",
      severity: "error",
      from: { path: "^(common|sdk|provider|cli|emulator)/" },
      to: { path: "^(test|bench|scripts|examples)/" },
    },
    {
      name: "imports-resolve",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^dist/", "^examples/[^/]+/dist/", "^\\.(cache|pulumi)/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
