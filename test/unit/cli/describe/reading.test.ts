import { valueOf, type ObjectDescription } from "../../../../cli/describe/description";
import { fleetArguments } from "../../../../cli/describe/fleet";
import { readResponse, type SecretRules } from "../../../../cli/describe/reading";
import { takeOutInvalid } from "../../../../cli/describe/validity";
import type { JsonObject } from "../../../../provider/core/json/json";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";

const body = membersOf(containerGroupUpdate);

function read(response: JsonObject, rules: Partial<SecretRules> = {}): ObjectDescription {
  const description = readResponse(response, body, { environment: false, known: "", ...rules });
  takeOutInvalid(description, containerGroupUpdate);
  return description;
}

/** All notes, wherever they stand. */
function notesIn(description: ObjectDescription): string[] {
  const inside = [...description.fields.values()].flatMap((field) => (field.kind === "object" ? notesIn(field) : []));
  return [...inside, ...description.notes];
}

/** The paths of what is secret. */
function secretsIn(description: ObjectDescription, path = ""): string[] {
  return [...description.fields].flatMap(([name, field]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return field.kind === "secret" ? [at] : field.kind === "object" ? secretsIn(field, at) : [];
  });
}

const WITHOUT_AUTHENTICATION =
  "The response does not show registryAuthentication. It is not declared, so it stays as it is.";

test.each<[sentence: string, response: JsonObject, args: JsonObject, notes: string[]]>([
  ["what the service owns is not declared", { id: "x", version: 3, name: "web", pending_change: true }, {}, []],
  ["what is null, absent or empty is not declared", { country_codes: [], container: null, replicas: null }, {}, []],
  [
    "the priority of a container is the group's",
    { priority: "high" },
    { container: { priority: "high" } },
    [WITHOUT_AUTHENTICATION],
  ],
  ["a display name that is the group's name is none", { name: "web", display_name: "web" }, {}, []],
  ["a display name of its own is declared", { name: "web", display_name: "Web" }, { displayName: "Web" }, []],
  [
    "an integer shown as a string is an integer",
    { networking: { port: "80" }, container: { resources: { memory: "2048" } } },
    { networking: { port: 80 }, container: { resources: { memory: 2048 } } },
    [WITHOUT_AUTHENTICATION],
  ],
  ["country codes are in lower case", { country_codes: ["DE", "fr"] }, { countryCodes: ["de", "fr"] }, []],
  [
    "a count that an autoscaler moves is not declared",
    { replicas: 7, queue_autoscaler: { min_replicas: 1 } },
    { queueAutoscaler: { minReplicas: 1 } },
    ["replicas: 7, which is not declared: queueAutoscaler moves it."],
  ],
  [
    "a count that a schedule moves is not declared",
    { replicas: 7, "scheduled-scaling-enabled": true },
    { scheduledScalingEnabled: true },
    ["replicas: 7, which is not declared: scheduledScalingEnabled moves it."],
  ],
  [
    "a count that nothing moves is declared",
    { replicas: 7, queue_autoscaler: {}, "scheduled-scaling-enabled": false },
    { replicas: 7, scheduledScalingEnabled: false },
    [],
  ],
  [
    "credentials that the response leaves out or blanks stay as they are",
    { container: { logging: { splunk: { host: "h", token: "" }, axiom: { dataset: "d" } } } },
    { container: { logging: { splunk: { host: "h" }, axiom: { dataset: "d" } } } },
    [
      "The response does not show apiToken. It is not declared, so it stays as it is.",
      "The response does not show token. It is not declared, so it stays as it is.",
      WITHOUT_AUTHENTICATION,
    ],
  ],
  [
    "what no response shows stays as it is",
    {
      startup_probe: { http: { path: "/" } },
      container: { logging: { http: { host: "h", password: "p", headers: [] } } },
    },
    { startupProbe: { http: { path: "/" } }, container: { logging: { http: { host: "h", password: "p" } } } },
    [
      "The response does not show compression, format, and headers. They are not declared, so they stay as they are.",
      WITHOUT_AUTHENTICATION,
      "The response does not show scheme. It is not declared, so it stays as it is.",
    ],
  ],
  [
    "what is of another type is left out with a note",
    {
      replicas: "many",
      networking: { port: true },
      container: { command: "run", image: "i:1", environment_variables: [1] },
    },
    { container: { image: "i:1" }, networking: {} },
    [
      "command is not declared: the response shows a string that cannot be declared.",
      "environmentVariables is not declared: the response shows an array that cannot be declared.",
      WITHOUT_AUTHENTICATION,
      "port is not declared: the response shows a boolean that cannot be declared.",
      "replicas is not declared: the response shows a string that cannot be declared.",
    ],
  ],
  [
    "what breaks the API's own rules is left out with the rule",
    {
      replicas: 501,
      display_name: "x",
      country_codes: ["de", "xx"],
      "scaling-actions": [{ replicas: 1.5, schedule: "s" }],
    },
    {},
    [
      expect.stringMatching(
        /^replicas is not declared: the response shows what the API does not take \(it must be an integer.*\)\.$/,
      ),
      "displayName is not declared: the response shows what the API does not take (it must be a string of 2 to 63 characters that matches ^[ ,-.0-9A-Za-z]+$).",
      "countryCodes is not declared: the response shows what the API does not take (it must be a lowercase ISO 3166-1 alpha-2 country code).",
      "scalingActions is not declared: the response shows what the API does not take (it must be an integer).",
    ],
  ],
  [
    "a list whose elements show more than can be said is left out, for an update would replace it",
    { "scaling-actions": [{ replicas: 1, schedule: "s", id: "made" }] },
    {},
    ["scalingActions is not declared: the response shows an array that cannot be declared."],
  ],
  [
    "variables that a program cannot hold are left out",
    { container: JSON.parse('{"environment_variables":{"__proto__":"a","A\\u2028":"\\ud800","B":"b"}}') as JsonObject },
    { container: { environmentVariables: { B: "b" } } },
    [
      "__proto__ is not declared: the response shows a string that cannot be declared.",
      '["A\u2028"] is not declared: the response shows a string that cannot be declared.',
      WITHOUT_AUTHENTICATION,
    ],
  ],
])("%s", (_, response, args, notes) => {
  const description = read(response);
  expect(valueOf(description)).toEqual(args);
  expect(notesIn(description)).toEqual(expect.arrayContaining(notes));
  expect(notesIn(description)).toHaveLength(notes.length);
});

