import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { start } from "../../support/scripts";
import { until } from "../../support/until";

/** A fake that has run: what with, and what it saw of its surroundings. */
export interface Run {
  readonly name: string;
  readonly args: string[];
  readonly env: Record<string, string | undefined>;
}

/**
 * What each fake begins with: it says that it ran, and leaves something in its temporary folder as tools do. Where it is the one that is to fail
 * (`npm`, or with its first arguments: `go list`), it does; where it is the one that is to hang, it says who it is and goes on until somebody ends it.
 */
const begin = (name: string) => `#!/usr/bin/env node
const fs = require("node:fs"), path = require("node:path"), { LOG, FAIL, HANG, PULUMI_HOME } = process.env;
const args = process.argv.slice(2);
const is = (which) => which !== undefined && ["${name}", ...args, ""].join(" ").startsWith(which + " ");
const program = (file, text) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, "#!/usr/bin/env node\\n" + text, { mode: 0o755 });
};
fs.appendFileSync(LOG, JSON.stringify({ name: "${name}", args, env: process.env }) + "\\n");
fs.writeFileSync(path.join(require("node:os").tmpdir(), "${name}.left"), "");
if (is(FAIL)) {
  console.error("${name} is broken");
  process.exit(1);
}
if (is(HANG)) {
  fs.writeFileSync(LOG + ".pid", String(process.pid));
  setInterval(() => {}, 1000);
  return;
}
`;

const FAKES: Record<string, string> = {
  "npm/npm-cli.js": `${begin("npm")}
    // Several runs of package.json's scripts go on at once, and install nothing.
    if (args[0] === "run") process.exit(0);
    fs.cpSync(path.join(__dirname, "../packages"), "node_modules", { recursive: true });
    fs.copyFileSync("package-lock.json", "node_modules/.package-lock.json");`,
  "packages/typescript/bin/tsc": `${begin("tsc")}
    program(path.join(args[args.indexOf("--outDir") + 1], "sdk", "index.js"), fs.readFileSync("sdk/index.ts", "utf8"));`,
  "packages/pulumi/run.js": `${begin("download")}
    if (process.env.OFFLINE) { console.error("Downloading...\\npulumi: fetch failed"); process.exit(1); }
    for (const part of ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"])
      program(path.join(PULUMI_HOME, "versions", process.env.PULUMI_VERSION, "bin", part), "console.log('v3.250.0')");`,
  go: `${begin("go")}
    // With go.mod in its folder, it first fetches the version that is asked for there.
    if (process.env.GO_FETCHES === "nothing" && process.env.GOTOOLCHAIN !== "local") process.exit(1);
    if (args[0] === "version") console.log("go version go1.99.1 linux/amd64");
    if (args[0] === "list" && args[1] === "-m") {
      program(path.join(process.env.GOMODCACHE, "nodejs/dist/pulumi-resource-pulumi-nodejs"), "");
      console.log(process.env.GOMODCACHE);
    }
    if (args[0] === "build") program(args[args.indexOf("-o") + 1], "console.log('v3.250.0')");`,
  "packages/jest/bin/jest.js": `${begin("jest")}
    const files = args.filter((each) => each.endsWith(".test.ts"));
    console.log(["jest:", args[args.indexOf("--selectProjects") + 1], ...files].join(" "));
    const failed = Number(process.env.FAILING);
    const file = args.find((each) => each.startsWith("--outputFile=")).slice(13);
    const results = { numTotalTestSuites: files.length, numPassedTests: 1 - failed, numFailedTests: failed, numTotalTests: 1, numPendingTests: 0, numTodoTests: 0 };
    fs.writeFileSync(file, JSON.stringify(results));
    process.exitCode = failed;`,
};

/** The scripts in a clone of their own, with fakes of all that they start: no network, and nothing of this machine but Node. */
export class Clone {
  readonly #home = realpathSync(mkdtempSync(path.join(tmpdir(), "scripts-")));
  readonly folder = path.join(this.#home, "clone");
  /** Where what runs is told to put temporary files. */
  readonly temporary = path.join(this.#home, "tmp");
  readonly #bin = path.join(this.#home, "bin");
  readonly #log = path.join(this.#home, "log");

  constructor() {
    for (const folder of [this.folder, this.temporary, this.#bin, path.join(this.folder, "sdk")]) {
      mkdirSync(folder);
    }
    cpSync(path.join(ROOT, "scripts"), path.join(this.folder, "scripts"), { recursive: true });
    for (const file of ["package.json", "LICENSE", "emulator/package.json", "emulator/packaging"]) {
      cpSync(path.join(ROOT, file), path.join(this.folder, file), { recursive: true });
    }
    this.write("package-lock.json", `{ "packages": { "": {} } }`);
    this.write("tsconfig.json", "{}");
    this.write("tsconfig.package.json", "{}");
    this.write("tsconfig.build.json", `{ "include": ["sdk"] }`);
    this.write("sdk/index.ts", "first");
    for (const [file, text] of Object.entries(FAKES).filter(([name]) => name !== "go")) {
      mkdirSync(path.dirname(path.join(this.#home, file)), { recursive: true });
      writeFileSync(path.join(this.#home, file), text);
    }
    symlinkSync(process.execPath, path.join(this.#bin, "node"));
    const ps = ["/bin/ps", "/usr/bin/ps"].find((file) => existsSync(file));
    if (ps !== undefined) {
      symlinkSync(ps, path.join(this.#bin, "ps"));
    }
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), "utf8");
  }

  /** Puts a Go on PATH. */
  installGo(): void {
    writeFileSync(path.join(this.#bin, "go"), FAKES["go"] ?? "");
    chmodSync(path.join(this.#bin, "go"), 0o755);
  }

  /** Starts a script, with a home that nothing can be written to. */
  start(script: string, args: string[] = [], env: Record<string, string> = {}) {
    return this.#start(process.execPath, [this.#script(script), ...args], env);
  }

  /** The same, by a shell that waits for it, as npm does. */
  startInShell(script: string, args: string[] = [], env: Record<string, string> = {}) {
    const command = [process.execPath, this.#script(script), ...args].join(" ");
    return this.#start("/bin/sh", ["-c", `${command}; exit $?`], env);
  }

  readonly #script = (name: string) => path.join(this.folder, "scripts", name);

  #start(command: string, args: string[], env: Record<string, string>) {
    const home = { HOME: "/dev/null/home", TMPDIR: this.temporary, PATH: this.#bin };
    const npm = { npm_execpath: path.join(this.#home, "npm/npm-cli.js") };
    return start(command, args, { cwd: this.folder, env: { ...home, ...npm, LOG: this.#log, ...env } });
  }

  /** The fakes that have run, in their order. */
  get runs(): Run[] {
    const lines = existsSync(this.#log) ? readFileSync(this.#log, "utf8").trim().split("\n") : [];
    return lines.map((line) => JSON.parse(line) as Run);
  }

  /** Their names. */
  get log(): string[] {
    return this.runs.map(({ name }) => name);
  }

  /** The id of the fake that hangs, as soon as it does. */
  async hanging(): Promise<number> {
    const file = `${this.#log}.pid`;
    await until(() => existsSync(file) && readFileSync(file, "utf8") !== "", "no fake hangs");
    return Number(readFileSync(file, "utf8"));
  }

  /** What is in the temporary folder, and what processes have for themselves in the clone. */
  get left(): string[] {
    const folders = [".cache/tmp", ".pulumi/staging"].map((folder) => path.join(this.folder, folder));
    const found = [this.temporary, ...folders].flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
    return existsSync(path.join(this.folder, ".cache/lock")) ? [...found, "lock"] : found;
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}
