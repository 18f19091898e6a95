import type * as pulumi from "@pulumi/pulumi";
import type { ContainerGroupObserved, ObservedOutput } from "./containerGroupObserved";
import type { ContainerGroupUpdateArgs, GroupArgs } from "./containerGroupUpdate";
import { ContainerGroupsResource, isOfKind } from "./internal/resource";
import { RESOURCE_KINDS } from "./internal/resourceKinds";
import type { Json } from "./json";
import type { NamedArgs } from "./resourceArgs";

/**
 * What a program declares of one container group, and which group it is. `docs/fields.md` lists each field with its name in the
 * API, its limits, and what is sent when it is taken out of the program.
 */
export interface ContainerGroupArgs extends NamedArgs, GroupArgs {}

type Unwrapped = pulumi.Unwrap<ContainerGroupUpdateArgs>;

/**
 * A container group that exists already, and the fields of it that the program manages.
 *
 * - Create sends one merge patch with the declared fields, or nothing where none is declared. The group must exist, because
 *   the API cannot create one: otherwise the request fails, and nothing is kept in the state.
 * - Update sends one merge patch with the difference, or nothing where there is none. Fields that the program never declared
 *   are never sent.
 * - Delete sends nothing, unless `onDestroy` is given. The group stays as it is.
 * - Refresh sends nothing, unless the setting `refresh` is `patch` (`docs/drift.md`).
 *
 * A change of `name`, `organizationName`, `projectName` or `profile` replaces the resource. A request that the service refuses
 * changes nothing in the state. If a response is lost, the next `pulumi up` sends the same fields again (`docs/errors.md`).
 *
 * Always secret: `container.registryAuthentication`, and of `container.logging` the fields `axiom.apiToken`, `datadog.apiKey`,
 * `http.password`, `http.headers`, `newRelic.ingestionKey` and `splunk.token`; the same in `onDestroy`, and every field with
 * one of these names in `additionalMembers` (`docs/secrets.md`).
 *
 * The Pulumi id is `organization/project/name`.
 *
 * @example Keep three replicas of the group named web.
 * ```ts
 * new ContainerGroup("web", { replicas: 3 });
 * ```
 *
 * @example Manage an image and its environment, and scale to zero on destroy.
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
 * @example Leave the replicas to an autoscaler, and export the version that the service responded with.
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
  /** The type token, by which typed policies (`validateResourceOfType`) find these resources. */
  public static readonly __pulumiType = RESOURCE_KINDS.containerGroup.type;

  /** The name of the group in the service. */
  declare public readonly name: pulumi.Output<string>;
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
  /** The number of instances as declared; the one in the last response is `observed.replicas`. */
  declare public readonly replicas: pulumi.Output<number | null | undefined>;
  /** The scaling actions as declared. */
  declare public readonly scalingActions: pulumi.Output<Unwrapped["scalingActions"]>;
  /** Whether scheduled scaling is on, as declared. */
  declare public readonly scheduledScalingEnabled: pulumi.Output<boolean | null | undefined>;
  /** The startup probe as declared. */
  declare public readonly startupProbe: pulumi.Output<Unwrapped["startupProbe"]>;
  /** The additional fields as declared, spelled as in the API. */
  declare public readonly additionalMembers: pulumi.Output<{ [member: string]: Json } | undefined>;
  /** The update that is sent on delete, as declared. */
  declare public readonly onDestroy: pulumi.Output<Unwrapped | undefined>;
  /** What an update does with fields that are no longer in the program, as declared. */
  declare public readonly removedMembers: pulumi.Output<"unset" | "leave" | undefined>;
  /** The last response of the service. Its fields are `undefined` until a request was made. */
  declare public readonly observed: ObservedOutput<ContainerGroupObserved>;

  /**
   * Declares a container group.
   *
   * @param name the name of the resource in the program, and of the group unless `args.name` is given
   * @param args what the program manages of the group
   * @param opts Pulumi's resource options. `import` is refused: a new resource adopts the group anyway
   * @throws pulumi.RunError when `opts.import` is given, when this package is no direct dependency of the program, when `args`
   *   hold a value that JSON cannot express, or when another resource of the program declares the same group. What an output or
   *   a promise turns out to hold fails the deployment instead.
   */
  constructor(name: string, args: ContainerGroupArgs = {}, opts: pulumi.CustomResourceOptions = {}) {
    super(RESOURCE_KINDS.containerGroup, name, args, opts);
  }

  /** Whether `value` is a `ContainerGroup`, of this copy of the package or another one. */
  public static override isInstance(value: unknown): value is ContainerGroup {
    return isOfKind(value, RESOURCE_KINDS.containerGroup);
  }
}
