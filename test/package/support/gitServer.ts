import { execFileSync, spawn } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { CertificateAuthority } from "../../support/certificates";

/** As nobody's own settings of git have it. */
const SETTINGS = [
  "user.name=n",
  "user.email=e@example.com",
  "commit.gpgSign=false",
  "tag.gpgSign=false",
  "core.hooksPath=/dev/null",
];

// Where a hook of git runs the tests, these name its repository.
for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"]) {
  delete process.env[name];
}

/** Runs git in a folder, and gives what it printed. */
export const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", [...SETTINGS.flatMap((setting) => ["-c", setting]), ...args], {
    cwd,
    env: process.env,
    encoding: "utf8",
  });

/** A repository that is served as forges serve it: over HTTPS. */
export interface GitServer {
  /** `https://HOST/OWNER/NAME.git` */
  url: string;
  /** The file that makes programs written in Go trust it, as `SSL_CERT_FILE`. */
  certificateFile: string;
  /** What it was asked for. */
  requests: string[];
  close(): void;
}

/** Commits a folder into a new repository below `home`, under its own name, and serves that on this machine. */
export async function serveInGit(folder: string, home: string): Promise<GitServer> {
  const repository = path.join(home, "repository");
  cpSync(folder, path.join(repository, path.basename(folder)), { recursive: true });
  git(repository, "init", "--quiet");
  git(repository, "add", "--all", "--force");
  git(repository, "commit", "--quiet", "--message", "All");
  const authority = new CertificateAuthority();
  const certificateFile = path.join(home, "authority.pem");
  writeFileSync(certificateFile, authority.certificate);
  const requests: string[] = [];
  const server = createServer(authority.issue("localhost"), (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const isAdvertisement = request.method === "GET";
    response.setHeader("content-type", `application/x-git-upload-pack-${isAdvertisement ? "advertisement" : "result"}`);
    if (isAdvertisement) {
      response.write("001e# service=git-upload-pack\n0000");
    }
    const flags = isAdvertisement ? ["--stateless-rpc", "--advertise-refs"] : ["--stateless-rpc"];
    const { stdin, stdout } = spawn("git", ["upload-pack", ...flags, repository], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    request.pipe(stdin);
    stdout.pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/acme/containergroups.git`,
    certificateFile,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
