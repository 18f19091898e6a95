import { ARGUMENTS, SECRET_FIELDS } from "./schemaFacts";
import type { SecretFields } from "./secretFields";

/** The facts of one resource class. */
export interface ResourceKind {
  /** The class's name in errors. */
  readonly label: string;
  /** Pulumi's type token, which routes the resource to the dynamic-provider process. */
  readonly type: string;
  /** The text that process evaluates. */
  readonly providerText: string;
  /** The arguments, each readable on the resource. */
  readonly arguments: readonly string[];
  /** The fields of the arguments that are secret without being asked. */
  readonly secrets: SecretFields;
  /** The objects that it declares; only one resource of a program may declare each. A job is posted, not declared. */
  readonly declares?: DeclaredObjects;
  /** The reason why the option `import` is refused, for its error. */
  readonly notImportable: string;
}

/** The objects that a resource declares, and the argument that names them. */
export interface DeclaredObjects {
  readonly what: "group" | "queue";
  /** `name` defaults to the resource's; `groups` is a map by name. */
  readonly argument: "name" | "groups";
}

/** The fields that follow from the class's name and from the schema. */
function kind<Kind extends keyof typeof ARGUMENTS>(name: Kind) {
  const label = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  return {
    label,
    type: `pulumi-nodejs:dynamic/containergroups:${label}`,
    // The engine keeps this text twice in the state of each resource and evaluates it in a process of its own. It must never
    // change: every resource would show a difference, and the state of an old release must find its provider.
    providerText: `exports.handler=()=>require("pulumi-containergroups/provider").${name}()`,
    arguments: ARGUMENTS[name],
    secrets: SECRET_FIELDS[name],
  };
}

const notImportable = "declaring the resource adopts what exists already";

export const RESOURCE_KINDS = {
  containerGroup: { ...kind("containerGroup"), declares: { what: "group", argument: "name" }, notImportable },
  containerGroupFleet: {
    ...kind("containerGroupFleet"),
    declares: { what: "group", argument: "groups" },
    notImportable,
  },
  queue: { ...kind("queue"), declares: { what: "queue", argument: "name" }, notImportable },
  queueJob: {
    ...kind("queueJob"),
    notImportable: "a job cannot be read back, and declaring the resource posts a new one",
  },
} satisfies Record<string, ResourceKind>;
