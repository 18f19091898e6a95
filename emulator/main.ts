import { HELP, readCommandLine, UsageError, type Settings } from "./commandLine";
import { startEmulator, type Emulator } from "./emulator";

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
  if (settings.help) {
    process.stdout.write(HELP);
    return;
  }
  try {
    const emulator = await start(settings);
    process.stdout.write(greeting(emulator, settings));
    stopOnSignals(emulator);
  } catch (error) {
    fail(startFailure(error as NodeJS.ErrnoException, settings), 1);
  }
}

function start(settings: Settings): Promise<Emulator> {
  const { organization: organizationName, project: projectName, groups, queue, endpoint, jobs, ...rest } = settings;
  const log = (line: string): void => {
    if (!settings.quiet) {
      console.log(line);
    }
  };
  const attached = groups.includes("worker") ? "worker" : groups.at(-1);
  return startEmulator({
    ...rest,
    groups: groups.map((name) => ({ organizationName, projectName, name })),
    queues: [{ organizationName, projectName, name: queue, containerGroups: attached === undefined ? [] : [attached] }],
    endpoints: [{ organizationName, name: endpoint, jobs, queue: { projectName, queueName: queue } }],
    maxRequests: 0,
    // Method, path and status only: headers, bodies and a webhook's URL hold the key and credentials.
    onRequest: ({ method, path, status, fault }) =>
      log(`${method} ${path} ${status}${fault === undefined ? "" : ` (fault: ${fault})`}`),
    onWebhook: ({ jobId, status, reason }) => log(`webhook of job ${jobId}: ${status ?? reason}`),
  });
}

function greeting({ url, apiKey }: Emulator, settings: Settings): string {
  const { organization, project, groups, queue, endpoint } = settings;
  const header = settings.apiKeyHeader.toLowerCase() === "service-api-key" ? [] : [settings.apiKeyHeader];
  return [
    `Emulator listening on ${url}`,
    `API key: ${apiKey}`,
    `Organization ${organization}, project ${project}: groups ${groups.join(", ")}; queue ${queue}; endpoint ${endpoint}`,
    "Point a stack at it:",
    `  pulumi config set containergroups:baseUrl ${url}`,
    `  pulumi config set --secret containergroups:apiKey ${apiKey}`,
    ...header.map((name) => `  pulumi config set containergroups:apiKeyHeader ${name}`),
    "or, in the environment:",
    `  export CONTAINERGROUPS_BASE_URL=${url} CONTAINERGROUPS_API_KEY=${apiKey}`,
    "Stop it with Ctrl-C. Requests:",
    "",
  ].join("\n");
}

function stopOnSignals(emulator: Emulator): void {
  const stop = (): void => {
    emulator.close().catch((error: Error) => fail(error.message, 1));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function startFailure(error: NodeJS.ErrnoException, { host, port }: Settings): string {
  if (error.code === "EADDRINUSE") {
    return `port ${port} of ${host} is in use; choose another with --port`;
  }
  return `cannot start on ${host}, port ${port}: ${error.message.split("\n")[0]}`;
}

function fail(message: string, exitCode: number): void {
  process.stderr.write(`emulator: ${message}\n`);
  process.exitCode = exitCode;
}

void main(process.argv.slice(2));
