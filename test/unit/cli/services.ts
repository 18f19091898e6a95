import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../../emulator";
import { cli, printing, type CliOptions, type CliRun } from "./support";

export const PROJECT = { organizationName: "acme", projectName: "vision" };
export const KEY = "canary-key-5b1f";

/** Nothing listens there. */
export const NOWHERE = "http://127.0.0.1:9";

const seeds = {
  groups: ["web", "worker", "edge-de"].map((name) => ({ ...PROJECT, name, replicas: 2 })),
  queues: [{ ...PROJECT, name: "renders", description: "Pages" }],
};

/** The service of the test that runs. */
export const services = {} as { service: Emulator };

const folders: string[] = [];

beforeEach(async () => {
  services.service = await startEmulator({ ...seeds, apiKey: KEY });
});

afterEach(async () => {
  await services.service.close();
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true }));
});

/** A folder with a Pulumi project, and a `pulumi` that does what `script` says: the PATH with it. */
export function projectWith(script: string): { folder: string; PATH: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "cli-project-"));
  folders.push(folder);
  writeFileSync(path.join(folder, "Pulumi.yaml"), "name: tested\nruntime: nodejs\n");
  const pulumi = path.join(folder, "pulumi");
  writeFileSync(pulumi, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${folder}/calls'\n${script}\n`);
  chmodSync(pulumi, 0o755);
  return { folder, PATH: `${folder}${path.delimiter}/usr/bin${path.delimiter}/bin` };
}

/** Runs in a project whose stack has these settings. */
export function withStack(args: string[], settings: Record<string, string>, { env, ...options }: CliOptions = {}) {
  const { folder, PATH } = projectWith(printing(settings));
  return cli(args, { cwd: folder, env: { PATH, ...env }, ...options });
}

export const describeWeb = ["describe", "acme/vision/web", "--yes"];
export const all = ({ stdout, stderr }: CliRun) => stdout + stderr;
export const sent = (to: Emulator) =>
  to.requests.map(({ method, path: at, body, status }) => ({ method, path: at, body, status }));

export const ONE_EMPTY_PATCH = [
  { method: "PATCH", path: "/organizations/acme/projects/vision/containers/web", body: {}, status: 200 },
];
