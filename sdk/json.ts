import type * as pulumi from "@pulumi/pulumi";

/** A JSON value, as the service or another resource gives it: text, number, truth value, null, list or object. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/**
 * A JSON value for which any part may be an output or a promise. A member that is `undefined` is left out; `null` is
 * kept. What JSON cannot hold (functions, bigints, dates and other class instances, symbols, NaN, infinities) is refused.
 */
export type JsonInput = pulumi.Input<
  null | boolean | number | string | JsonInput[] | { [member: string]: JsonInput | undefined }
>;
