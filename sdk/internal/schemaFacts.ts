// `npm run docs` writes this file from the provider's schema, which a program does not load.

/** The arguments of each resource. */
export const ARGUMENTS = {
  containerGroup: [
    "container",
    "countryCodes",
    "displayName",
    "livenessProbe",
    "networking",
    "queueAutoscaler",
    "readinessProbe",
    "replicas",
    "scalingActions",
    "scheduledScalingEnabled",
    "startupProbe",
    "organizationName",
    "projectName",
    "profile",
    "name",
    "onDestroy",
    "additionalMembers",
    "removedMembers",
  ],
  containerGroupFleet: ["organizationName", "projectName", "profile", "defaults", "groups"],
  queue: ["description", "displayName", "organizationName", "projectName", "profile", "name", "removedMembers"],
  queueJob: ["input", "metadata", "webhook", "organizationName", "projectName", "profile", "queueName", "triggers"],
} as const;

const CONTAINER = {
  logging: {
    axiom: { apiToken: true },
    datadog: { apiKey: true },
    http: { headers: true, password: true },
    newRelic: { ingestionKey: true },
    splunk: { token: true },
  },
  registryAuthentication: true,
} as const;

/** The secret fields of each resource kind, marked or not. */
export const SECRET_FIELDS = {
  containerGroup: { container: CONTAINER, onDestroy: { container: CONTAINER }, additionalMembers: "byName" },
  containerGroupFleet: {
    defaults: { container: CONTAINER, onDestroy: { container: CONTAINER }, additionalMembers: "byName" },
    groups: { "*": { container: CONTAINER, onDestroy: { container: CONTAINER }, additionalMembers: "byName" } },
  },
  queue: {},
  queueJob: { webhook: true },
} as const;

/** The names of the credentials of a group, without case and punctuation. */
export const CREDENTIAL_NAMES: ReadonlySet<string> = new Set([
  "apikey",
  "apitoken",
  "headers",
  "ingestionkey",
  "password",
  "registryauthentication",
  "token",
]);
