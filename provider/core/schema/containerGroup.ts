import { z } from "zod";
import {
  argument,
  flag,
  integer,
  integerBetween,
  jsonObject,
  list,
  map,
  object,
  oneOf,
  optional,
  removedMembers,
  required,
  scalarRest,
  structure,
  text,
  timestamp,
  unit,
  uuid,
} from "./annotation";
import { container, header, priority } from "./container";
import { COUNTRY_CODES } from "./countryCodes";
import { displayName, projectPlacement, resourceName, type UpdatableObject } from "./objects";

const countryCode = () =>
  required(oneOf(COUNTRY_CODES, "a lowercase ISO 3166-1 alpha-2 country code"), { ignoreCase: true });

/** The API does not say what a schedule looks like. */
const scalingAction = () => object({ replicas: required(integer()), schedule: required(text()) });

/** The API states no limits, units or defaults. */
const queueAutoscaler = () =>
  object({
    desiredQueueLength: optional(integer()),
    maxReplicas: optional(integer()),
    minReplicas: optional(integer()),
    maxDownscalePerMinute: optional(integer()),
    maxUpscalePerMinute: optional(integer()),
    pollingPeriod: optional(integer()),
  });

/** The API documents only `port` for updates. */
const networkingUpdate = () => object({ port: optional(integer()) });

/** Liveness, readiness and startup probe share one shape. The API states no bounds. */
const probe = () =>
  object({
    failureThreshold: optional(integer()),
    initialDelaySeconds: optional(integer()),
    periodSeconds: optional(integer()),
    successThreshold: optional(integer()),
    timeoutSeconds: optional(integer()),
    exec: optional(object({ command: optional(list(text())) })),
    grpc: optional(object({ port: optional(integer()), service: optional(text()) })),
    http: optional(
      object({
        headers: optional(list(header()), { secrecy: "sensitive", order: "notKept" }),
        path: optional(text()),
        port: optional(integer()),
        scheme: optional(text(), { writeOnly: true }),
      }),
    ),
    tcp: optional(object({ port: optional(integer()) })),
  });

/** The body of an update of a container group. */
export const containerGroupUpdate = object({
  container: structure(container()),
  countryCodes: optional(list(countryCode(), { minimum: 1, maximum: 500 }), { order: "meaningless" }),
  displayName: optional(displayName(), { defaultsTo: "name" }),
  livenessProbe: optional(probe(), unit),
  networking: structure(networkingUpdate()),
  queueAutoscaler: optional(queueAutoscaler(), unit),
  readinessProbe: optional(probe(), unit),
  replicas: optional(integerBetween(0, 500), {
    unmanagedWhenRemoved: true,
    movedBy: ["queue_autoscaler", "scheduled-scaling-enabled"],
  }),
  scalingActions: optional(list(scalingAction(), { maximum: 100 }), { wire: "scaling-actions", unset: [] }),
  scheduledScalingEnabled: optional(flag(), { wire: "scheduled-scaling-enabled", unset: false }),
  startupProbe: optional(probe(), unit),
});

export const CONTAINER_GROUP: UpdatableObject = {
  noun: "container group",
  operation: "updateContainerGroup",
  nameParameter: "containerGroupName",
  body: containerGroupUpdate,
};

/** The arguments of `ContainerGroup`: the body's fields and the provider's own. */
export const containerGroupArguments = object({
  ...containerGroupUpdate.shape,
  ...projectPlacement,
  name: required(resourceName()),
  onDestroy: argument(containerGroupUpdate),
  additionalMembers: argument(jsonObject()),
  removedMembers: argument(removedMembers()),
});

/** A fleet's declaration of one group, or of its defaults. With `null` a group goes without a default. */
const fleetGroup = () =>
  object({
    ...containerGroupUpdate.shape,
    onDestroy: optional(containerGroupUpdate),
    additionalMembers: optional(jsonObject()),
    removedMembers: optional(removedMembers()),
  });

/** The arguments of `ContainerGroupFleet`. */
export const containerGroupFleetArguments = object({
  ...projectPlacement,
  defaults: argument(fleetGroup()),
  groups: required(map(fleetGroup(), resourceName())),
});

/** The state of a group's containers. Undocumented fields are kept if they are scalars. */
const groupState = () =>
  z.object({
    startTime: optional(timestamp()),
    finishTime: optional(timestamp()),
    description: optional(text()),
    instanceStatusCounts: optional(
      z.object({
        allocatingCount: optional(integer()),
        creatingCount: optional(integer()),
        runningCount: optional(integer()),
        stoppingCount: optional(integer()),
      }),
    ),
    additionalMembers: scalarRest(),
  });

const version = () => optional(integerBetween(1, 2_147_483_647));

/** The fields that are kept of a container group's response, none of which is secret. */
export const containerGroupObserved = z.object({
  id: optional(uuid()),
  version: version(),
  pendingChange: optional(flag()),
  currentState: optional(groupState()),
  createTime: optional(timestamp()),
  updateTime: optional(timestamp()),
  autostartPolicy: optional(flag()),
  restartPolicy: optional(oneOf(["always", "on_failure", "never"])),
  priority: optional(priority()),
  replicas: optional(integerBetween(0, 500)),
  displayName: optional(text()),
  countryCodes: optional(list(countryCode(), { maximum: 500 })),
  scheduledScalingEnabled: optional(flag(), { wire: "scheduled-scaling-enabled" }),
  networking: optional(
    z.object({
      auth: optional(flag()),
      dns: optional(text()),
      loadBalancer: optional(text()),
      port: optional(integer()),
      clientRequestTimeout: optional(integer()),
      serverResponseTimeout: optional(integer()),
      singleConnectionLimit: optional(flag()),
    }),
  ),
  queueConnection: optional(
    z.object({ path: optional(text()), port: optional(integer()), queueName: optional(resourceName()) }),
  ),
  container: optional(z.object({ hash: optional(text()), size: optional(text(), { decimal: true }) })),
});

/** The response fields that a fleet keeps. */
export const fleetGroupObserved = z.object({
  id: optional(uuid()),
  version: version(),
  pendingChange: optional(flag()),
  replicas: optional(integerBetween(0, 500)),
});

/** The fields kept of a queue's attached groups. */
export const attachedContainerGroupObserved = z.object({
  id: optional(uuid()),
  name: optional(resourceName()),
  displayName: optional(text()),
  replicas: optional(integerBetween(0, 500)),
  version: version(),
  pendingChange: optional(flag()),
  currentState: optional(groupState()),
});
