interface ResourceRecord {
  type: string;
  inputs?: object;
  propertyDependencies?: object;
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** What the program said: members that are not for the host or the provider alone. */
const argumentsOf = (members: object = {}) =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !name.startsWith("__")));

/** A record as it would be with nothing but arguments: as its inputs, and the same again as its outputs. */
function withArgumentsAlone(record: ResourceRecord): ResourceRecord & { outputs: object } {
  const { inputs, propertyDependencies } = record;
  return {
    ...record,
    inputs: argumentsOf(inputs),
    outputs: argumentsOf(inputs),
    propertyDependencies: propertyDependencies && argumentsOf(propertyDependencies),
  };
}

/**
 * The bytes that a dynamic resource adds to the state, on average over those of an exported state: its record as JSON without
 * white space, as the file backend keeps it, less what the same record would be with its arguments alone, as inputs and as outputs.
 * What the engine writes by itself is in both. So it counts the provider's text, twice, and all outputs that are no arguments.
 *
 * @throws Error when the state holds no dynamic resource
 */
export function addedBytes(state: string): number {
  const { deployment } = JSON.parse(state) as { deployment: { resources: ResourceRecord[] } };
  const records = deployment.resources.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic"));
  if (records.length === 0) {
    throw new Error("the state holds no dynamic resource");
  }
  const added = records.map((record) => bytesOf(record) - bytesOf(withArgumentsAlone(record)));
  return added.reduce((sum, bytes) => sum + bytes, 0) / added.length;
}
