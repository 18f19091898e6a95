const ARGUMENTS = `{ replicas: 3, container: { image: "registry.example.com/web:1.4.2" } }`;

/** Compiles without the types of Node, which not every row has. */
const typed = `import { ContainerGroup } from "pulumi-containergroups";

declare const process: { version: string };

const web = new ContainerGroup("web", ${ARGUMENTS});
export const version = web.observed.version;
export const node = process.version;
`;

const imported = `import { ContainerGroup } from "pulumi-containergroups";

const web = new ContainerGroup("web", ${ARGUMENTS});
export const version = web.observed.version;
export const node = process.version;
`;

const required = `const { ContainerGroup } = require("pulumi-containergroups");

const web = new ContainerGroup("web", ${ARGUMENTS});
exports.version = web.observed.version;
exports.node = process.version;
`;

const STRICT = { target: "es2020", strict: true, skipLibCheck: true };
const NODE16 = { ...STRICT, module: "node16", moduleResolution: "node16" };
const COMPILED = { ...NODE16, outDir: "bin" };

/**
 * The program of a row: one group, in each form that a program may have.
 *
 * @typedef {object} Program
 * @property {Record<string, string>} files
 * @property {Record<string, unknown>} manifest what its package.json says beside its dependencies
 * @property {Record<string, unknown>} [compilerOptions] those of a program in TypeScript
 *
 * @type {Record<string, Program>}
 */
export const PROGRAMS = {
  commonJs: { files: { "index.js": required }, manifest: { main: "index.js" } },
  esModule: { files: { "index.js": imported }, manifest: { main: "index.js", type: "module" } },
  typeScript: { files: { "index.ts": typed }, manifest: { main: "index.ts" }, compilerOptions: NODE16 },
  /** For compilers that know no other way to resolve modules, which newer ones refuse. */
  olderTypeScript: {
    files: { "index.ts": typed },
    manifest: { main: "index.ts" },
    compilerOptions: { ...STRICT, module: "commonjs", moduleResolution: "node" },
  },
  compiledToCommonJs: { files: { "index.ts": typed }, manifest: { main: "bin/index.js" }, compilerOptions: COMPILED },
  compiledToEsModule: {
    files: { "index.ts": typed },
    manifest: { main: "bin/index.js", type: "module" },
    compilerOptions: COMPILED,
  },
};
