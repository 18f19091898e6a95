import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** What Node gives a script and the browser-minded default of ESLint does not know. */
const node = Object.fromEntries(
  [
    "AbortController",
    "AbortSignal",
    "URL",
    "clearInterval",
    "clearTimeout",
    "console",
    "fetch",
    "process",
    "setInterval",
    "setTimeout",
  ]
    .concat(["Buffer", "__dirname", "module", "require"])
    .map((name) => [name, "readonly"]),
);

/** What a browser gives the emulator's page. */
const browser = Object.fromEntries(
  ["EventSource", "clearTimeout", "document", "fetch", "location", "setTimeout"].map((name) => [name, "readonly"]),
);

// Few rules, and meant: what the compiler and the formatter do not see.
export default tseslint.config(
  { ignores: ["**/dist/", "node_modules/", ".cache/", ".pulumi/", "coverage/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  // A file has one idea; a comment counts as what it is about.
  { files: ["**/*.{ts,js,mjs,cjs}"], rules: { "max-lines": ["error", { max: 300, skipBlankLines: true }] } },
  {
    files: ["**/*.ts"],
    plugins: { "@typescript-eslint": tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: ["test"], package: "node:test" }] },
      ],
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      curly: "error",
      eqeqeq: "error",
      "no-fallthrough": "error",
    },
  },
  { files: ["**/*.{mjs,cjs}"], ...js.configs.recommended, languageOptions: { globals: node } },
  { files: ["emulator/page/*.js"], ...js.configs.recommended, languageOptions: { globals: browser } },
);
