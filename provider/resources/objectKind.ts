import type { z } from "zod";
import { CONTAINER_GROUP, containerGroupArguments, containerGroupObserved } from "../core/schema/containerGroup";
import { QUEUE, queueArguments, queueObserved } from "../core/schema/queue";
import type { UpdatableObject } from "../core/schema/objects";
import { membersOf, type Member } from "../core/schema/members";
import type { ObservedShape } from "./observing";

/** A kind of object that the API lets us patch. */
export interface ObjectKind extends ObservedShape, Omit<UpdatableObject, "body"> {
  /** The schema of the resource's arguments. */
  schema: z.ZodType;
  /** The body of the update. */
  body: Member;
}

const objectKind = (object: UpdatableObject, schema: z.ZodType, observed: z.ZodType): ObjectKind => ({
  ...object,
  schema,
  body: membersOf(object.body),
  arguments: membersOf(schema),
  observed: membersOf(observed),
});

export const CONTAINER_GROUP_KIND: ObjectKind = {
  ...objectKind(CONTAINER_GROUP, containerGroupArguments, containerGroupObserved),
  repeats: { priority: [["container", "priority"]] },
};

export const QUEUE_KIND = objectKind(QUEUE, queueArguments, queueObserved);

/** Arguments that address a project of a service: another value means other objects. */
export const PROJECT_ADDRESS = ["organizationName", "projectName", "profile"] as const;

/** Arguments that address an object. */
export const ADDRESS = [...PROJECT_ADDRESS, "name"] as const;
