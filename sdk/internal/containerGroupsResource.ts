import * as pulumi from "@pulumi/pulumi";
import type { ResourceKind } from "./kinds";
import { resourceProps } from "./resourceProps";

/**
 * Pulumi captures some forty stack traces for a resource, four for each member, and shows them only where a promise leaks.
 * So many frames each are enough: those of Pulumi and of the SDK, and the two of the program that stand next to them.
 */
const stackFrames = 7;

/**
 * What all resource classes are.
 *
 * Only what the program declares is registered, and `observed`, since each member registered takes a third of a millisecond of
 * the program's time, given or not. All other members can be read nevertheless: the engine is asked for those that are.
 */
export abstract class DeclaredResource extends pulumi.CustomResource {
  protected constructor(kind: ResourceKind, name: string, args: object, opts: pulumi.CustomResourceOptions) {
    const props = resourceProps(kind, name, args, opts);
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = Math.min(stackTraceLimit, stackFrames);
    try {
      super(kind.type, name, props, opts);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
    for (const member of kind.members) {
      if (!Object.prototype.hasOwnProperty.call(this, member)) {
        readOnDemand(this, kind.type, member);
      }
    }
  }
}

/** Makes a member that was not registered one that asks the engine when it is read, and once. */
function readOnDemand(resource: DeclaredResource, type: string, member: string): void {
  const define = (descriptor: PropertyDescriptor): void => {
    Object.defineProperty(resource, member, { configurable: true, enumerable: true, ...descriptor });
  };
  define({
    get: () => {
      const value = resource.urn.apply((urn) => new RegisteredMember(type, member, urn).value);
      define({ value });
      return value;
    },
  });
}

/**
 * One member of a resource as the engine has it, in which an option such as `ignoreChanges` or a transform may have put what
 * the program did not declare. It is unknown in a preview as long as it has no value, as with any member of any resource.
 */
class RegisteredMember extends pulumi.CustomResource {
  readonly value: pulumi.Output<unknown>;

  constructor(type: string, member: string, urn: pulumi.URN) {
    super(type, member, { [member]: undefined }, { urn });
    this.value = (this as unknown as Readonly<Record<string, pulumi.Output<unknown>>>)[member]!;
  }
}
