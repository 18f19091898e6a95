import type { DeclaredObjects } from "../host/declaredObjects";
import { ObjectProvider } from "./objectProvider";
import type { ObjectKind } from "./adoption/objectKind";
import { CONTAINER_GROUP, containerGroupArguments, containerGroupObserved } from "../core/schema";

export const containerGroupKind: ObjectKind = {
  ...CONTAINER_GROUP,
  arguments: containerGroupArguments,
  observed: containerGroupObserved,
  repeats: { priority: [["container", "priority"]] },
};

/** What happens to a `ContainerGroup`. */
export const containerGroup = (declared?: DeclaredObjects) => new ObjectProvider(containerGroupKind, declared);
