import type { DeclaredObjects } from "../engine/declaredObjects";
import { ObjectProvider } from "./objectProvider";
import type { ObjectKind } from "./objectKind";
import { CONTAINER_GROUP, containerGroupArguments, containerGroupObserved } from "../core/schema/containerGroup";

export const containerGroupKind: ObjectKind = {
  ...CONTAINER_GROUP,
  arguments: containerGroupArguments,
  observed: containerGroupObserved,
  repeats: { priority: [["container", "priority"]] },
};

/** What happens to a `ContainerGroup`. */
export const containerGroup = (declared?: DeclaredObjects) => new ObjectProvider(containerGroupKind, declared);