const CONTAINER = {
  environment_variables: { LOG_LEVEL: "info", TOKEN: "t", PROJECT: "key-of-the-service here", EMPTY_TOKEN: "" },
  logging: { http: { user: "u", password: "p", host: "https://a:b@host" } },
};

test("credentials, and what looks like one, are secrets", () => {
  expect(secretsIn(read({ container: CONTAINER }))).toEqual([
    "container.environmentVariables.TOKEN",
    "container.logging.http.host",
    "container.logging.http.password",
  ]);
});

test("what holds the API key is a secret, whatever its name is", () => {
  expect(secretsIn(read({ container: CONTAINER }, { known: "key-of-the-service" }))).toContain(
    "container.environmentVariables.PROJECT",
  );
});

test("all values of variables are secrets where that is asked for", () => {
  expect(secretsIn(read({ container: CONTAINER }, { environment: true }))).toEqual(
    expect.arrayContaining(["LOG_LEVEL", "TOKEN", "PROJECT"].map((name) => `container.environmentVariables.${name}`)),
  );
});

test("what all groups of a fleet have in common stands in its defaults once, probes whole", () => {
  const probe = (path: string) => ({ period_seconds: 5, http: { path } });
  const group = (image: string, path: string, replicas: number) =>
    read({
      replicas,
      container: { image, resources: { cpu: 1 }, environment_variables: { A: "1", IMAGE: image } },
      liveness_probe: probe(path),
      readiness_probe: probe("/ready"),
    });
  const groups = new Map([
    ["one", group("i:1", "/one", 2)],
    ["two", group("i:2", "/two", 2)],
  ]);
  expect(valueOf(fleetArguments(groups, body))).toEqual({
    defaults: {
      container: { resources: { cpu: 1 }, environmentVariables: { A: "1" } },
      readinessProbe: { periodSeconds: 5, http: { path: "/ready" } },
      replicas: 2,
    },
    groups: {
      one: {
        container: { image: "i:1", environmentVariables: { IMAGE: "i:1" } },
        livenessProbe: { periodSeconds: 5, http: { path: "/one" } },
      },
      two: {
        container: { image: "i:2", environmentVariables: { IMAGE: "i:2" } },
        livenessProbe: { periodSeconds: 5, http: { path: "/two" } },
      },
    },
  });
});

test("a fleet of one group has no defaults", () => {
  expect(valueOf(fleetArguments(new Map([["one", read({ replicas: 1 })]]), body))).toEqual({
    groups: { one: { replicas: 1 } },
  });
});
