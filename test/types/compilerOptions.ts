import ts from "typescript";

/** What a program's own strict compiler options would be; `skipLibCheck` is off, so that our declarations are checked. */
export const options: ts.CompilerOptions = {
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
