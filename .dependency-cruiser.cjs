/** Folders, as regular expressions over paths from the top of the repository. */
const CORE = "^provider/core/";
const TYPES_ONLY = { dependencyTypesNot: ["type-only"] };

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
 * Who may import whom. A rule forbids; what no rule forbids is allowed. Imports of types alone count as `type-only`.
 *
 *   common ← sdk ← (types alone) provider → common          examples → the package by its name
 *            provider/index ← host, resources, functions → core          emulator → nothing of the others
 *            cli → core, settings, common
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
      to: { circular: true, viaOnly: TYPES_ONLY },
    },
    {
      name: "common-imports-nothing",
      severity: "error",
      from: { path: "^common/" },
      to: { pathNot: "^common/" },
    },
    {
      name: "sdk-imports-common-and-pulumi",
      comment:
        "A program's start-up stays that of a bare Pulumi program: the provider is loaded lazily, by its entry alone.",
      severity: "error",
      from: { path: "^sdk/", pathNot: "^sdk/internal/providerEntry\\.ts$" },
      to: { pathNot: ["^sdk/", "^common/", "node_modules/@pulumi/pulumi/"], dependencyTypesNot: ["core"] },
    },
    {
      name: "sdk-loads-only-the-providers-entry",
      severity: "error",
      from: { path: "^sdk/internal/providerEntry\\.ts$" },
      to: { path: "^provider/", pathNot: "^provider/index\\.ts$" },
    },
    {
      name: "provider-takes-types-alone-from-sdk",
      severity: "error",
      from: { path: "^provider/" },
      to: { path: "^sdk/", ...TYPES_ONLY },
    },
    {
      name: "core-knows-no-engine",
      comment: "The core can be read, and tested, without Pulumi.",
      severity: "error",
      from: { path: CORE },
      to: { path: ["node_modules/@pulumi/", "^provider/(?!core/)"] },
    },
    {
      name: "json-is-the-lowest-of-the-core",
      severity: "error",
      from: { path: `${CORE}json/` },
      to: { path: CORE, pathNot: `${CORE}json/` },
    },
    {
      name: "http-knows-no-schema-and-no-patch",
      comment: "The client can be read alone.",
      severity: "error",
      from: { path: `${CORE}http/` },
      to: { path: `${CORE}(schema|patch)/` },
    },
    {
      name: "host-knows-no-resource",
      severity: "error",
      from: { path: "^provider/host/" },
      to: { path: "^provider/(resources|functions)/" },
    },
    {
      name: "functions-and-resources-are-apart",
      severity: "error",
      from: { path: "^provider/(resources|functions)/" },
      to: { path: "^provider/(resources|functions)/", pathNot: "^provider/$1/" },
    },
    {
      name: "cli-imports-core-settings-and-common",
      comment: "The command line runs without the engine, and starts without its SDK.",
      severity: "error",
      from: { path: "^cli/" },
      to: {
        pathNot: ["^cli/", "^common/", CORE, "^provider/host/settings/", "node_modules/zod/"],
        dependencyTypesNot: ["core"],
      },
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
