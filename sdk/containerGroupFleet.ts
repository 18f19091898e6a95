import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput } from "./inputs";
import type { ContainerGroupUpdateArgs } from "./containerGroupUpdate";
import { ContainerGroupsResource, getRefusal, isOfKind } from "./internal/containerGroupsResource";
import { RESOURCE_KINDS } from "./internal/resourceKinds";
import type { Json, JsonObjectInput } from "./json";

/** What a program declares of one group of a fleet: the members of interface section 4.1, and what is not one of them. */
export interface ContainerGroupFleetGroupArgs extends ContainerGroupUpdateArgs {
  /**
   * A JSON object in wire form (snake_case, as the service spells it) that is merged into the patch: the way to members
   * that the interface does not show. Its members are managed as all others are; one that a typed argument declares too is
   * refused. Not secret by itself. In an entry, `null` is none of those that `defaults` holds.
   */
  additionalMembers?: pulumi.Input<JsonObjectInput | null | undefined>;
  /**
   * The update that is sent to the group when it is taken out of `groups`, or the fleet is deleted, such as
   * `{ replicas: 0 }`. Without it, no request is made then: the interface has no way to delete a group. A change of it alone
   * makes no request either. In an entry, `null` is none, whatever `defaults` holds.
   */
  onDestroy?: ObjectInput<ContainerGroupUpdateArgs | null | undefined>;
  /**
   * What becomes of fields that are taken out of the program in that update: `"unset"` removes them in the service, `"leave"` forgets them
   * without a request, so that others can manage them. `replicas` is always left. Default: the setting `removedMembers`, else `"unset"`.
   * It never travels, and a change of it alone makes no request.
   */
  removedMembers?: pulumi.Input<"unset" | "leave" | null | undefined>;
}

/** What a program declares of many container groups of one project. */
export interface ContainerGroupFleetArgs {
  /**
   * The organization: 2 to 63 characters of `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. Default: the setting `organizationName`. A
   * change replaces the resource: other groups are declared, these are forgotten.
   */
  organizationName?: pulumi.Input<string | undefined>;
  /** The project, by the same name rule. Default: the setting `projectName`. A change replaces the resource. */
  projectName?: pulumi.Input<string | undefined>;
  /** The entry of the setting `profiles` whose settings are laid over the stack's. A change replaces the resource. */
  profile?: pulumi.Input<string | undefined>;
  /**
   * What all groups have in common. A group's declaration is this merged with its own entry of `groups`: objects deep, lists
   * and everything else whole, and what the entry says wins. A change of it updates the groups that it makes a difference to.
   */
  defaults?: ObjectInput<ContainerGroupFleetGroupArgs | undefined>;
  /**
   * The groups, by their names in the service: 2 to 63 characters of `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. An entry holds what is
   * the group's own, and may be empty; `null` in it says that the group has that member removed, whatever `defaults` holds.
   *
   * A group that is added is adopted, one that is taken out is forgotten: it gets its `onDestroy`, if any. Any part may be an
   * output, but keep the map itself plain where you can: as an output that holds one secret, it is secret as a whole.
   */
  groups: pulumi.Input<{ [name: string]: ObjectInput<ContainerGroupFleetGroupArgs> }>;
}

/**
 * What the service answered to the last update of a group of a fleet (interface section 2.1): a few members, so that a fleet
 * of thousands stays quick. A member is `undefined` where the service left it out, where no request was made yet, and
 * `replicas` with the setting `observed: summary`. It is a record of that answer, not a live view: the interface has no way
 * to read a group.
 */
export interface ContainerGroupFleetObserved {
  /** The group's identifier, a UUID. */
  id: string | undefined;
  /** Grows with every configuration change: 1 to 2147483647. */
  version: number | undefined;
  /** True while a requested change is not yet applied to all containers. */
  pendingChange: boolean | undefined;
  /** The desired instance count. */
  replicas: number | undefined;
}

type Update = pulumi.Unwrap<ContainerGroupUpdateArgs>;

