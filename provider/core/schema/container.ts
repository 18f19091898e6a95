import { flag, integer, list, map, object, oneOf, optional, text, uuid } from "./annotation";
import { logging } from "./logging";

/** Governs resource allocation and scheduling precedence. */
export const priority = () => oneOf(["high", "medium", "low", "batch"]);

/** The fields of every kind of registry, of which each variant takes its own. */
const registryCredentials = () =>
  object({
    accessKeyId: optional(text()),
    secretAccessKey: optional(text()),
    username: optional(text()),
    password: optional(text()),
    personalAccessToken: optional(text()),
    serviceKey: optional(text()),
  });

/** The API shows no units or limits of these. */
const resources = () =>
  object({
    cpu: optional(integer()),
    gpuClasses: optional(list(uuid()), { shownInAnyOrder: true }),
    memory: optional(integer()),
    shmSize: optional(integer()),
    storageAmount: optional(integer()),
  });

/** The container, as an update takes it. */
export const container = () =>
  object({
    command: optional(list(text())),
    environmentVariables: optional(map(optional(text(), { absentMeansRemoved: true })), { secrecy: "sensitive" }),
    image: optional(text()),
    imageCaching: optional(flag()),
    logging: optional(logging(), { alternatives: true }),
    priority: optional(priority(), { readAs: "priority" }),
    registryAuthentication: optional(map(optional(registryCredentials(), { entity: true })), {
      secrecy: "credential",
      writeOnly: true,
    }),
    resources: optional(resources()),
  });
