import type { SecretFields } from "./secretFields";

/** What the resource classes differ in. */
export interface ResourceKind {
  /** The class's name, as errors give it. */
  readonly label: string;
  /** Pulumi's type token, which routes the resource to the dynamic-provider process. */
  readonly type: string;
  /** The text that process evaluates. */
  readonly providerText: string;
  /** Each of them can be read from the resource, given or not. */
  readonly arguments: readonly string[];
  /** The fields of the arguments that are secret without being asked. */
  readonly secrets: SecretFields;
  /** What it declares of the service: no two resources of a program may declare the same. A job is posted, not declared. */
  readonly declares?: DeclaredObjects;
  /** Why nothing can be read from the service, and what to do instead. */
  readonly notReadable: string;
}

/** The objects that a resource declares, and the argument that names them. */
export interface DeclaredObjects {
  readonly what: "group" | "queue";
  /** It is the one name, by default the resource's; or a map by name. */
  readonly argument: "name" | "groups";
}

/** What is the same for all, made of the class's name. */
function named(label: string) {
  return {
    label,
    type: `pulumi-nodejs:dynamic/containergroups:${label}`,
    // The engine keeps this text twice in the state of each resource and evaluates it in a process of its own. A change of it
    // would show as a difference of every resource, and what an old release wrote must find its provider: it never changes.
    providerText: `exports.handler=()=>require("pulumi-containergroups/provider").${label[0]!.toLowerCase()}${label.slice(1)}()`,
  };
}

const ADDRESS = ["organizationName", "projectName", "profile"];

const DECLARE_IT = "declaring the resource adopts what exists already";

const UPDATE_SECRETS: SecretFields = {
  container: {
    registryAuthentication: true,
    logging: {
      axiom: { apiToken: true },
      datadog: { apiKey: true },
      // Header values may be credentials, and the engine makes a list that holds one secret whole anyway.
      http: { password: true, headers: true },
      newRelic: { ingestionKey: true },
      splunk: { token: true },
    },
  },
};

/** The same on the wire, where a log destination may be one that the API does not show: any that has a field of these names. */
const WIRE_SECRETS: SecretFields = {
  container: {
    registry_authentication: true,
    logging: {
      "*": { api_token: true, api_key: true, password: true, headers: true, ingestion_key: true, token: true },
    },
  },
};

const GROUP_SECRETS: SecretFields = {
  ...UPDATE_SECRETS,
  additionalMembers: WIRE_SECRETS,
  onDestroy: UPDATE_SECRETS,
};

/** The resource classes. */
export const RESOURCE_KINDS = {
  containerGroup: {
    ...named("ContainerGroup"),
    arguments: [
      ...ADDRESS,
      "name",
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
      "additionalMembers",
      "onDestroy",
      "removedMembers",
    ],
    secrets: GROUP_SECRETS,
    declares: { what: "group", argument: "name" },
    notReadable: DECLARE_IT,
  },
  containerGroupFleet: {
    ...named("ContainerGroupFleet"),
    arguments: [...ADDRESS, "defaults", "groups"],
    secrets: { defaults: GROUP_SECRETS, groups: { "*": GROUP_SECRETS } },
    declares: { what: "group", argument: "groups" },
    notReadable: DECLARE_IT,
  },
  queue: {
    ...named("Queue"),
    arguments: [...ADDRESS, "name", "description", "displayName", "removedMembers"],
    secrets: {},
    declares: { what: "queue", argument: "name" },
    notReadable: DECLARE_IT,
  },
  queueJob: {
    ...named("QueueJob"),
    arguments: [...ADDRESS, "queueName", "input", "metadata", "webhook", "triggers"],
    secrets: { webhook: true },
    notReadable: "a job cannot be read back, and declaring the resource posts a new one",
  },
} satisfies Record<string, ResourceKind>;
