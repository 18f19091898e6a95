import type * as pulumi from "@pulumi/pulumi";
import type { ContainerGroupObserved, ObservedOutput } from "./containerGroupObserved";
import type { ContainerGroupUpdateArgs } from "./containerGroupUpdate";
import type { ObjectInput } from "./inputs";
import { ContainerGroupsResource, getRefusal, isOfKind } from "./internal/containerGroupsResource";
import { RESOURCE_KINDS } from "./internal/resourceKinds";
import type { Json, JsonObjectInput } from "./json";

/** What a program declares of one container group: the members of interface section 4.1, and what addresses the group. */
export interface ContainerGroupArgs extends ContainerGroupUpdateArgs {
  /**
   * The group's name in the service: 2 to 63 characters of `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. Default: the resource's name
   * in the program, as it is. A change replaces the resource: another group is declared, this one is forgotten.
   */
  name?: pulumi.Input<string | undefined>;
  /** The organization, by the same name rule. Default: the setting `organizationName`. A change replaces the resource. */
  organizationName?: pulumi.Input<string | undefined>;
  /** The project, by the same name rule. Default: the setting `projectName`. A change replaces the resource. */
  projectName?: pulumi.Input<string | undefined>;
  /** The entry of the setting `profiles` whose settings are laid over the stack's. A change replaces the resource. */
  profile?: pulumi.Input<string | undefined>;
  /**
   * A JSON object in wire form (snake_case, as the service spells it) that is merged into the patch: the way to members
   * that the interface does not show. Its members are managed as all others are; one that a typed argument declares too is
   * refused. Not secret by itself.
   */
  additionalMembers?: pulumi.Input<JsonObjectInput | undefined>;
  /**
   * The update that is sent when the resource is deleted, such as `{ replicas: 0 }`. Without it, deleting makes no request:
   * the interface has no way to delete a group. A change of it alone makes no request either.
   */
  onDestroy?: ObjectInput<ContainerGroupUpdateArgs | undefined>;
  /**
   * What becomes of fields that are taken out of the program in that update: `"unset"` removes them in the service, `"leave"` forgets them
   * without a request, so that others can manage them. `replicas` is always left. Default: the setting `removedMembers`, else `"unset"`.
   * It never travels, and a change of it alone makes no request.
   */
  removedMembers?: pulumi.Input<"unset" | "leave" | undefined>;
}

type Unwrapped = pulumi.Unwrap<ContainerGroupUpdateArgs>;

/**
 * One container group that exists, and the members of it that the program declares.
 *
 * Declaring a group adopts it: creating the resource sends one merge patch with the declared members (none declared: no
 * request), an update sends the difference alone (none: no request), and deleting sends nothing unless `onDestroy` says so.
 * Members that the program does not declare are never touched. The group must exist: the interface has no way to create one.
 *
 * Secret without being asked: `container.registryAuthentication`, and of `container.logging` `axiom.apiToken`,
 * `datadog.apiKey`, `http.password`, `http.headers`, `newRelic.ingestionKey` and `splunk.token`; the same in `onDestroy`.
 *
 * The Pulumi id is `organization/project/name`.
 *
 * @example Keep three replicas of a group that is named as the resource is.
 * ```ts
 * new ContainerGroup("web", { replicas: 3 });
 * ```
 *
 * @example Declare an image and its environment, and scale to nothing on destroy.
 * ```ts
 * const config = new pulumi.Config();
 * new ContainerGroup("web", {
 *   name: "vision-web",
 *   projectName: "vision",
 *   replicas: 3,
 *   container: {
 *     image: "registry.example.com/vision:1.4.2",
 *     environmentVariables: { LOG_LEVEL: "info", TOKEN: config.requireSecret("token") },
 *   },
 *   onDestroy: { replicas: 0 },
 * });
 * ```
 *
 * @example Let an autoscaler move the replicas, and export what the service answered.
 * ```ts
 * const worker = new ContainerGroup("worker", {
 *   replicas: 1,
 *   queueAutoscaler: { desiredQueueLength: 10, minReplicas: 1, maxReplicas: 50 },
 *   readinessProbe: { http: { path: "/ready", port: 8080 }, periodSeconds: 5 },
 *   additionalMembers: { networking: { load_balancer: "round_robin" } },
 * }, { ignoreChanges: ["replicas"] });
 * export const version = worker.observed.version;
 * ```
 */
