import type { Description, ObjectDescription } from "../../../../cli/describe/description";
import { nameSecrets } from "../../../../cli/describe/secretNames";

type Tree = { [name: string]: Tree | (Tree | string)[] | string };

/** Strings that begin with "!" are secrets. */
function describedAs(tree: Tree | string): Description {
  if (typeof tree === "string") {
    return { kind: tree.startsWith("!") ? "secret" : "value", value: tree };
  }
  const fields = Object.entries(tree).map(([name, value]): [string, Description] => [
    name,
    Array.isArray(value) ? { kind: "list", elements: value.map(describedAs) } : describedAs(value),
  ]);
  return { kind: "object", fields: new Map(fields), notes: [] };
}

const names = (...resources: [name: string, args: Tree][]): string[] => [
  ...nameSecrets(resources.map(([name, args]) => ({ name, args: describedAs(args) as ObjectDescription }))).values(),
];

test.each<[sentence: string, args: Tree, names: string[]]>([
  ["the end of its path", { container: { environmentVariables: { DB_PASSWORD: "!" } } }, ["webDbPassword"]],
  [
    "as much of its path as tells it from others",
    { logging: { splunk: { token: "!" } }, environmentVariables: { TOKEN: "!" } },
    ["webSplunkToken", "webEnvironmentVariablesToken"],
  ],
  ["the name of the list's element", { headers: [{ name: "X-Api-Key", value: "!" }] }, ["webXApiKey"]],
  [
    "the name of the element, and what holds it where that is needed",
    {
      livenessProbe: { http: { headers: [{ name: "X", value: "!" }] } },
      readinessProbe: { http: { headers: [{ name: "X", value: "!" }] } },
    },
    ["webLivenessProbeHttpHeadersX", "webReadinessProbeHttpHeadersX"],
  ],
  ["the list's name and its position", { container: { command: ["run", "!"] } }, ["webCommand2"]],
  [
    "a number where all of its path is the same but for its writing",
    { environmentVariables: { "a.token": "!", "a-token": "!" } },
    ["webEnvironmentVariablesAToken", "webEnvironmentVariablesAToken2"],
  ],
  [
    "the resource alone where its path has no letters",
    { environmentVariables: { "…": "!" } },
    ["webEnvironmentVariables"],
  ],
])("a secret is named by the resource and %s", (_, args, wanted) => {
  expect(names(["web", args])).toEqual(wanted);
});

test("secrets of several resources never share a name", () => {
  expect(names(["web", { api: { token: "!" }, splunk: { token: "!" } }], ["web-api", { token: "!" }])).toEqual([
    "webApiToken",
    "webSplunkToken",
    "webApiToken2",
  ]);
});
