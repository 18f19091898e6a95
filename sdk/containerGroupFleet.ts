import type * as pulumi from "@pulumi/pulumi";
import type { ContainerGroupUpdateArgs, GroupArgs } from "./containerGroupUpdate";
import { ContainerGroupsResource, isOfKind } from "./internal/resource";
import { RESOURCE_KINDS } from "./internal/resourceKinds";
import type { Json } from "./json";
import type { ProjectArgs } from "./resourceArgs";

/**
 * What a program declares of one group of a fleet, or of all of them. `docs/fields.md` lists each field with its name in the API,
 * its limits, and what is sent when it is taken out of the program.
 */
export interface ContainerGroupFleetGroupArgs extends GroupArgs<null | undefined> {}

/** What a program declares of many container groups of one project, and which groups they are. */
export interface ContainerGroupFleetArgs extends ProjectArgs {
  /**
   * What all groups have in common. A group is declared by this and its own entry in `groups`, which wins: objects are merged
   * field by field, arrays and everything else are taken whole. A change of it updates only the groups that it changes.
   */
  defaults?: pulumi.Input<ContainerGroupFleetGroupArgs | undefined>;
  /**
   * The groups by their names in the service, each 2 to 63 characters that match `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. An entry holds
   * what only this group has, and may be empty. `null` in it removes the field of this group, whatever `defaults` says.
   *
   * A group that is added must exist, and is sent its declared fields. One that is taken out is forgotten, after its `onDestroy`
   * if it has one. Any part may be an output; keep the map itself plain where you can, because an output that holds one secret is
   * secret as a whole.
   */
  groups: pulumi.Input<{ [name: string]: pulumi.Input<ContainerGroupFleetGroupArgs> }>;
}

/**
 * What is kept of the last response for one group of a fleet: few fields, so that a fleet of thousands stays quick. It is a
 * record of that moment, because the API cannot read a group. Each field is `undefined` where the response does not hold it and
 * until a request was made; `replicas` is not kept with the setting `observed: summary`.
 */
export interface ContainerGroupFleetObserved {
  /** The identifier of the group, a UUID. */
  id: string | undefined;
  /** Grows with every change of the configuration: 1 to 2147483647. */
  version: number | undefined;
  /** True while a requested change is not yet applied to all containers. */
  pendingChange: boolean | undefined;
  /** The desired number of instances: 0 to 500. */
  replicas: number | undefined;
}

type Update = pulumi.Unwrap<ContainerGroupUpdateArgs>;

/** What is declared of a group, once all outputs are known. */
interface DeclaredGroup extends Update {
  additionalMembers?: { [member: string]: Json } | null;
  onDestroy?: Update | null;
  removedMembers?: "unset" | "leave" | null;
}

