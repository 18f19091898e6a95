import type * as pulumi from "@pulumi/pulumi";

/** An output as it is at run time; Pulumi's published types leave this method out. */
interface OutputAtRunTime {
  promise(withUnknowns: boolean): Promise<unknown>;
}

/** The value of an output, with Pulumi's marker wherever a part is unknown: `apply` would not run at all then. */
export function valueWithUnknowns(output: pulumi.Output<unknown>): Promise<unknown> {
  return (output as unknown as OutputAtRunTime).promise(true);
}
