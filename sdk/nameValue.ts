import type * as pulumi from "@pulumi/pulumi";

/** An HTTP header or a tag: a name and its value. Both are required. */
export interface NameValueArgs {
  /** The name. The API documents no limits. The letter case of a header does not count when drift is looked for. */
  name: pulumi.Input<string>;
  /** The value. The API documents no limits. Always secret in the headers of the `http` log destination. */
  value: pulumi.Input<string>;
}
