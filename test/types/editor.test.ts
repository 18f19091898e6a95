import { rmSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { compiledSdk } from "../support/compiledSdk";
import { options } from "./compilerOptions";

// What an editor shows in a program, by the language service that editors ask.
const MARK = "/**/";

/** Where the cursor is, and the property and the beginning of the comment that a hover there shows. */
// prettier-ignore
const hovers: [code: string, property: string, comment: string][] = [
  [`new ContainerGroup("web", { /**/container: { image: "a" } });`, "ContainerGroupUpdateArgs.container?: pulumi.Input<ContainerArgs | undefined>", "The container: image,"],
  [`new ContainerGroup("web", { container: { /**/image: "a" } });`, "ContainerArgs.image?: pulumi.Input<string | null | undefined>", "The image reference,"],
  [`new ContainerGroup("web", { readinessProbe: { http: { headers: [{ /**/name: "n", value: "v" }] } } });`, "NameValueArgs.name: pulumi.Input<string>", "The name. The API"],
  [`new ContainerGroup("web", { /**/projectName: "vision" });`, "ProjectArgs.projectName?: pulumi.Input<string | undefined>", "The project, under"],
  [`new ContainerGroup("web", { /**/removedMembers: "leave" });`, `RemovedMembersArgs<undefined>.removedMembers?: pulumi.Input<"unset" | "leave" | undefined>`, "What an update does with"],
  [`new ContainerGroupFleet("edge", { /**/groups: {} });`, "ContainerGroupFleetArgs.groups: pulumi.Input<{\n    [name: string]: pulumi.Input<ContainerGroupFleetGroupArgs>;\n}>", "The groups by their names"],
  [`new ContainerGroupFleet("edge", { groups: { web: { container: { /**/image: "a" } } } });`, "ContainerArgs.image?: pulumi.Input<string | null | undefined>", "The image reference,"],
  [`new QueueJob("job", { /**/queueName: "frames", input: null });`, "QueueJobArgs.queueName: pulumi.Input<string>", "The name of the queue:"],
  [`void listInferenceEndpointJobs({ /**/inferenceEndpointName: "detect" });`, "InferenceEndpointJobsArgs.inferenceEndpointName: string", "The name of the endpoint:"],
  [`listInferenceEndpointJobsOutput({ inferenceEndpointName: "detect", /**/page: 1 });`, "page?: pulumi.Input<number | undefined>", "The number of the page:"],
];

/** Where the cursor is, and some of what can be completed there. */
// prettier-ignore
const completions: [code: string, offered: string[]][] = [
  [`new ContainerGroup("web", { container: { priority: "/**/" } });`, ["high", "medium", "low", "batch"]],
  [`new ContainerGroup("web", { container: { resources: { /**/ } } });`, ["cpu", "gpuClasses", "memory", "shmSize", "storageAmount"]],
  [`new ContainerGroupFleet("edge", { groups: { web: { container: { priority: "/**/" } } } });`, ["high", "medium", "low", "batch"]],
];

const unknown = (field: string, type: string) =>
  `Object literal may only specify known properties, and '${field}' does not exist in type '${type} | Promise<${type} | undefined> | OutputInstance<${type} | undefined>'.`;

/** A mistake, and all that the compiler says of it. */
// prettier-ignore
const mistakes: [code: string, message: string][] = [
  [`new ContainerGroup("web", { contaner: {} });`, "Object literal may only specify known properties, but 'contaner' does not exist in type 'ContainerGroupArgs'. Did you mean to write 'container'?"],
  [`new ContainerGroup("web", { container: { imag: "a" } });`, unknown("imag", "ContainerArgs")],
  [`new ContainerGroup("web", { container: { resources: { cpus: 1 } } });`, unknown("cpus", "ResourcesArgs")],
  [`new ContainerGroup("web", { container: { resources: { cpu: "1" } } });`, "Type 'string' is not assignable to type 'Input<number | null | undefined>'."],
  [`new ContainerGroup("web", { container: { priority: "urgent" } });`, `Type '"urgent"' is not assignable to type 'Input<Priority | null | undefined>'.`],
  [`new ContainerGroup("web", { livenessProbe: { http: { headers: [{ nme: "n", value: "v" }] } } });`, "Object literal may only specify known properties, and 'nme' does not exist in type 'Input<NameValueArgs>'."],
  [`new ContainerGroupFleet("edge", { groups: { web: { container: { imag: "a" } } } });`, unknown("imag", "ContainerArgs")],
  [`new Queue("frames", { descripton: "d" });`, "Object literal may only specify known properties, but 'descripton' does not exist in type 'QueueArgs'. Did you mean to write 'description'?"],
  [`new QueueJob("job", { queueName: 1, input: null });`, "Type 'number' is not assignable to type 'Input<string>'."],
];

let home: string;
let file: string;
let service: ts.LanguageService;
const lines = [...hovers, ...completions, ...mistakes].map(([code]) => code);
const header = `import * as pulumi from "@pulumi/pulumi"; import { ContainerGroup, ContainerGroupFleet, listInferenceEndpointJobs, listInferenceEndpointJobsOutput, Queue, QueueJob } from "./sdk";\n`;
const text = header + lines.join("\n");

beforeAll(() => {
  home = compiledSdk();
  file = join(home, "program.ts");
  ts.sys.writeFile(file, text);
  service = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getCompilationSettings: () => ({ ...options, skipLibCheck: true }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? ""),
    getCurrentDirectory: () => home,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  });
}, 60_000);
afterAll(() => rmSync(home, { recursive: true }));

/** The place of the mark of a row, which no comment around it must change. */
const cursor = (code: string) => text.indexOf(code) + code.indexOf(MARK) + MARK.length;

test.each(hovers)("a hover in %s", (code, property, comment) => {
  const info = service.getQuickInfoAtPosition(file, cursor(code));
  expect(ts.displayPartsToString(info?.displayParts)).toBe(`(property) ${property}`);
  expect(ts.displayPartsToString(info?.documentation).slice(0, comment.length)).toBe(comment);
});

test.each(completions)("what completes %s", (code, offered) => {
  // Within quotes the mark is part of the string, so the cursor stands before it there.
  const position = cursor(code) - (code.includes(`"${MARK}`) ? MARK.length : 0);
  const { entries } = service.getCompletionsAtPosition(file, position, {}) ?? { entries: [] };
  expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(offered));
});

test.each(mistakes)("what the compiler says of %s", (code, message) => {
  const line = 1 + lines.indexOf(code);
  const found = service
    .getSemanticDiagnostics(file)
    .filter(({ file: source, start }) => source?.getLineAndCharacterOfPosition(start ?? 0).line === line);
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([message]);
});
