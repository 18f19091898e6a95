import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { withLock } from "../../support/scripts";
import { npm, type PackageManager } from "./packageManagers";

/** What a test reads of a package.json. */
interface Manifest {
  version: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

/** The clone's package.json. */
export const manifest = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as Manifest;

/** What Pulumi's own TypeScript template installs beside its SDK. Its compiler is of version 5, which takes all of its options. */
export const TYPESCRIPT = { "@types/node": manifest.devDependencies["@types/node"], typescript: "5.9.3" };

/** Folders of which nothing that is published knows: the clone and the home. */
export const foldersOfThisMachine = [ROOT, path.join(homedir(), path.sep)].filter(
  (folder) => folder !== path.parse(folder).root,
);

/** A package as it would be published: its tarball, the paths in it, and how many bytes it has. */
interface Packed {
  file: string;
  files: string[];
  size: number;
}

/** Both packages, packed once for all test files, and the folder that they are in: globalSetup.cjs. */
export const packed = JSON.parse(process.env["PACKED"] ?? "{}") as { home: string; own: Packed; emulator: Packed };

/** What a program in npm asks for. */
export const DEPENDENCIES = {
  "@pulumi/pulumi": manifest.devDependencies["@pulumi/pulumi"],
  "pulumi-containergroups": `file:${packed.own.file}`,
};

/** A folder outside of the clone, where nothing of the clone is found by its name. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "cg-package-")));
  if (!path.relative(ROOT, folder).startsWith("..")) {
    rmSync(folder, { recursive: true });
    throw new Error(`The temporary folder ${folder} is inside the clone, whose packages a program in it would find.`);
  }
  return folder;
}

/** A folder with a program in npm, installed once for all test files: the package, Pulumi's SDK, and what its TypeScript template installs. */
export function sharedProgram(): Promise<string> {
  const folder = path.join(packed.home, "program");
  const install = async () => {
    if (!existsSync(path.join(folder, "node_modules/.package-lock.json"))) {
      mkdirSync(folder, { recursive: true });
      const asked = { name: "tested", private: true, dependencies: DEPENDENCIES, devDependencies: TYPESCRIPT };
      writeFileSync(path.join(folder, "package.json"), JSON.stringify(asked));
      await npm(["install", "--prefer-offline", "--ignore-scripts"], folder);
    }
    return folder;
  };
  return withLock(install, { file: path.join(packed.home, "lock") });
}

/** A project of a user, in a folder outside of the clone. */
export class Project {
  readonly #home = temporaryFolder();
  /** Where the project's package.json is. */
  readonly folder = path.join(this.#home, "project");

  constructor(private readonly manager: PackageManager = npm) {
    mkdirSync(this.folder);
  }

  /** Writes a file of the project, its folders too. */
  write(file: string, text: string): void {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** Installs what package.json is to ask for; gives what the package manager printed. */
  install(main: string, dependencies: Record<string, string | undefined>, devDependencies = {}): Promise<string> {
    const asked = { name: "tested", private: true, main, dependencies, devDependencies };
    this.write("package.json", JSON.stringify(asked, null, 2));
    return this.manager(["install", "--prefer-offline", "--ignore-scripts"], this.folder);
  }

  /** Has the packages of {@link sharedProgram}. */
  async share(main: string): Promise<void> {
    this.write("package.json", JSON.stringify({ name: "tested", private: true, main, dependencies: DEPENDENCIES }));
    symlinkSync(path.join(await sharedProgram(), "node_modules"), path.join(this.folder, "node_modules"));
  }

  /** Runs a script of the project in a Node of its own, and gives the JSON that it prints. */
  node(script: string, args: string[] = []): unknown {
    const options = { cwd: this.folder, timeout: 120_000, killSignal: "SIGKILL" } as const;
    return JSON.parse(execFileSync(process.execPath, [script, ...args], { ...options, encoding: "utf8" }));
  }

  /** What a compiler has against the program and against the package's declarations, for each set of options. */
  typeErrors(compiler: string, program: string, ...options: Record<string, unknown>[]): string[][] {
    const script = path.join(__dirname, "typeErrors.cjs");
    const found = path.join(this.folder, "node_modules", compiler);
    return this.node(script, [found, program, JSON.stringify(options)]) as string[][];
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}
