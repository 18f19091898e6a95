import * as pulumi from "@pulumi/pulumi";

/**
 * An error that ends the program and shows its message alone. It has no stack: Pulumi takes half a minute to render the
 * stack of an error that comes out of an output.
 */
export function programError(message: string): pulumi.RunError {
  return Object.assign(new pulumi.RunError(message), { stack: message });
}
