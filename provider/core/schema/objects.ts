import type { z } from "zod";
import { RESOURCE_NAME } from "../../../common/names";
import { argument, text } from "./annotation";

/** The API's format of every display name. */
const DISPLAY_NAME = /^[ ,-.0-9A-Za-z]+$/;

export const resourceName = () => text({ minimum: 2, maximum: 63, pattern: RESOURCE_NAME });

export const displayName = () => text({ minimum: 2, maximum: 63, pattern: DISPLAY_NAME });

/** The name of a set of settings. */
export const profile = () => argument(text({ minimum: 1, maximum: 200 }));

/** Where an object lives. The defaults are settings, and `profile` chooses the set of settings. */
export const projectPlacement = {
  organizationName: argument(resourceName()),
  projectName: argument(resourceName()),
  profile: profile(),
};

/** A kind of object that the API can update, and the operation for it. */
export interface UpdatableObject {
  noun: string;
  operation: "updateContainerGroup" | "updateQueue";
  /** The API's path parameter for the name. */
  nameParameter: string;
  body: z.ZodType;
}
