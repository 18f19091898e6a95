import type * as pulumi from "@pulumi/pulumi";

/** One HTTP header or one tag: a name with its value (interface sections 2.4 and 2.5). Both are required. */
export interface NameValueArgs {
  /** The name. Length and characters: not shown in the interface. */
  name: pulumi.Input<string>;
  /** The value. In the headers of the `http` logging destination it is secret (see `HttpLoggingArgs.headers`). */
  value: pulumi.Input<string>;
}
