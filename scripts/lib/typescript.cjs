const { readFileSync } = require("node:fs");
const { transformSync } = require("@swc/core");

// Runs TypeScript as it lies there, as jest does: for programs that are no tests and are not built.
require.extensions[".ts"] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, "utf8"), {
    filename,
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
    sourceMaps: "inline",
  });
  module._compile(code, filename);
};
