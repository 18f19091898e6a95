import type * as pulumi from "@pulumi/pulumi";

export type { Json } from "../common/json";

/**
 * A JSON value for which any part may be an output or a promise. A member that is, or turns out to be, `undefined` is
 * left out, but a secret one that turns out so arrives as `null`; `null` is kept. In a list there is no `undefined`: it
 * would arrive as `null`. What JSON cannot hold (functions, bigints, dates and other class instances, symbols, NaN,
 * infinities) is refused.
 */
export type JsonInput = pulumi.Input<JsonParts>;

/** A JSON object for which any part may be an output or a promise, by the rules of `JsonInput`. */
export interface JsonObjectInput {
  [member: string]: pulumi.Input<JsonParts | undefined> | undefined;
}

type JsonParts = null | boolean | number | string | JsonInput[] | JsonObjectInput;
