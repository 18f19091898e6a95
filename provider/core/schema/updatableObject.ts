import type { z } from "zod";
import { containerGroupUpdate } from "./containerGroup";
import { queueUpdate } from "./queue";

/** A kind of object that the API lets us update, and the operation that does. */
export interface UpdatableObject {
  noun: string;
  operation: "updateContainerGroup" | "updateQueue";
  /** What the API calls the last name of the path. */
  nameParameter: string;
  body: z.ZodType;
}

export const CONTAINER_GROUP: UpdatableObject = {
  noun: "container group",
  operation: "updateContainerGroup",
  nameParameter: "containerGroupName",
  body: containerGroupUpdate,
};

export const QUEUE: UpdatableObject = {
  noun: "queue",
  operation: "updateQueue",
  nameParameter: "queueName",
  body: queueUpdate,
};
