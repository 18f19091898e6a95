import type * as pulumi from "@pulumi/pulumi";

export type { Json } from "../common/json";

/**
 * A JSON value for which any part may be an output or a promise. A field that is, or turns out to be, `undefined` is
 * left out, but a secret one that turns out so arrives as `null`; `null` is kept. In an array there is no `undefined`: it
 * would arrive as `null`. What JSON cannot hold (functions, bigints, dates and other class instances, symbols, NaN,
 * infinities) is refused: by the compiler where it can tell, else when the program runs, with the path.
 */
export type JsonInput = pulumi.Input<JsonParts>;

/** A JSON object for which any part may be an output or a promise, by the rules of `JsonInput`. */
export interface JsonObjectInput {
  [key: string]: pulumi.Input<JsonParts | undefined> | undefined;
}

type JsonParts = null | boolean | number | string | JsonInput[] | JsonObjectInput | DataObject;

/**
 * An object of an interface of the program's own: the compiler takes none for a `JsonObjectInput`, since more fields may be
 * declared for it elsewhere. It has nothing of what arrays, dates, functions, promises and outputs have.
 */
type DataObject = object & {
  readonly [Symbol.hasInstance]?: never;
  readonly [Symbol.iterator]?: never;
  readonly [Symbol.toPrimitive]?: never;
  readonly [Symbol.toStringTag]?: never;
  readonly apply?: JsonInput;
};
