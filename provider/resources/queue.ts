import type { DeclaredObjects } from "../engine/declaredObjects";
import { ObjectProvider } from "./objectProvider";
import { QUEUE, queueArguments, queueObserved } from "../core/schema/queue";

/** What happens to a `Queue`. */
export const queue = (declared?: DeclaredObjects) =>
  new ObjectProvider({ ...QUEUE, arguments: queueArguments, observed: queueObserved }, declared);
