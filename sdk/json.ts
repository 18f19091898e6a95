import type * as pulumi from "@pulumi/pulumi";

export type { Json, JsonScalar } from "../common/json";

/**
 * A JSON value in which any part may be an output or a promise. A field that is `undefined` is left out, and `null` is kept. A
 * secret output that turns out to be `undefined` is sent as `null`. An array must not hold `undefined`. What JSON cannot express
 * (functions, bigints, dates and other class instances, symbols, NaN, infinities) is refused with its path: by the compiler
 * where it can tell, and otherwise when the program runs.
 */
export type JsonInput = pulumi.Input<JsonParts>;

/** A `JsonInput` that may be `undefined`, or turn out to be. */
export type OptionalJsonInput = pulumi.Input<JsonParts | undefined> | undefined;

/** A JSON object in which any part may be an output or a promise, under the rules of `JsonInput`. */
export interface JsonObjectInput {
  [key: string]: OptionalJsonInput;
}

type JsonParts = null | boolean | number | string | JsonInput[] | JsonObjectInput | DataObject;

/**
 * An object of an interface that the program declares. The compiler does not accept it as a `JsonObjectInput`, because an
 * interface may get more fields elsewhere. The fields below keep out arrays, dates, functions, promises and outputs.
 */
type DataObject = object & {
  readonly [Symbol.hasInstance]?: never;
  readonly [Symbol.iterator]?: never;
  readonly [Symbol.toPrimitive]?: never;
  readonly [Symbol.toStringTag]?: never;
  readonly apply?: JsonInput;
};