export class ContainerGroup extends ContainerGroupsResource {
  /** The group's name in the service. */
  declare public readonly name: pulumi.Output<string>;
  /** The organization: the argument, else the setting. */
  declare public readonly organizationName: pulumi.Output<string>;
  /** The project: the argument, else the setting. */
  declare public readonly projectName: pulumi.Output<string>;
  /** The profile, if one was given. */
  declare public readonly profile: pulumi.Output<string | undefined>;
  /** The container as declared. */
  declare public readonly container: pulumi.Output<Unwrapped["container"]>;
  /** The country codes as declared. */
  declare public readonly countryCodes: pulumi.Output<string[] | null | undefined>;
  /** The display name as declared. */
  declare public readonly displayName: pulumi.Output<string | null | undefined>;
  /** The liveness probe as declared. */
  declare public readonly livenessProbe: pulumi.Output<Unwrapped["livenessProbe"]>;
  /** The networking as declared. */
  declare public readonly networking: pulumi.Output<Unwrapped["networking"]>;
  /** The autoscaler as declared. */
  declare public readonly queueAutoscaler: pulumi.Output<Unwrapped["queueAutoscaler"]>;
  /** The readiness probe as declared. */
  declare public readonly readinessProbe: pulumi.Output<Unwrapped["readinessProbe"]>;
  /** The instance count as declared; what the service answered is `observed.replicas`. */
  declare public readonly replicas: pulumi.Output<number | null | undefined>;
  /** The scaling actions as declared. */
  declare public readonly scalingActions: pulumi.Output<Unwrapped["scalingActions"]>;
  /** Whether scheduled scaling is on, as declared. */
  declare public readonly scheduledScalingEnabled: pulumi.Output<boolean | null | undefined>;
  /** The startup probe as declared. */
  declare public readonly startupProbe: pulumi.Output<Unwrapped["startupProbe"]>;
  /** The additional members as declared. */
  declare public readonly additionalMembers: pulumi.Output<{ [member: string]: Json } | undefined>;
  /** The update to be sent on delete, as declared. */
  declare public readonly onDestroy: pulumi.Output<Unwrapped | undefined>;
  /** What becomes of fields that are taken out of the program, as declared. */
  declare public readonly removedMembers: pulumi.Output<"unset" | "leave" | undefined>;
  /** What the service answered to the last update. Its members are `undefined` as long as no request was made. */
  declare public readonly observed: ObservedOutput<ContainerGroupObserved>;

  /**
   * Declares a container group.
   *
   * @param name the resource's name in the program; the group's too, unless `args.name` says otherwise
   * @param args what is declared of the group
   * @param opts Pulumi's resource options; `import` is refused, since declaring the resource is adopting
   * @throws pulumi.RunError when `args` hold a value that JSON cannot, or when another resource of this program
   *   declares the same group. Both fail the deployment, not the constructor, where they show in an output only.
   */
  constructor(name: string, args: ContainerGroupArgs = {}, opts: pulumi.CustomResourceOptions = {}) {
    super(RESOURCE_KINDS.containerGroup, name, args, opts);
  }

  /** Whether `value` is a container group of this package, also one that another copy of the package made. */
  public static override isInstance(value: unknown): value is ContainerGroup {
    return isOfKind(value, RESOURCE_KINDS.containerGroup);
  }

  /**
   * Always throws, and says what to do instead.
   *
   * @deprecated The API has no way to read a group: declare it in one stack, and read that stack's outputs from others with
   *   `pulumi.StackReference`.
   */
  public static get(_name: string, _id: pulumi.Input<pulumi.ID>): never {
    throw getRefusal(RESOURCE_KINDS.containerGroup);
  }
}
