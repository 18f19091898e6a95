import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { ROOT } from "../support/dynamicProvider";
import { brokenLinks, readerOf } from "../support/links";
import { npm } from "./support/packageManagers";
import { foldersOfThisMachine, manifest, packed, temporaryFolder } from "./support/project";

let home: string;
/** The files of the tarball and their texts. */
let files: Map<string, string>;

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

beforeAll(() => {
  home = temporaryFolder();
  execFileSync("tar", ["-xzf", packed.own.file, "-C", home], { timeout: 60_000 });
  const folder = path.join(home, "package");
  files = new Map(filesIn(folder).map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Pages for those who work on the package, and what the published declarations say themselves. */
const UNPUBLISHED = /^docs\/(?:(?:reference|dev)\/.*|architecture\.md|emulator\.md)$/;

/** The compiled code of these folders, and the declarations that a program may import. */
const FOLDERS: Record<string, (file: string) => boolean> = {
  cli: () => false,
  common: () => true,
  sdk: () => true,
  provider: (file) => file === "index.ts",
};

test("the tarball holds the compiled code and the declarations of what can be imported, the documentation, package.json, and nothing else", () => {
  const compiled = Object.entries(FOLDERS).flatMap(([folder, isDeclared]) =>
    filesIn(path.join(ROOT, folder))
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [".js", ...(isDeclared(file) ? [".d.ts"] : [])].map((ending) => [file, ending] as const))
      .map(([file, ending]) => `dist/${folder}/${file.replace(/\.ts$/, ending)}`),
  );
  expect(compiled).toContain("dist/sdk/containerGroup.d.ts");
  const documents = ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md"];
  const docs = filesIn(path.join(ROOT, "docs"))
    .map((file) => `docs/${file}`)
    .filter((file) => !UNPUBLISHED.test(file));
  expect(docs).toEqual(expect.arrayContaining(["docs/fields.md", "docs/limits.md"]));
  expect([...files.keys()].sort()).toEqual([...documents, "package.json", ...compiled, ...docs].sort());
});

test("every relative link and anchor in its pages leads to something in it, or to a page that is in the repository alone", () => {
  const pages = [...files.keys()].filter((file) => file.endsWith(".md"));
  expect(pages.length).toBeGreaterThan(15);
  const isLeftOut = (file: string) => UNPUBLISHED.test(file) || file === "CONTRIBUTING.md";
  const repository = (file: string) => (isLeftOut(file) ? readerOf(ROOT)(file) : undefined);
  const broken = pages.flatMap((page) =>
    brokenLinks(page, (file) => files.get(file) ?? repository(file)).map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every page that a doc comment cites is in it", () => {
  const cited = [...files]
    .filter(([file]) => file.endsWith(".d.ts"))
    .flatMap(([, text]) => [...text.matchAll(/`(docs\/[^`]+)`/g)].map(([, page = ""]) => page));
  expect(cited).toContain("docs/fields.md");
  expect([...new Set(cited)].filter((page) => !files.has(page))).toEqual([]);
});

test("a declaration imports only declarations that are there", () => {
  const missing = [...files]
    .filter(([file]) => file.endsWith(".d.ts"))
    .flatMap(([file, text]) =>
      [...text.matchAll(/(?:\bfrom |\bimport\()"(\.[^"]+)"/g)].map(([, to = ""]) =>
        path.posix.join(path.posix.dirname(file), to),
      ),
    )
    .filter((at) => !files.has(`${at}.d.ts`) && !files.has(`${at}/index.d.ts`));
  expect(missing).toEqual([]);
});

test("no file names a folder of this machine, or a source map that is not there", () => {
  const traces = [...foldersOfThisMachine, "file:///", "sourceMappingURL="];
  const found = [...files].flatMap(([file, text]) =>
    traces.filter((trace) => text.includes(trace)).map((t) => [file, t]),
  );
  expect(found).toEqual([]);
});

test.each([
  ["own" as const, "", 150_000],
  ["emulator" as const, "dist/emulator", 110_000],
])(
  "npm would publish the %s package as it is packed, for everybody and with its provenance, and it is small",
  async (id, folder, most) => {
    const published = path.join(ROOT, folder);
    const printed = await npm(["publish", "--dry-run", "--json", "--ignore-scripts"], published);
    const [dryRun] = Object.values(
      JSON.parse(printed) as Record<string, { version: string; files: { path: string }[] }>,
    );
    expect(dryRun?.version).toBe(manifest.version);
    expect(dryRun?.files.map((each) => each.path).sort()).toEqual([...packed[id].files].sort());
    const { publishConfig, private: isPrivate } = JSON.parse(
      readFileSync(path.join(published, "package.json"), "utf8"),
    ) as {
      publishConfig: object;
      private?: boolean;
    };
    expect([publishConfig, isPrivate]).toEqual([
      expect.objectContaining({ access: "public", provenance: true }),
      undefined,
    ]);
    expect(packed[id].size).toBeLessThan(most);
  },
);

test("installing it runs nothing", () => {
  const { scripts } = JSON.parse(files.get("package.json") ?? "") as { scripts: Record<string, string> };
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

/** Other packages that code or declarations import by name; the provider's text names this one. */
function imported(endings: RegExp): string[] {
  const names = [...files]
    .filter(([file]) => file.startsWith("dist/") && endings.test(file))
    .flatMap(([, text]) => [...text.matchAll(/(?:\brequire\(|\bfrom |\bimport\()"([^"]+)"/g)])
    .map(([, name]) => name ?? "")
    .filter((name) => !name.startsWith(".") && !isBuiltin(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return [...new Set(names)].filter((name) => name !== "pulumi-containergroups").sort();
}

test("what its code requires is what it depends on: nothing is missing, nothing is dead", () => {
  const asked = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)].sort();
  expect(imported(/\.js$/)).toEqual(asked);
  expect(asked).toEqual(expect.arrayContaining(imported(/\.d\.ts$/)));
});
