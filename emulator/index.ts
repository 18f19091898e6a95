export { startEmulator, type Emulator, type EmulatorOptions } from "./emulator";
export type { Fault, FaultKind } from "./faults";
export type { JsonObject, JsonValue } from "./json";
export type { RecordedRequest } from "./requestLog";
export type { EndpointSeed, GroupSeed, QueueSeed, SeedPart } from "./seeds";
