import type { Json } from "../core/json/json";

/**
 * The most that the properties of a resource may take. What an error keeps of a resource travels in a gRPC header, which ends at
 * 16 MiB in base64; beyond it the connection breaks, and with it every other resource that is being changed.
 */
export const MAX_PROPERTIES_BYTES = 11_500_000;

const lengthOf = (bytes: number): number => (bytes < 128 ? 1 : bytes < 16_384 ? 2 : bytes < 2_097_152 ? 3 : 4);

/** A field of a message: its tag, its length and what is in it. */
const fieldOf = (bytes: number): number => 1 + lengthOf(bytes) + bytes;

const textOf = (text: string): number => fieldOf(Buffer.byteLength(text));

/** The size of a value as the dynamic-provider host sends it: a protobuf `Struct`. */
function valueBytes(value: Json): number {
  if (typeof value === "string") {
    return textOf(value);
  }
  if (typeof value === "number") {
    return 9;
  }
  if (typeof value !== "object" || value === null) {
    return 2;
  }
  if (Array.isArray(value)) {
    return fieldOf(value.reduce<number>((sum, each) => sum + fieldOf(valueBytes(each)), 0));
  }
  return fieldOf(propertiesBytes(value));
}

/** The size of properties as the dynamic-provider host sends them. */
export function propertiesBytes(properties: { [key: string]: Json }): number {
  return Object.entries(properties).reduce(
    (sum, [key, value]) => sum + fieldOf(textOf(key) + fieldOf(valueBytes(value))),
    0,
  );
}

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
