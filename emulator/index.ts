export { startEmulator, type Emulator, type EmulatorOptions } from "./emulator";
export type { GroupSeed } from "./containerGroup";
export type { Fault, FaultKind } from "./faults";
export type { EndpointSeed } from "./inferenceEndpointJob";
export type { JsonObject, JsonValue } from "./json";
export type { QueueSeed } from "./queue";
export type { RecordedRequest } from "./requestLog";
export type { WebhookCall } from "./webhook";
