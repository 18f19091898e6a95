import * as pulumi from "@pulumi/pulumi";
import { isMocked, mockedOutputs } from "./mocks";
import { programError } from "./programError";
import type { ResourceKind } from "./resourceKinds";
import { resourceProps } from "./resourceProps";

/**
 * What all resource classes are.
 *
 * Only what the program declares is registered, and `observed`, since each property registered takes a third of a millisecond
 * of the program's time, given or not. All other arguments can be read nevertheless: the engine is asked for those that are.
 */
export abstract class ContainerGroupsResource extends pulumi.CustomResource {
  protected constructor(kind: ResourceKind, name: string, args: object, opts: pulumi.CustomResourceOptions) {
    super(kind.type, name, resourceProps(kind, name, args, opts), opts);
    for (const argument of kind.arguments.filter((each) => !Object.hasOwn(this, each))) {
      readOnDemand(this, kind.type, argument);
    }
    if (isMocked()) {
      fillIn(this, mockedOutputs(args));
    }
  }
}

/** Whether `value` is a resource of this kind, made by whichever copy of this package. */
export function isOfKind(value: unknown, kind: ResourceKind): boolean {
  return pulumi.CustomResource.isInstance(value) && pulumi.resourceType(value) === kind.type;
}

/** What the static method `get` of a resource class throws: there is nothing to read. */
export function getRefusal({ label, notReadable }: ResourceKind): pulumi.RunError {
  return programError(
    `${label}.get: ${notReadable}. Declare it with \`new ${label}(...)\` in one stack, and read that stack's outputs ` +
      "from others with `pulumi.StackReference`.",
  );
}

/** Makes a property that was not registered one that asks the engine when it is read, and once. */
function readOnDemand(resource: ContainerGroupsResource, type: string, property: string): void {
  const define = (descriptor: PropertyDescriptor): void => {
    Object.defineProperty(resource, property, { configurable: true, enumerable: true, ...descriptor });
  };
  define({
    get: () => {
      const value = resource.urn.apply((urn) => new RegisteredProperty(type, property, urn).value);
      define({ value });
      return value;
    },
  });
}

/** Gives outputs that turn out to be `undefined` a value. */
function fillIn(resource: ContainerGroupsResource, values: Readonly<Record<string, unknown>>): void {
  const outputs = resource as unknown as Readonly<Record<string, pulumi.Output<unknown>>>;
  for (const [property, fallback] of Object.entries(values)) {
    const value = outputs[property]!.apply((known) => known ?? fallback);
    Object.defineProperty(resource, property, { configurable: true, enumerable: true, value });
  }
}

/**
 * One property of a resource as the engine has it, in which an option such as `ignoreChanges` or a transform may have put what
 * the program did not declare. It is unknown in a preview as long as it has no value, as with any property of any resource.
 */
class RegisteredProperty extends pulumi.CustomResource {
  readonly value: pulumi.Output<unknown>;

  constructor(type: string, property: string, urn: pulumi.URN) {
    super(type, property, { [property]: undefined }, { urn });
    this.value = (this as unknown as Readonly<Record<string, pulumi.Output<unknown>>>)[property]!;
  }
}