/**
 * Many container groups of one project in one resource: groups that exist already, and the fields of them that the program
 * manages.
 *
 * - Create sends each group one merge patch with its declared fields, or nothing where none is declared. The groups must exist,
 *   because the API cannot create one.
 * - Update sends one merge patch, with the difference, to each group that changed.
 * - Delete sends each group its `onDestroy`, if it has one, and else nothing.
 * - Refresh sends nothing, unless the setting `refresh` is `patch` (`docs/drift.md`).
 *
 * Up to `maxConnections` requests are made at once. If some groups fail, the others are kept as done, and the next `pulumi up`
 * sends only what is missing (`docs/scale.md`). A change of `organizationName`, `projectName` or `profile` replaces the
 * resource. Arguments of more than 8 MB as JSON are refused at the preview.
 *
 * From some hundred groups on a fleet is much faster than one `ContainerGroup` for each, because the engine does its own work
 * once and not for each group (`docs/scale.md`). In exchange `dependsOn`, `protect`, `aliases` and `--target` apply to all groups
 * at once. `ignoreChanges` takes paths, such as `groups["web"].replicas`, and applies to the entry of that group. Name each
 * group, because the engine does not apply a `*` in an update that adds or takes out a group. For a group that is added, what is
 * ignored is not sent either.
 *
 * A program may declare a group only once: in one fleet, or as one `ContainerGroup`.
 *
 * Always secret, in `defaults` and in each entry of `groups`: `container.registryAuthentication`, and of `container.logging` the
 * fields `axiom.apiToken`, `datadog.apiKey`, `http.password`, `http.headers`, `newRelic.ingestionKey` and `splunk.token`; the
 * same in `onDestroy`, and every field with one of these names in `additionalMembers` (`docs/secrets.md`).
 *
 * The Pulumi id is `organization/project`.
 *
 * @example Manage the replicas of two groups.
 * ```ts
 * new ContainerGroupFleet("edge", { groups: { "edge-eu": { replicas: 3 }, "edge-us": { replicas: 5 } } });
 * ```
 *
 * @example Declare once what all groups have in common, and in each entry what differs.
 * ```ts
 * const config = new pulumi.Config();
 * new ContainerGroupFleet("edge", {
 *   projectName: "vision",
 *   defaults: {
 *     container: {
 *       image: "registry.example.com/vision:1.4.2",
 *       environmentVariables: { LOG_LEVEL: "info", TOKEN: config.requireSecret("token") },
 *     },
 *     replicas: 2,
 *     onDestroy: { replicas: 0 },
 *   },
 *   groups: {
 *     "edge-eu": {},
 *     "edge-us": { replicas: 5, container: { environmentVariables: { LOG_LEVEL: "debug" } } },
 *     "edge-in": { container: { environmentVariables: { TOKEN: null } } },
 *   },
 * });
 * ```
 *
 * @example Make the groups from data, leave the replicas of one to its autoscaler, and export the version of each.
 * ```ts
 * const regions = ["de", "fr", "us"];
 * const shards = regions.flatMap((region) => Array.from({ length: 100 }, (_, shard) => ({ region, shard })));
 * const fleet = new ContainerGroupFleet("workers", {
 *   defaults: { readinessProbe: { http: { path: "/ready", port: 8080 }, periodSeconds: 5 } },
 *   groups: Object.fromEntries(
 *     shards.map(({ region, shard }) => [`worker-${region}-${shard}`, { countryCodes: [region], replicas: 1 }]),
 *   ),
 * }, { ignoreChanges: ['groups["worker-de-0"].replicas'] });
 * export const versions = fleet.observed.apply((observed) =>
 *   Object.fromEntries(Object.entries(observed).map(([name, { version }]) => [name, version])),
 * );
 * ```
 */
export class ContainerGroupFleet extends ContainerGroupsResource {
  /** The type token, by which typed policies (`validateResourceOfType`) find these resources. */
  public static readonly __pulumiType = RESOURCE_KINDS.containerGroupFleet.type;

  /** What all groups have in common, as declared. */
  declare public readonly defaults: pulumi.Output<DeclaredGroup | undefined>;
  /** The entries of the groups as declared, by name. */
  declare public readonly groups: pulumi.Output<{ [name: string]: DeclaredGroup }>;
  /** What is kept of the last response for each group, by name. */
  declare public readonly observed: pulumi.Output<{ [name: string]: ContainerGroupFleetObserved }>;

  /**
   * Declares a fleet of container groups.
   *
   * @param name the name of the resource in the program
   * @param args what the program manages of the groups
   * @param opts Pulumi's resource options. `import` is refused: a new resource adopts the groups anyway
   * @throws pulumi.RunError when `opts.import` is given, when this package is no direct dependency of the program, when `args`
   *   hold a value that JSON cannot express, or when another resource of the program declares one of the groups. What an output
   *   or a promise turns out to hold fails the deployment instead.
   */
  constructor(name: string, args: ContainerGroupFleetArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(RESOURCE_KINDS.containerGroupFleet, name, args, opts);
  }

  /** Whether `value` is a `ContainerGroupFleet`, of this copy of the package or another one. */
  public static override isInstance(value: unknown): value is ContainerGroupFleet {
    return isOfKind(value, RESOURCE_KINDS.containerGroupFleet);
  }
}
