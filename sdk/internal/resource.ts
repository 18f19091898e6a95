import * as pulumi from "@pulumi/pulumi";
import { isMocked, mockedOutputs, programError, warnOfPlainKey } from "./program";
import type { ResourceKind } from "./resourceKinds";
import { resourceProps } from "./resourceProps";

/**
 * Base of all resource classes.
 *
 * It registers only `observed` and the arguments that the program gives, because each registered property takes a third of a
 * millisecond. Other arguments are asked of the engine when the program reads them.
 */
export abstract class ContainerGroupsResource extends pulumi.CustomResource {
  /** The organization: the argument, or else the setting. */
  declare public readonly organizationName: pulumi.Output<string>;
  /** The project: the argument, or else the setting. */
  declare public readonly projectName: pulumi.Output<string>;
  /** The profile, if one is declared. */
  declare public readonly profile: pulumi.Output<string | undefined>;

  /**
   * Always throws an error that says what to do instead.
   *
   * @deprecated The API cannot read it. Declare it in one stack, and read the outputs of that stack in others with
   *   `pulumi.StackReference`.
   */
  public static get(_name: string, _id: pulumi.Input<pulumi.ID>): never {
    throw programError(
      `${this.name}.get: the API cannot read it. Read the outputs of the stack that declares it with \`pulumi.StackReference\`.`,
    );
  }

  protected constructor(kind: ResourceKind, name: string, args: object, opts: pulumi.CustomResourceOptions) {
    super(kind.type, name, resourceProps(kind, name, args, opts), opts);
    const isTest = isMocked();
    if (!isTest) {
      warnOfPlainKey();
    }
    const fallbacks = isTest ? mockedOutputs(args) : {};
    for (const property of [...kind.arguments, "observed"]) {
      const fallback = fallbacks[property];
      if (!Object.hasOwn(this, property)) {
        readOnDemand(this, property, (urn) => orElse(new RegisteredProperty(kind.type, property, urn).value, fallback));
      } else if (fallback !== undefined) {
        const value = (this as unknown as Outputs)[property]!;
        Object.defineProperty(this, property, { ...PROPERTY, value: orElse(value, fallback) });
      }
    }
  }
}

type Outputs = Readonly<Record<string, pulumi.Output<unknown>>>;

const PROPERTY = { configurable: true, enumerable: true };

function orElse(output: pulumi.Output<unknown>, fallback: unknown): pulumi.Output<unknown> {
  return fallback === undefined ? output : output.apply((value) => value ?? fallback);
}

/** Whether `value` is a resource of this kind, made by whichever copy of this package. */
export function isOfKind(value: unknown, kind: ResourceKind): boolean {
  return pulumi.CustomResource.isInstance(value) && pulumi.resourceType(value) === kind.type;
}

/** Defines a property that asks the engine when it is first read, and keeps the output. */
function readOnDemand(
  resource: pulumi.Resource,
  property: string,
  read: (urn: pulumi.URN) => pulumi.Output<unknown>,
): void {
  const get = (): unknown => {
    const value = resource.urn.apply(read);
    Object.defineProperty(resource, property, { ...PROPERTY, value });
    return value;
  };
  Object.defineProperty(resource, property, { ...PROPERTY, get });
}

/**
 * One property of a resource as the engine has it. `ignoreChanges` or a transform may have given it a value that the program did
 * not. Like any property of any resource, it is unknown in a preview while it has no value.
 */
class RegisteredProperty extends pulumi.CustomResource {
  readonly value: pulumi.Output<unknown>;

  constructor(type: string, property: string, urn: pulumi.URN) {
    super(type, property, { [property]: undefined }, { urn });
    this.value = (this as unknown as Outputs)[property]!;
  }
}