/** A group as declared, once all outputs are known. */
interface DeclaredGroup extends Update {
  additionalMembers?: { [member: string]: Json } | null;
  onDestroy?: Update | null;
  removedMembers?: "unset" | "leave" | null;
}

/**
 * Many container groups of one project that exist, and the members of them that the program declares, in one resource.
 *
 * Each group is adopted as by `ContainerGroup`: creating the resource sends one merge patch a group with its declared members
 * (none declared: no request), an update sends one patch to each group that changed, with the difference alone, and deleting
 * sends each group its `onDestroy`, if any. Up to `maxConnections` requests are made at once. Where some groups fail, the
 * others are kept, and the next `pulumi up` sends only what is missing. The groups must exist: the interface has no way to
 * create one.
 *
 * A fleet is the better choice for large stacks, of some hundred groups and more: Pulumi's own work for a resource, which is
 * most of the time that a group takes, is done once. What is given up is what Pulumi does for each resource: groups of a fleet
 * have no `dependsOn`, `protect` or `aliases` of their own, `--target` takes all or none, and a preview has one line for the
 * fleet, with what changes in which group in its details. `ignoreChanges` works by path, such as `groups["web"].replicas`, on
 * what the group's own entry says. Name each group: Pulumi does not apply a `*` where a group is taken out. Of a group that is
 * added to a fleet, what is ignored is not sent either.
 *
 * A group must be declared once in a program: by one fleet, or by one `ContainerGroup`.
 *
 * Secret without being asked, in `defaults` and in each entry of `groups`: `container.registryAuthentication`, and of
 * `container.logging` `axiom.apiToken`, `datadog.apiKey`, `http.password`, `http.headers`, `newRelic.ingestionKey` and
 * `splunk.token`; the same in `onDestroy`.
 *
 * The Pulumi id is `organization/project`.
 *
 * @example Keep the replicas of two groups.
 * ```ts
 * new ContainerGroupFleet("edge", { groups: { "edge-eu": { replicas: 3 }, "edge-us": { replicas: 5 } } });
 * ```
 *
 * @example Say once what all have in common, and in each entry what differs.
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
 * @example Make the groups from data, leave the replicas of one to its autoscaler, and export each group's version.
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
  /** The organization: the argument, else the setting. */
  declare public readonly organizationName: pulumi.Output<string>;
  /** The project: the argument, else the setting. */
  declare public readonly projectName: pulumi.Output<string>;
  /** The profile, if one was given. */
  declare public readonly profile: pulumi.Output<string | undefined>;
  /** What all groups have in common, as declared. */
  declare public readonly defaults: pulumi.Output<DeclaredGroup | undefined>;
  /** The groups' own entries as declared, by the groups' names. */
  declare public readonly groups: pulumi.Output<{ [name: string]: DeclaredGroup }>;
  /** What the service answered to the last update of each group, by the groups' names. */
  declare public readonly observed: pulumi.Output<{ [name: string]: ContainerGroupFleetObserved }>;

  /**
   * Declares a fleet of container groups.
   *
   * @param name the resource's name in the program
   * @param args what is declared of the groups
   * @param opts Pulumi's resource options; `import` is refused, since declaring the resource is adopting
   * @throws pulumi.RunError when `args` hold a value that JSON cannot, or when another resource of this program
   *   declares one of the groups. Both fail the deployment, not the constructor, where they show in an output only.
   */
  constructor(name: string, args: ContainerGroupFleetArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(RESOURCE_KINDS.containerGroupFleet, name, args, opts);
  }

  /** Whether `value` is a fleet of container groups of this package, also one that another copy of the package made. */
  public static override isInstance(value: unknown): value is ContainerGroupFleet {
    return isOfKind(value, RESOURCE_KINDS.containerGroupFleet);
  }

  /**
   * Always throws, and says what to do instead.
   *
   * @deprecated The API has no way to read a group: declare it in one stack, and read that stack's outputs from others with
   *   `pulumi.StackReference`.
   */
  public static get(_name: string, _id: pulumi.Input<pulumi.ID>): never {
    throw getRefusal(RESOURCE_KINDS.containerGroupFleet);
  }
}
