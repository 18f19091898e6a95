import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "./root";
import type { Tools } from "./tools";

/** Where, when and with what something was measured. */
export interface Circumstances {
  /** When it began, in ISO 8601. */
  date: string;
  machine: { cpu: string; cores: number; memory: number; os: string };
  /** Of the clone; absent where it is not in Git. `dirty`: what was measured is not what was committed. */
  revision?: { commit: string; dirty: boolean };
  /** The system's load average of one minute, before and after: what else the machine did. */
  load?: { start: number; end: number };
  versions: Record<string, string>;
}

const load = () => Number((os.loadavg()[0] ?? 0).toFixed(2));

/** Looks at the machine now; the result does so again when the work is done. */
export async function circumstances(tools: Tools): Promise<() => Circumstances> {
  const [date, start, revision] = [new Date().toISOString(), load(), await gitRevision(tools)];
  const versions = await allVersions(tools);
  return () => ({ date, machine: machine(), revision, load: { start, end: load() }, versions });
}

function machine(): Circumstances["machine"] {
  const cores = os.cpus();
  return {
    cpu: (cores[0]?.model ?? "unknown").replace(/\s+/g, " ").trim(),
    cores: cores.length,
    memory: Math.round(os.totalmem() / 1e9),
    os: `${os.type()} ${os.release()}, ${os.arch()}`,
  };
}

async function gitRevision({ run }: Tools): Promise<Circumstances["revision"]> {
  const [head, status] = await Promise.all([
    run("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT }),
    // The results of a suite are no change to the next one.
    run("git", ["status", "--porcelain", "--", ".", ":!bench/results"], { cwd: ROOT }),
  ]);
  return head.code === 0 ? { commit: head.stdout.trim(), dirty: status.stdout.trim() !== "" } : undefined;
}

async function allVersions({ run, cliEnvironment }: Tools): Promise<Record<string, string>> {
  const { stdout } = await run("pulumi", ["version"], { env: cliEnvironment() });
  const packages = ["@pulumi/pulumi", "pulumi-containergroups", "undici", "typescript"];
  return {
    Node: process.versions.node,
    "Pulumi CLI": stdout.trim().replace(/^v/, ""),
    ...Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
  };
}

/** The version of a package that is installed in the clone. */
function versionOf(name: string): string {
  const file = require.resolve(path.posix.join(name, "package.json"), { paths: [ROOT] });
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
