import { argument, text } from "./annotation";
import { resourceName } from "./name";

/** Where an object lives. The defaults come from the configuration; `profile` chooses which one. */
export const projectPlacement = {
  organizationName: argument(resourceName()),
  projectName: argument(resourceName()),
  profile: argument(text({ minimum: 1, maximum: 200 })),
};
