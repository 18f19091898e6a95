import { ObjectProvider } from "./objectProvider";
import type { ObjectKind } from "./adoption";
import { containerGroupArguments, containerGroupObserved, containerGroupUpdate } from "../core/schema";

export const containerGroupKind: ObjectKind = {
  noun: "container group",
  operation: "updateContainerGroup",
  nameParameter: "containerGroupName",
  arguments: containerGroupArguments,
  body: containerGroupUpdate,
  observed: containerGroupObserved,
  repeats: { priority: [["container", "priority"]] },
};

/** What happens to a `ContainerGroup` (interface sections 2.1 and 4.1). */
export const containerGroup = () => new ObjectProvider(containerGroupKind);
