// What the engine's dynamic-provider process loads, and the two functions that run in the program's process.
export { containerGroup } from "./containerGroup";
export { containerGroupFleet } from "./containerGroupFleet";
export { iterateInferenceEndpointJobs, listInferenceEndpointJobs } from "./inferenceEndpointJob";
export { queue } from "./queue";
export { queueJob } from "./queueJob";
