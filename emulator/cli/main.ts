#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { startEmulator } from "../emulator";
import { readSeedFile } from "../files/seedFile";
import type { Emulator, EmulatorOptions } from "../options";
import { readCommandLine, UsageError, type Settings } from "./commandLine";
import { HELP } from "./flags";
import { greeting } from "./greeting";
import { version } from "../version";
import { jsonLines, line, textLines } from "./log";

async function main(args: readonly string[]): Promise<void> {
  let settings: Settings;
  try {
    settings = readCommandLine(args);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    fail(`${error.message} (see --help)`, 2);
    return;
  }
  if (settings.help || settings.version) {
    process.stdout.write(settings.help ? HELP : `${version}\n`);
    return;
  }
  try {
    const emulator = await startEmulator({
      ...settings,
      ...seeds(settings),
      ...files(settings),
      ...logging(settings),
    });
    // Before anything is printed: who reads that may stop it.
    stopWhenAsked(emulator);
    const started = { time: new Date().toISOString(), url: emulator.url };
    process.stdout.write(
      settings.log === "json"
        ? `${line("listening", started)}\n`
        : greeting(emulator, settings.apiKeyHeader, settings.stateFile),
    );
  } catch (error) {
    fail(startFailure(error as NodeJS.ErrnoException, settings), 1);
  }
}

function seeds({ seedFile, objects }: Settings): Pick<EmulatorOptions, "seed" | "groups" | "queues" | "endpoints"> {
  if (seedFile !== undefined) {
    return { seed: readSeedFile(seedFile) };
  }
  const { organizationName, projectName, groups, queueName, endpointName, jobs } = objects;
  const attached = groups.includes("worker") ? "worker" : groups.at(-1);
  return {
    groups: groups.map((name) => ({ organizationName, projectName, name })),
    queues: [{ organizationName, projectName, name: queueName, containerGroups: attached ? [attached] : [] }],
    endpoints: [{ organizationName, name: endpointName, jobs, queue: { projectName, queueName } }],
  };
}

function files({ tlsCert, tlsKey }: Settings): Pick<EmulatorOptions, "tls"> {
  return tlsCert === undefined || tlsKey === undefined
    ? {}
    : { tls: { cert: readFileSync(tlsCert, "utf8"), key: readFileSync(tlsKey, "utf8") } };
}

function logging({ log }: Settings): Pick<EmulatorOptions, "onRequest" | "onWebhook"> {
  if (log === "off") {
    return {};
  }
  const lines = log === "json" ? jsonLines : textLines(process.stdout.isTTY && process.stdout.hasColors());
  return {
    onRequest: (request) => console.log(lines.request(request)),
    onWebhook: (call) => console.log(lines.webhook(call)),
  };
}

/** On a signal, and when nobody reads the log any more, as in `… | head`. */
function stopWhenAsked(emulator: Emulator): void {
  let isStopping = false;
  const stop = (): void => {
    // npm passes on a Ctrl-C that was seen already: the state would not be written.
    if (isStopping) {
      return;
    }
    isStopping = true;
    emulator.close().catch((error: Error) => fail(error.message, 1));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, stop);
  }
  process.stdout.on("error", stop);
}

function startFailure(error: NodeJS.ErrnoException, { host, port, seedFile, tlsCert, tlsKey }: Settings): string {
  const { code, syscall = "", message } = error;
  if (code === "EADDRINUSE") {
    return `port ${port} of ${host} is in use; choose another with --port`;
  }
  // All else that is given was checked before.
  if (error instanceof TypeError && seedFile !== undefined) {
    return `the seed file ${seedFile} cannot be taken: ${message}`;
  }
  if (code?.startsWith("ERR_OSSL") === true) {
    return `--tls-cert ${tlsCert} with --tls-key ${tlsKey} cannot be taken: ${message}`;
  }
  // What the system has against the address; all else says by itself what it is about.
  return ["bind", "getaddrinfo", "listen"].includes(syscall)
    ? `cannot start on ${host}, port ${port}: ${message}`
    : message;
}

function fail(message: string, exitCode: number): void {
  process.stderr.write(`emulator: ${message}\n`);
  process.exitCode = exitCode;
}

void main(process.argv.slice(2));
