import { ARGUMENTS, SECRET_FIELDS } from "./schemaFacts";
import type { SecretFields } from "./secretFields";

/** What the resource classes differ in. */
export interface ResourceKind {
  /** The class's name, as errors give it. */
  readonly label: string;
  /** Pulumi's type token, which routes the resource to the dynamic-provider process. */
  readonly type: string;
  /** The text that process evaluates. */
  readonly providerText: string;
  /** Each of them can be read from the resource, given or not. */
  readonly arguments: readonly string[];
  /** The fields of the arguments that are secret without being asked. */
  readonly secrets: SecretFields;
  /** What it declares of the service: no two resources of a program may declare the same. A job is posted, not declared. */
  readonly declares?: DeclaredObjects;
  /** Why nothing can be read from the service, and what to do instead. */
  readonly notReadable: string;
}

/** The objects that a resource declares, and the argument that names them. */
export interface DeclaredObjects {
  readonly what: "group" | "queue";
  /** It is the one name, by default the resource's; or a map by name. */
  readonly argument: "name" | "groups";
}

/** What is the same for all kinds: what follows from the class's name, and what the schema says. */
function kind<Kind extends keyof typeof ARGUMENTS>(name: Kind) {
  const label = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  return {
    label,
    type: `pulumi-nodejs:dynamic/containergroups:${label}`,
    // The engine keeps this text twice in the state of each resource and evaluates it in a process of its own. A change of it
    // would show as a difference of every resource, and what an old release wrote must find its provider: it never changes.
    providerText: `exports.handler=()=>require("pulumi-containergroups/provider").${name}()`,
    arguments: ARGUMENTS[name],
    secrets: SECRET_FIELDS[name],
  };
}

const notReadable = "declaring the resource adopts what exists already";

/** The resource classes. */
export const RESOURCE_KINDS = {
  containerGroup: { ...kind("containerGroup"), declares: { what: "group", argument: "name" }, notReadable },
  containerGroupFleet: { ...kind("containerGroupFleet"), declares: { what: "group", argument: "groups" }, notReadable },
  queue: { ...kind("queue"), declares: { what: "queue", argument: "name" }, notReadable },
  queueJob: {
    ...kind("queueJob"),
    notReadable: "a job cannot be read back, and declaring the resource posts a new one",
  },
} satisfies Record<string, ResourceKind>;
