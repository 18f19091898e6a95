// Prints, as JSON, what a compiler has against a program and against the declarations of the package that it imports, for each set of
// compiler options: node typeErrors.cjs COMPILER PROGRAM OPTIONS. Other packages' declarations are theirs.
const { sep } = require("node:path");

const [compiler, program, options] = process.argv.slice(2);
const ts = require(compiler);
const isOurs = ({ fileName }) =>
  !fileName.includes("/node_modules/") || /\/(pulumi-containergroups\/dist|containergroups-emulator)\//.test(fileName);

function errors(given) {
  const { options: parsed, errors: wrong } = ts.convertCompilerOptionsFromJson(
    { target: "es2020", strict: true, noEmit: true, ...given },
    process.cwd(),
  );
  const built = ts.createProgram([program], parsed);
  const files = built.getSourceFiles().filter(isOurs);
  // A program that does not find the package has no declarations of it.
  if (files.length < 2) {
    return ["the package's declarations were not found"];
  }
  const found = files.flatMap((file) => [
    ...built.getSyntacticDiagnostics(file),
    ...built.getSemanticDiagnostics(file),
  ]);
  return [...wrong, ...found].map(
    ({ file, messageText }) =>
      `${file === undefined ? "options" : file.fileName.split(sep).at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

console.log(JSON.stringify(JSON.parse(options).map(errors)));
