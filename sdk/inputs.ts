import type * as pulumi from "@pulumi/pulumi";

/**
 * `pulumi.Input` for an object with named fields. That an output or a promise may have these fields too is said of them, so
 * that the compiler still asks "did you mean" of a misspelled one.
 */
export type ObjectInput<T> = T | ((Promise<T> | pulumi.OutputInstance<T>) & Fields<NonNullable<T>>);

type Fields<T> = [T] extends [boolean | number | string | readonly unknown[] | Record<string, unknown>]
  ? unknown
  : { readonly [Field in keyof T]?: T[Field] | Lifted<T[Field]> };

/** A field that Pulumi reads through an output of the object around it. */
type Lifted<T> = pulumi.OutputInstance<unknown> &
  Fields<Exclude<NonNullable<T>, Promise<unknown> | pulumi.OutputInstance<unknown>>>;
