import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { compiledSdk } from "../support/compiledSdk";

const programs = readdirSync(join(__dirname, "programs"));

/** What a program's own strict compiler options would be; `skipLibCheck` is off, so that our declarations are checked. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: false,
  noUncheckedIndexedAccess: true,
  esModuleInterop: true,
  isolatedModules: true,
  skipLibCheck: false,
  useDefineForClassFields: true,
  noEmit: true,
};

let home: string;
/** A folder with the SDK's declarations as they are built, and the programs where they find them. */
beforeAll(() => {
  home = compiledSdk();
  cpSync(join(__dirname, "programs"), join(home, "test/types/programs"), { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true }));

/** The errors of the files below `folder`: those of other packages' declarations are theirs. */
function errorsOf(roots: string[], folder: string, more: ts.CompilerOptions = {}): string[] {
  const program = ts.createProgram(roots, { ...options, ...more });
  const own = program.getSourceFiles().filter((file) => isBelow(folder, file.fileName));
  const found = own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  return [...program.getOptionsDiagnostics(), ...found].map(
    ({ file, start, messageText }) =>
      `${file === undefined ? "" : `${relative(folder, file.fileName)}:${lineOf(file, start)}: `}` +
      ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}

function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return !path.startsWith("..") && !path.includes("node_modules");
}

function lineOf(file: ts.SourceFile, start = 0): number {
  return file.getLineAndCharacterOfPosition(start).line + 1;
}

test("programs compile against the declarations, or are refused, as they say; so do the declarations themselves", () => {
  const own = programs.filter((file) => file !== "providerSeam.ts");
  expect(own).toContain("refused.ts");
  const roots = own.map((file) => join(home, "test/types/programs", file));
  expect(errorsOf(roots, home)).toEqual([]);
}, 60_000);

test("each expectation of an error stands for one", () => {
  const text = readFileSync(join(__dirname, "programs/refused.ts"), "utf8");
  const bare = join(home, "test/types/programs/bare.ts");
  ts.sys.writeFile(bare, text.replaceAll("@ts-expect-error", "expected"));
  const errors = errorsOf([bare], join(home, "test"));
  const lines = new Set(errors.map((error) => error.split(":", 2)[1]));
  expect(lines.size).toBe(text.split("@ts-expect-error").length - 1);
}, 60_000);

test("programs compile as well where an optional property must not be given as undefined", () => {
  const roots = ["accepted.ts", "subclass.ts"].map((file) => join(home, "test/types/programs", file));
  expect(errorsOf(roots, home, { exactOptionalPropertyTypes: true })).toEqual([]);
}, 60_000);

test("the compiler asks for the field that was meant, at any depth", () => {
  const rows = [
    [`new ContainerGroup("web", { contaner: {} });`, "container"],
    [`new ContainerGroup("web", { container: { imag: "i" } });`, "image"],
    [`new ContainerGroup("web", { container: { logging: { axiom: { apiTokn: "t" } } } });`, "apiToken"],
    [`new ContainerGroup("web", { livenessProbe: { http: { headers: [{ nme: "n", value: "v" }] } } });`, "name"],
    [`new ContainerGroup("web", { onDestroy: { container: { resources: { cpus: 1 } } } });`, "cpu"],
    [`new ContainerGroupFleet("edge", { groups: { web: { container: { imag: "i" } } } });`, "image"],
  ] as const;
  const file = join(home, "test/types/programs/misspelled.ts");
  const lines = [`import { ContainerGroup, ContainerGroupFleet } from "../../../sdk";`, ...rows.map(([line]) => line)];
  ts.sys.writeFile(file, lines.join("\n"));
  const errors = errorsOf([file], join(home, "test"));
  expect(errors.map((error) => /Did you mean to write '(\w+)'/.exec(error)?.[1] ?? error)).toEqual(
    rows.map(([, meant]) => meant),
  );
}, 60_000);

test("what the SDK takes the provider entry to be is what it is", () => {
  const seam = join(__dirname, "programs/providerSeam.ts");
  expect(errorsOf([seam], __dirname, { skipLibCheck: true })).toEqual([]);
}, 60_000);
