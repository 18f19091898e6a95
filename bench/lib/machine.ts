import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { cliEnvironment } from "./stack";
import { ROOT } from "./root";

/** Where a section was measured. */
export interface Machine {
  cpu: string;
  cores: number;
  /** In GB, whole. */
  memory: number;
  os: string;
}

export function machine(): Machine {
  const cores = os.cpus();
  return {
    cpu: (cores[0]?.model ?? "unknown").replace(/\s+/g, " ").trim(),
    cores: cores.length,
    memory: Math.round(os.totalmem() / 1e9),
    os: `${systemName()}, ${os.arch()}`,
  };
}

/** The distribution of a Linux, which says more than the number of its kernel; else type and release. */
function systemName(): string {
  try {
    const name = /^PRETTY_NAME="?(.+?)"?$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
    if (name !== undefined) return name;
  } catch {
    // No Linux.
  }
  return `${os.type()} ${os.release()}`;
}

/** The versions of what every section runs; `folder` is for the environment of the CLI. */
export async function versions(folder: string): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)("pulumi", ["version"], { env: await cliEnvironment(folder) });
  return {
    Node: process.versions.node,
    "Pulumi CLI": stdout.trim().replace(/^v/, ""),
    "@pulumi/pulumi": versionOf("@pulumi/pulumi"),
    "pulumi-containergroups": versionOf("pulumi-containergroups"),
    undici: versionOf("undici"),
    TypeScript: versionOf("typescript"),
  };
}

/** The version of a package that is installed in the clone. */
function versionOf(name: string): string {
  const file = require.resolve(path.posix.join(name, "package.json"), { paths: [ROOT] });
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
