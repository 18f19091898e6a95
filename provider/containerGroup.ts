import { AdoptedObject } from "./adoptedObject";
import { containerGroupArguments, containerGroupObserved, containerGroupUpdate } from "./core/schema";

/** What happens to a `ContainerGroup` (interface sections 2.1 and 4.1). */
export const containerGroup = () =>
  new AdoptedObject({
    noun: "container group",
    operation: "updateContainerGroup",
    nameParameter: "containerGroupName",
    arguments: containerGroupArguments,
    body: containerGroupUpdate,
    observed: containerGroupObserved,
  });
