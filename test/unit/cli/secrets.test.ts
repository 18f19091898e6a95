import { nameSecrets } from "../../../cli/secrets";
import type { JsonObject } from "../../../common/json";
import { containerGroupUpdate } from "../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../provider/core/schema/members";

const body = membersOf(containerGroupUpdate);

const KEY = "the-key-of-acme";

const namesIn = (args: JsonObject, all = false, object = "web", taken = new Set<string>()): string[] => [
  ...nameSecrets(object, args, body, { apiKey: KEY, allVariables: all }, taken).values(),
];

const variables = (environmentVariables: JsonObject): JsonObject => ({ container: { environmentVariables } });
const headers = (...names: string[]) => ({ http: { headers: names.map((name) => ({ name, value: "v" })) } });

// prettier-ignore
test.each<[sentence: string, args: JsonObject, names: string[]]>([
  ["a variable by its name", variables({ DB_PASSWORD: "p", LOG_LEVEL: "info" }), ["webDbPassword"]],
  ["a credential by its destination and field", { container: { logging: { datadog: { apiKey: "k", host: "h" }, splunk: { token: "t" } } } }, ["webDatadogApiKey", "webSplunkToken"]],
  ["a header by the name of the header", { livenessProbe: headers("X-Auth"), container: { logging: headers("X-Auth") } }, ["webLivenessProbeHttpXAuth", "webHttpXAuth"]],
  ["the password of a registry by its variant", { container: { registryAuthentication: { basic: { username: "u", password: "p" } } } },
    ["webRegistryAuthenticationBasicUsername", "webRegistryAuthenticationBasicPassword"]],
  ["two of one name by numbers", variables({ "a.token": "1", "a-token": "2" }), ["webAToken", "webAToken2"]],
  ["an empty value not at all", variables({ TOKEN: "" }), []],
  ["a text that holds the API key, wherever it stands", { container: { image: "i", command: ["run", `--key=${KEY}`], environmentVariables: { TOKEN: KEY } } }, ["webToken", "webCommand2"]],
])("%s", (_, args, names) => {
  expect(namesIn(args)).toEqual(names);
});

// prettier-ignore
test.each([
  "API_KEY", "apiKey", "GITHUB_TOKEN", "PGPASSWORD", "DB_PASS", "SESSION_SECRET", "AWS_SECRET_ACCESS_KEY", "SENTRY_DSN", "AUTHORIZATION", "TLS_CERT",
  "GOOGLE_CREDENTIALS", "MONGO_CONNECTION_STRING", "WEBHOOK_URL", "PRIVATE_PEM",
])("the variable %s is a secret by its name", (name) => {
  expect(namesIn(variables({ [name]: "v" }))).toHaveLength(1);
});

test.each(["LOG_LEVEL", "PORT", "NODE_ENV", "MODEL_NAME", "HOST"])("the variable %s is none", (name) => {
  expect(namesIn(variables({ [name]: "v" }))).toEqual([]);
});

test("every variable is a secret where that is asked for", () => {
  expect(namesIn(variables({ LOG_LEVEL: "info", EMPTY: "" }), true)).toEqual(["webLogLevel"]);
});

test("secrets of several objects never share a name", () => {
  const taken = new Set<string>();
  expect(namesIn(variables({ API_TOKEN: "1" }), false, "web", taken)).toEqual(["webApiToken"]);
  expect(namesIn(variables({ TOKEN: "1" }), false, "web-api", taken)).toEqual(["webApiToken2"]);
});
