export type {
  ContainerArgs,
  Priority,
  RegistryAuthenticationArgs,
  RegistryCredentialsArgs,
  ResourcesArgs,
} from "./container";
export { ContainerGroup } from "./containerGroup";
export type { ContainerGroupArgs } from "./containerGroup";
export { ContainerGroupFleet } from "./containerGroupFleet";
export type {
  ContainerGroupFleetArgs,
  ContainerGroupFleetGroupArgs,
  ContainerGroupFleetObserved,
} from "./containerGroupFleet";
export type {
  ContainerGroupObserved,
  ContainerGroupState,
  ContainerObserved,
  InstanceStatusCounts,
  QueueConnection,
  RestartPolicy,
} from "./containerGroupObserved";
export type { ContainerGroupUpdateArgs } from "./containerGroupUpdate";
export type {
  InferenceEndpointJob,
  InferenceEndpointJobEvent,
  InferenceEndpointJobsArgs,
  IterateInferenceEndpointJobsArgs,
  ListInferenceEndpointJobsArgs,
  ListInferenceEndpointJobsOutputArgs,
  ListInferenceEndpointJobsResult,
} from "./inferenceEndpointJob";
export type { Json, JsonInput, JsonObjectInput, JsonScalar, OptionalJsonInput } from "./json";
export {
  iterateInferenceEndpointJobs,
  listInferenceEndpointJobs,
  listInferenceEndpointJobsOutput,
} from "./listInferenceEndpointJobs";
export type {
  AxiomLoggingArgs,
  DatadogLoggingArgs,
  HttpLoggingArgs,
  LoggingArgs,
  NewRelicLoggingArgs,
  SplunkLoggingArgs,
  TcpLoggingArgs,
} from "./logging";
export type { NameValueArgs } from "./nameValue";
export type { NetworkingArgs, NetworkingObserved } from "./networking";
export type { ExecProbeArgs, GrpcProbeArgs, HttpProbeArgs, ProbeArgs, TcpProbeArgs } from "./probe";
export { Queue } from "./queue";
export type { QueueArgs, QueueContainerGroup, QueueObserved } from "./queue";
export { QueueJob } from "./queueJob";
export type { JobEvent, QueueJobArgs, QueueJobObserved, QueueJobStatus } from "./queueJob";
export type { QueueAutoscalerArgs, ScalingActionArgs } from "./scaling";
