const GROUP = `new ContainerGroup("web", { replicas: 3, container: { image: "registry.example.com/web:1.4.2" } })`;

const imported = `import { ContainerGroup } from "pulumi-containergroups";
export const version = ${GROUP}.observed.version;
`;

const required = `const { ContainerGroup } = require("pulumi-containergroups");
exports.version = ${GROUP}.observed.version;
`;

const STRICT = { target: "es2020", strict: true, skipLibCheck: false };
const NODE16 = { ...STRICT, module: "node16", moduleResolution: "node16" };
const compiled = { files: { "index.ts": imported }, compilerOptions: { ...NODE16, outDir: "bin" } };

/** One group, in each form that a program may have: its files, what its package.json says, and the compiler's options where it is in TypeScript. */
export const PROGRAMS = {
  commonJs: { files: { "index.js": required }, manifest: { main: "index.js" } },
  esModule: { files: { "index.js": imported }, manifest: { main: "index.js", type: "module" } },
  typeScript: { files: { "index.ts": imported }, manifest: { main: "index.ts" }, compilerOptions: NODE16 },
  /** For compilers that know no other way to resolve modules, which newer ones refuse. */
  olderTypeScript: {
    files: { "index.ts": imported },
    manifest: { main: "index.ts" },
    compilerOptions: { ...STRICT, module: "commonjs", moduleResolution: "node" },
  },
  compiledToCommonJs: { ...compiled, manifest: { main: "bin/index.js" } },
  compiledToEsModule: { ...compiled, manifest: { main: "bin/index.js", type: "module" } },
};
