import { z } from "zod";
import {
  argument,
  integerBetween,
  list,
  object,
  optional,
  removedMembers,
  required,
  text,
  timestamp,
  uuid,
} from "./annotation";
import { attachedContainerGroupObserved } from "./containerGroup";
import { displayName, projectPlacement, resourceName, type UpdatableObject } from "./objects";

/** The API's pattern is `^.*$`, which allows no line break. */
const description = () => text({ maximum: 500, pattern: /^.*$/ });

/** The body of an update of a queue. */
export const queueUpdate = object({
  description: optional(description()),
  displayName: optional(displayName()),
});

export const QUEUE: UpdatableObject = {
  noun: "queue",
  operation: "updateQueue",
  nameParameter: "queueName",
  body: queueUpdate,
};

/** The arguments of `Queue`. */
export const queueArguments = object({
  ...queueUpdate.shape,
  ...projectPlacement,
  name: required(resourceName()),
  removedMembers: argument(removedMembers()),
});

/** What is kept of a queue's response. */
export const queueObserved = z.object({
  id: optional(uuid()),
  displayName: optional(text()),
  description: optional(text()),
  createTime: optional(timestamp()),
  updateTime: optional(timestamp()),
  currentQueueLength: optional(integerBetween(0, 2_147_483_647)),
  containerGroups: optional(list(attachedContainerGroupObserved, { maximum: 100 })),
});
