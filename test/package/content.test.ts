import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { ROOT } from "../support/dynamicProvider";
import { manifest, pack, temporaryFolder } from "./support/project";

jest.setTimeout(180_000);

let home: string;
let tarball: string;
/** The files of the tarball and their texts. */
let files: Map<string, string>;

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

beforeAll(() => {
  home = temporaryFolder();
  tarball = pack(home);
  execFileSync("tar", ["-xzf", tarball, "-C", home], { timeout: 60_000 });
  const folder = path.join(home, "package");
  files = new Map(filesIn(folder).map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("the tarball holds the compiled SDK, provider and what they share, three documents, package.json, and nothing else", () => {
  const compiled = ["common", "sdk", "provider"].flatMap((folder) =>
    filesIn(path.join(ROOT, folder))
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [".js", ".d.ts"].map((ending) => `dist/${folder}/${file.replace(/\.ts$/, ending)}`)),
  );
  expect(compiled).toContain("dist/sdk/containerGroup.d.ts");
  expect([...files.keys()].sort()).toEqual(
    ["CHANGELOG.md", "LICENSE", "README.md", "package.json", ...compiled].sort(),
  );
});

test("it is small: 200 kB to download, 1 MB on disk", () => {
  const unpacked = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  expect(statSync(tarball).size).toBeLessThan(200_000);
  expect(unpacked).toBeLessThan(1_000_000);
});

test("no file names a folder of this machine, or a source map that is not there", () => {
  const traces = [ROOT, `${homedir()}/`, "file:///", "sourceMappingURL="];
  const found = [...files].flatMap(([file, text]) =>
    traces.filter((trace) => text.includes(trace)).map((t) => [file, t]),
  );
  expect(found).toEqual([]);
});

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
