import { cpSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { compiledSdk } from "../support/compiledSdk";
import { options } from "./compilerOptions";

const programs = readdirSync(join(__dirname, "programs"));

let home: string;
/** A folder with the SDK's declarations as they are built, and the programs where they find them. */
beforeAll(() => {
  home = compiledSdk();
  cpSync(join(__dirname, "programs"), join(home, "test/types/programs"), { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true }));

/** The errors of our own files: those of other packages' declarations are theirs. */
function errorsOf(roots: string[], more: ts.CompilerOptions = {}): string[] {
  const program = ts.createProgram(roots, { ...options, ...more });
  const own = program.getSourceFiles().filter((file) => isOwn(file.fileName));
  const found = own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  return [...program.getOptionsDiagnostics(), ...found].map(
    ({ file, start, messageText }) =>
      `${file === undefined ? "" : `${relative(home, file.fileName)}:${lineOf(file, start)}: `}` +
      ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}

function isOwn(file: string): boolean {
  const path = relative(home, file);
  return !path.startsWith("..") && !path.includes("node_modules");
}

function lineOf(file: ts.SourceFile, start = 0): number {
  return file.getLineAndCharacterOfPosition(start).line + 1;
}

test("programs compile against the declarations, or are refused, as they say; so do the declarations themselves", () => {
  expect(programs).toContain("refused.ts");
  const roots = programs.map((file) => join(home, "test/types/programs", file));
  expect(errorsOf(roots)).toEqual([]);
}, 60_000);

test("programs compile as well where an optional property must not be given as undefined", () => {
  const roots = ["accepted.ts", "subclass.ts"].map((file) => join(home, "test/types/programs", file));
  expect(errorsOf(roots, { exactOptionalPropertyTypes: true })).toEqual([]);
}, 60_000);
