import { flag, integer, list, map, object, oneOf, optional, required, structure, text, unit, uuid } from "./annotation";

/** A tag. Both fields are required, because it stands in an array, which is sent whole. */
const namedValue = () => object({ name: required(text()), value: required(text()) });

/** A header whose value may be a credential. */
export const header = () =>
  object({
    name: required(text(), { ignoreCase: true, notSecret: true }),
    value: required(text(), { secrecy: "sensitive" }),
  });

const credential = () => optional(text(), { secrecy: "credential" });

const updateOnlyText = () => optional(text(), { writeOnly: true });

/** Log destinations of a container, as an update takes them. */
const logging = () =>
  object({
    axiom: optional(object({ apiToken: credential(), dataset: optional(text()), host: optional(text()) }), unit),
    datadog: optional(
      object({
        apiKey: credential(),
        host: optional(text()),
        tags: optional(list(namedValue()), { order: "notKept" }),
      }),
      unit,
    ),
    http: optional(
      object({
        compression: updateOnlyText(),
        format: updateOnlyText(),
        headers: optional(list(header()), { secrecy: "credential", order: "notKept" }),
        host: optional(text()),
        password: credential(),
        path: optional(text()),
        port: optional(integer()),
        user: optional(text()),
      }),
      unit,
    ),
    newRelic: optional(object({ host: optional(text()), ingestionKey: credential() }), unit),
    splunk: optional(object({ host: optional(text()), token: credential() }), unit),
    tcp: optional(object({ host: optional(text()), port: optional(integer()) }), unit),
  });

export const priority = () => oneOf(["high", "medium", "low", "batch"]);

/** The fields of all kinds of registries; each kind takes its own. */
const registryCredentials = () =>
  object({
    accessKeyId: optional(text()),
    secretAccessKey: optional(text()),
    username: optional(text()),
    password: optional(text()),
    personalAccessToken: optional(text()),
    serviceKey: optional(text()),
  });

/** The API states no units and no limits. */
const resources = () =>
  object({
    cpu: optional(integer()),
    gpuClasses: optional(list(uuid()), { order: "notKept" }),
    memory: optional(integer()),
    shmSize: optional(integer()),
    storageAmount: optional(integer()),
  });

export const container = () =>
  object({
    command: optional(list(text())),
    environmentVariables: structure(map(optional(text(), { absentMeansRemoved: true })), { secrecy: "sensitive" }),
    image: optional(text()),
    imageCaching: optional(flag()),
    logging: structure(logging()),
    priority: optional(priority(), { readAs: "priority" }),
    registryAuthentication: structure(map(optional(registryCredentials(), { entity: true })), {
      secrecy: "credential",
      writeOnly: true,
    }),
    resources: structure(resources()),
  });
