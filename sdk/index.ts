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
  NetworkingObserved,
  QueueConnection,
  RestartPolicy,
} from "./containerGroupObserved";
export type {
  ContainerGroupUpdateArgs,
  ExecProbeArgs,
  GrpcProbeArgs,
  HttpProbeArgs,
  NetworkingArgs,
  ProbeArgs,
  QueueAutoscalerArgs,
  ScalingActionArgs,
  TcpProbeArgs,
} from "./containerGroupUpdate";
export type {
  AxiomLoggingArgs,
  ContainerArgs,
  DatadogLoggingArgs,
  HttpLoggingArgs,
  LoggingArgs,
  NameValueArgs,
  NewRelicLoggingArgs,
  Priority,
  RegistryAuthenticationArgs,
  RegistryCredentialsArgs,
  ResourcesArgs,
  SplunkLoggingArgs,
  TcpLoggingArgs,
} from "./container";
export {
  iterateInferenceEndpointJobs,
  listInferenceEndpointJobs,
  listInferenceEndpointJobsOutput,
} from "./inferenceEndpointJob";
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
export { Queue } from "./queue";
export type { QueueArgs, QueueContainerGroup, QueueObserved } from "./queue";
export { QueueJob } from "./queueJob";
export type { JobEvent, QueueJobArgs, QueueJobObserved, QueueJobStatus } from "./queueJob";
