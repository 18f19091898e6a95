import type { Adopts } from "./adoption";
import { providerText } from "./providerText";
import type { SecretMembers } from "./secretMembers";
import { containerGroupFleetSecrets, containerGroupSecrets, queueJobSecrets } from "./secretMembers";

/** What the resource classes differ in, as data. */
export interface ResourceKind {
  /** The class's name, as errors give it. */
  readonly label: string;
  /** Pulumi's type token, which routes the resource to the dynamic-provider process. */
  readonly type: string;
  /** The text that process evaluates. */
  readonly providerText: string;
  /** All arguments: each can be read from the resource, given or not. */
  readonly members: readonly string[];
  /** The members that are secret without being asked. */
  readonly secrets: SecretMembers;
  /** What a resource of this kind adopts, if it does: two of one program must not adopt the same. */
  readonly adopts: Adopts | undefined;
  /** Why the option `import` is refused. */
  readonly noImport: string;
}

const addressMembers = ["organizationName", "projectName", "profile"] as const;

const adopting = "declaring the resource adopts what exists already, so drop the option `import`";

/** The kind of `ContainerGroup`. */
export const containerGroupKind: ResourceKind = {
  label: "ContainerGroup",
  type: "pulumi-nodejs:dynamic/containergroups:ContainerGroup",
  providerText: providerText.containerGroup,
  members: [
    ...addressMembers,
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
  ],
  secrets: containerGroupSecrets,
  adopts: { kind: "group", argument: "name", names: "value" },
  noImport: adopting,
};

/** The kind of `ContainerGroupFleet`. */
export const containerGroupFleetKind: ResourceKind = {
  label: "ContainerGroupFleet",
  type: "pulumi-nodejs:dynamic/containergroups:ContainerGroupFleet",
  providerText: providerText.containerGroupFleet,
  members: [...addressMembers, "defaults", "groups"],
  secrets: containerGroupFleetSecrets,
  adopts: { kind: "group", argument: "groups", names: "keys" },
  noImport: adopting,
};

/** The kind of `Queue`. */
export const queueKind: ResourceKind = {
  label: "Queue",
  type: "pulumi-nodejs:dynamic/containergroups:Queue",
  providerText: providerText.queue,
  members: [...addressMembers, "name", "description", "displayName"],
  secrets: {},
  adopts: { kind: "queue", argument: "name", names: "value" },
  noImport: adopting,
};

/** The kind of `QueueJob`. */
export const queueJobKind: ResourceKind = {
  label: "QueueJob",
  type: "pulumi-nodejs:dynamic/containergroups:QueueJob",
  providerText: providerText.queueJob,
  members: [...addressMembers, "queueName", "input", "metadata", "webhook", "triggers"],
  secrets: queueJobSecrets,
  adopts: undefined,
  noImport: "a job cannot be read back, and declaring the resource posts a new one, so drop the option `import`",
};
