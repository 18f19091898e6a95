import * as pulumi from "@pulumi/pulumi";

/** An output as it is at run time; Pulumi's published types leave these members out. */
interface OutputAtRunTime {
  readonly isKnown: Promise<boolean>;
  promise(withUnknowns: boolean): Promise<unknown>;
}

function atRunTime(output: pulumi.Output<unknown>): OutputAtRunTime {
  return output as unknown as OutputAtRunTime;
}

/** The value of an output, with Pulumi's marker wherever a part is unknown: `apply` would not run at all then. */
export function valueWithUnknowns(output: pulumi.Output<unknown>): Promise<unknown> {
  return atRunTime(output).promise(true);
}

/** The value of an input, or `undefined` while it is unknown: a known `undefined` is `{ value: undefined }`. */
export async function knownValue(input: pulumi.Input<unknown>): Promise<{ readonly value: unknown } | undefined> {
  const output: pulumi.Output<unknown> = pulumi.output(input);
  const [value, known] = await Promise.all([valueWithUnknowns(output), atRunTime(output).isKnown]);
  return known ? { value } : undefined;
}
