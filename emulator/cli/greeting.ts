import type { SeedDocument } from "../files/seedDocument";
import type { Emulator } from "../options";

/** How many names a line may have; beyond, they are counted. */
const MOST_NAMES = 12;

/** The state file, and whether it was there at the start. */
interface State {
  file: string;
  wasThere: boolean;
}

/** What the program says when it listens: how to reach it, and what is there. */
export function greeting(emulator: Emulator, apiKeyHeader: string, state?: State): string {
  const { url, apiKey } = emulator;
  const own = new URL("/", url).href;
  const header = apiKeyHeader.toLowerCase() === "service-api-key" ? [] : [apiKeyHeader];
  return [
    `Emulator listening on ${url}`,
    `Page: ${own}`,
    `API documents: ${own}openapi.json`,
    `API key: ${apiKey}`,
    ...(state === undefined ? [] : [stateLine(state)]),
    ...objectLines(emulator.snapshot()),
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

const stateLine = ({ file, wasThere }: State): string =>
  wasThere ? `State: ${file}, from which all objects are` : `State: ${file}, which is new`;

function objectLines({ organizations }: SeedDocument): string[] {
  return Object.entries(organizations).flatMap(([organization, { projects = {}, endpoints = {} }]) => [
    ...Object.entries(projects).map(([project, { groups = {}, queues = {} }]) =>
      [`Organization ${organization}, project ${project}: ${named("groups", groups)}`, named("queues", queues)].join(
        "; ",
      ),
    ),
    `Organization ${organization}: ${named("endpoints", endpoints)}`,
  ]);
}

function named(what: string, objects: object): string {
  const names = Object.keys(objects);
  return `${what} ${names.length > MOST_NAMES ? `(${names.length})` : names.join(", ") || "(none)"}`;
}
