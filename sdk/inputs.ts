import type * as pulumi from "@pulumi/pulumi";

/**
 * `pulumi.Input` for an object with named fields: the object, or an output or a promise of it. Unlike with `pulumi.Input`, the
 * compiler points out a misspelled field and suggests the right one.
 */
export type ObjectInput<T> = T | ((Promise<T> | pulumi.OutputInstance<T>) & Fields<NonNullable<T>>);

type Fields<T> = [T] extends [boolean | number | string | readonly unknown[] | Record<string, unknown>]
  ? unknown
  : { readonly [Field in keyof T]?: T[Field] | Lifted<T[Field]> };

/** A field that Pulumi reads through an output of the object around it. */
type Lifted<T> = pulumi.OutputInstance<unknown> &
  Fields<Exclude<NonNullable<T>, Promise<unknown> | pulumi.OutputInstance<unknown>>>;
