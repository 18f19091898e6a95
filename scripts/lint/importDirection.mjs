import path from "node:path";

/**
 * Who may import whom, nearest folder first. Every folder may import itself; what is not named here (packages, package.json) is free.
 * `values`: anything of these folders; `types`: their types alone; `lazily`: their index, by `require` or `import()`, where it is used;
 * `without`: packages that must not be loaded.
 */
const layers = [
  { folder: "provider/core", types: ["sdk"], without: ["@pulumi/pulumi"] },
  { folder: "provider", values: ["provider/core"], types: ["sdk"] },
  { folder: "sdk", lazily: ["provider"], without: ["undici", "zod", "typescript"] },
  { folder: "emulator", without: ["@pulumi/pulumi"] },
  { folder: "examples" },
  { folder: "bench", values: ["sdk", "provider", "provider/core", "emulator"] },
  { folder: "test", values: ["sdk", "provider", "provider/core", "emulator", "examples", "bench", "scripts"] },
  { folder: "scripts" },
];

const isInside = (file, folder) => file === folder || file.startsWith(`${folder}/`);
const layerOf = (file) => layers.find(({ folder }) => isInside(file, folder));

/** Why `file` must not import `specifier` in this way; undefined where it may. Paths are relative to the clone, with slashes. */
function objection(file, specifier, { isType, isLazy }) {
  const from = layerOf(file);
  if (from === undefined) return undefined;
  if (!specifier.startsWith(".")) {
    const name = (from.without ?? []).find((each) => isInside(specifier, each));
    return name && `${from.folder}/ must not import ${name}`;
  }
  const target = path.posix.join(path.posix.dirname(file), specifier);
  const to = layerOf(target);
  if (to === undefined || to === from || from.values?.includes(to.folder)) return undefined;
  if (isType && from.types?.includes(to.folder)) return undefined;
  const isIndex = target === to.folder || target === `${to.folder}/index`;
  if (isLazy && isIndex && from.lazily?.includes(to.folder)) return undefined;
  if (from.types?.includes(to.folder)) return `${from.folder}/ may import types alone from ${to.folder}/`;
  if (from.lazily?.includes(to.folder))
    return `${from.folder}/ may import ${to.folder}/ only lazily, and only its index`;
  return `${from.folder}/ must not import ${to.folder}/`;
}

/** Whether an import or export names types alone: `import type { A }`, or `import { type A, type B }`. */
function namesTypesOnly({ importKind, exportKind, specifiers = [] }) {
  if (importKind === "type" || exportKind === "type") return true;
  return specifiers.length > 0 && specifiers.every((each) => (each.importKind ?? each.exportKind) === "type");
}

/** The ESLint rule that holds the imports of the clone to their direction. */
export const importDirection = {
  meta: { type: "problem", schema: [], messages: { wrong: "{{reason}}." } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    const check = (source, how) => {
      if (typeof source?.value !== "string") return;
      const reason = objection(file, source.value, { isType: false, isLazy: false, ...how });
      if (reason !== undefined) context.report({ node: source, messageId: "wrong", data: { reason } });
    };
    const declaration = (node) => check(node.source, { isType: namesTypesOnly(node) });
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ImportExpression: (node) => check(node.source, { isLazy: true }),
      TSImportType: (node) => check(node.argument?.literal ?? node.source, { isType: true }),
      TSExternalModuleReference: (node) => check(node.expression, {}),
      'CallExpression[callee.name="require"]': (node) =>
        check(node.arguments[0], { isLazy: context.sourceCode.getScope(node).type !== "module" }),
      'CallExpression[callee.property.name="requireActual"]': (node) => check(node.arguments[0], {}),
    };
  },
};
