import type { SeedDocument } from "../files/seedDocument";
import type { Emulator } from "../options";

/** How many names a line may have; beyond, they are counted. */
const MOST_NAMES = 12;

/** What the program says when it listens: how to reach it, and what is there. */
export function greeting({ url, apiKey, snapshot }: Emulator, apiKeyHeader: string, stateFile?: string): string {
  const own = new URL("/", url).href;
  const isUsual = apiKeyHeader.toLowerCase() === "service-api-key";
  const lines = [
    `Emulator listening on ${url}`,
    `Page: ${own}`,
    `API documents: ${own}openapi.json`,
    `API key: ${apiKey}`,
    ...(stateFile === undefined ? [] : [`State: ${stateFile}`]),
    ...objectLines(snapshot()),
    "Point a stack at it:",
    `  pulumi config set containergroups:baseUrl ${url}`,
    `  pulumi config set --secret containergroups:apiKey ${apiKey}`,
    ...(isUsual ? [] : [`  pulumi config set containergroups:apiKeyHeader ${apiKeyHeader}`]),
    "or, in the environment:",
    `  export CONTAINERGROUPS_BASE_URL=${url} CONTAINERGROUPS_API_KEY=${apiKey}`,
    "Stop it with Ctrl-C. Requests:",
  ];
  return `${lines.join("\n")}\n`;
}

function objectLines({ organizations }: SeedDocument): string[] {
  return Object.entries(organizations).flatMap(([organization, { projects = {}, endpoints = {} }]) => [
    ...Object.entries(projects).map(
      ([project, { groups = {}, queues = {} }]) =>
        `Organization ${organization}, project ${project}: ${named("groups", groups)}; ${named("queues", queues)}`,
    ),
    `Organization ${organization}: ${named("endpoints", endpoints)}`,
  ]);
}

function named(what: string, objects: object): string {
  const names = Object.keys(objects);
  return `${what} ${names.length > MOST_NAMES ? `(${names.length})` : names.join(", ") || "(none)"}`;
}
