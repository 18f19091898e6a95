import { ObjectProvider } from "./objectProvider";
import { queueArguments, queueObserved, queueUpdate } from "../core/schema";

/** What happens to a `Queue` (interface sections 2.11 and 4.3). */
export const queue = () =>
  new ObjectProvider({
    noun: "queue",
    operation: "updateQueue",
    nameParameter: "queueName",
    arguments: queueArguments,
    body: queueUpdate,
    observed: queueObserved,
  });
