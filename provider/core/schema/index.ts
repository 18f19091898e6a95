export {
  containerGroupArguments,
  containerGroupFleetArguments,
  containerGroupObserved,
  containerGroupUpdate,
  fleetGroupObserved,
} from "./containerGroup";
export { inferenceEndpointJob, iterateArguments, listArguments } from "./inferenceEndpointJob";
export { queueArguments, queueObserved, queueUpdate } from "./queue";
export { queueJobArguments, queueJobBody, queueJobObserved } from "./queueJob";
export { CONTAINER_GROUP, QUEUE, type UpdatableObject } from "./updatableObject";
