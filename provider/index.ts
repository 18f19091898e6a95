// What the engine's dynamic-provider process loads, and the two functions that run in the program's process.
export { containerGroup } from "./resources/containerGroup";
export { containerGroupFleet } from "./resources/containerGroupFleet";
export { iterateInferenceEndpointJobs, listInferenceEndpointJobs } from "./functions/inferenceEndpointJob";
export { queue } from "./resources/queue";
export { queueJob } from "./resources/queueJob";
