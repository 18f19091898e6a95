import { realpathSync } from "node:fs";
import path from "node:path";
import { installed, MISSPELT } from "./support/deployment";
import { npm } from "./support/packageManagers";
import { DEPENDENCIES, sharedProgram } from "./support/project";

const pulumi = DEPENDENCIES["@pulumi/pulumi"];

/** A program in npm, with what Pulumi's TypeScript template installs. */
const made = installed(npm, (project) => project.share("index.ts"));

test("npm finds nothing wrong with what is installed, and the program and the package share one Pulumi SDK", async () => {
  const printed = await npm(["ls", "@pulumi/pulumi", "--all", "--json"], await sharedProgram());
  const tree = JSON.parse(printed) as object;
  expect(tree).not.toHaveProperty("problems");
  expect(tree).toMatchObject({
    dependencies: {
      "@pulumi/pulumi": { version: pulumi },
      "pulumi-containergroups": {
        dependencies: { "@pulumi/pulumi": { version: pulumi } },
      },
    },
  });
});

describe("imports", () => {
  const entries = ["pulumi-containergroups", "pulumi-containergroups/provider"];

  /** The names that each entry gives, or the error's code: by `require` and by `import`. */
  function names(specifiers: string[]): { required: unknown[]; imported: unknown[] } {
    const list = `const specifiers = ${JSON.stringify(specifiers)};
      const own = (found) => Object.keys(found).filter((name) => !["default", "module.exports", "__esModule"].includes(name)).sort();`;
    made.project.write(
      "required.cjs",
      `${list}
       const names = (specifier) => { try { return own(require(specifier)); } catch (error) { return error.code; } };
       console.log(JSON.stringify(specifiers.map(names)));`,
    );
    made.project.write(
      "imported.mjs",
      `${list}
       const names = (specifier) => import(specifier).then(own, (error) => error.code);
       console.log(JSON.stringify(await Promise.all(specifiers.map(names))));`,
    );
    return {
      required: made.project.node("required.cjs") as unknown[],
      imported: made.project.node("imported.mjs") as unknown[],
    };
  }

  test("the SDK and the provider give the same names to CommonJS and to ES modules", () => {
    const { required, imported } = names(entries);
    expect(required[0]).toEqual(expect.arrayContaining(["ContainerGroup", "Queue", "QueueJob"]));
    expect(required[0]).toEqual(expect.arrayContaining(["iterateInferenceEndpointJobs", "listInferenceEndpointJobs"]));
    expect(required[1]).toEqual(expect.arrayContaining(["containerGroup", "queue", "queueJob"]));
    expect(imported).toEqual(required);
  });

  test("package.json is there for tools", () => {
    made.project.write("manifest.cjs", `console.log(JSON.stringify(require("pulumi-containergroups/package.json")));`);
    expect(made.project.node("manifest.cjs")).toMatchObject({ name: "pulumi-containergroups" });
  });

  test("nothing deeper can be imported", () => {
    const deep = ["/sdk", "/dist/sdk/index.js", "/dist/sdk/queue", "/provider/core/client", "/dist/provider/index.js"];
    const refused = deep.map(() => "ERR_PACKAGE_PATH_NOT_EXPORTED");
    const specifiers = deep.map((file) => `pulumi-containergroups${file}`);
    expect(names(specifiers)).toEqual({ required: refused, imported: refused });
  });

  test("the SDK loads its own files and nothing else: no validator, HTTP client or compiler beyond what Pulumi's SDK loads", () => {
    made.project.write(
      "loaded.cjs",
      `require("@pulumi/pulumi");
       const before = new Set(Object.keys(require.cache));
       require("pulumi-containergroups");
       const all = Object.keys(require.cache);
       console.log(JSON.stringify({ all, ours: all.filter((file) => !before.has(file)) }));`,
    );
    const { all, ours } = made.project.node("loaded.cjs") as { all: string[]; ours: string[] };
    const dist = realpathSync(path.join(made.project.folder, "node_modules/pulumi-containergroups/dist"));
    expect(ours).toContain(path.join(dist, "sdk/index.js"));
    const own = ["sdk", "common"].map((folder) => path.join(dist, folder) + path.sep);
    expect(ours.filter((file) => !own.some((folder) => file.startsWith(folder)))).toEqual([]);
    expect(all.filter((file) => /node_modules\/(zod|undici|lossless-json)\//.test(file))).toEqual([]);
  });
});

test("the program and the declarations compile under each way to resolve modules that a program may choose", () => {
  const resolutions = [
    { module: "commonjs", moduleResolution: "node" },
    { module: "nodenext", moduleResolution: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
  ];
  expect(made.project.typeErrors("typescript", "index.ts", ...resolutions)).toEqual([[], [], []]);
});

test("the template's program deploys, settles and is destroyed", async () => {
  await made.deployment.expectLife();
});

test("a field that does not exist is refused by the compiler, before any request", async () => {
  made.deployment.misspell();
  await made.deployment.expectRefusal("preview", MISSPELT);
});

test("a program in a folder that `main` names deploys, settles and is destroyed", async () => {
  made.deployment.moveToFolder();
  await made.deployment.expectLife();
});
