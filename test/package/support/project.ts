import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { npm, type PackageManager } from "./packageManagers";

/** What a test reads of a package.json. */
interface Manifest {
  version: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const manifestIn = (folder: string) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;

/** The clone's package.json. */
export const manifest = manifestIn(ROOT);

/** What Pulumi's own TypeScript template installs beside its SDK, in the versions that the clone has. */
export const TYPESCRIPT = {
  "@types/node": manifest.devDependencies["@types/node"],
  typescript: manifest.devDependencies["typescript"],
};

/** Folders of which nothing that is published knows: the clone and the home. */
export const foldersOfThisMachine = [ROOT, path.join(homedir(), path.sep)].filter(
  (folder) => folder !== path.parse(folder).root,
);

/** A folder outside of the clone, where nothing of the clone is found by its name. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "cg-package-")));
  if (!path.relative(ROOT, folder).startsWith("..")) {
    rmSync(folder, { recursive: true });
    throw new Error(`The temporary folder ${folder} is inside the clone, whose packages a program in it would find.`);
  }
  return folder;
}

/** Packs the package as publishing does, its build brought up to date first, and gives the tarball's path. */
export function pack(folder: string): string {
  // The clone's .npmrc keeps scripts from running: `prepack` is the one that is meant to.
  npm(["pack", "--ignore-scripts=false", "--pack-destination", folder, "--loglevel=error"], ROOT);
  return tarballIn(folder);
}

/** Packs the emulator, which the build has laid out, as publishing does. */
export function packEmulator(folder: string, laidOut = path.join(ROOT, "dist/emulator")): string {
  npm(["pack", laidOut, "--pack-destination", folder, "--loglevel=error"], ROOT);
  return tarballIn(folder);
}

function tarballIn(folder: string): string {
  const [tarball, ...others] = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  if (tarball === undefined || others.length > 0) {
    throw new Error(`npm pack left no single tarball in ${folder}.`);
  }
  return path.join(folder, tarball);
}

/** A project of a user, in a folder outside of the clone, and the packed package beside it. */
export class Project {
  /** Holds all that a test makes: the tarball, and the project with its stack. */
  readonly #home = temporaryFolder();
  /** Where the project's package.json is. */
  readonly folder = path.join(this.#home, "project");
  /** The packed package. */
  readonly tarball: string;

  constructor(
    private readonly manager: PackageManager,
    packed = pack,
  ) {
    mkdirSync(this.folder);
    try {
      this.tarball = packed(this.#home);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Writes a file of the project, its folders too. */
  write(file: string, text: string): void {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** Installs what package.json is to ask for; gives what the package manager printed. */
  install(main: string, dependencies: Record<string, string | undefined>, devDependencies = {}): string {
    const asked = { name: "tested", private: true, main, dependencies, devDependencies };
    this.write("package.json", JSON.stringify(asked, null, 2));
    return this.manager(["install", "--prefer-offline", "--ignore-scripts"], this.folder);
  }

  /** Runs a script of the project in a Node of its own, and gives the JSON that it prints. */
  node(script: string, args: string[] = []): unknown {
    const output = execFileSync(process.execPath, [script, ...args], {
      cwd: this.folder,
      encoding: "utf8",
      timeout: 120_000,
      killSignal: "SIGKILL",
    });
    return JSON.parse(output);
  }

  /** What a compiler has against the program and against the package's declarations, for each set of options. */
  typeErrors(compiler: string, program: string, ...options: Record<string, unknown>[]): string[][] {
    const script = path.join(ROOT, "scripts/matrix/typeErrors.cjs");
    return this.node(script, [
      path.join(this.folder, "node_modules", compiler),
      program,
      JSON.stringify(options),
    ]) as string[][];
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}
