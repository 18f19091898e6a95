import * as pulumi from "@pulumi/pulumi";
import { jsonPointer, type Path } from "../../common/path";
import { secrecyBelow, type Secrecy } from "./secretFields";

/**
 * Returns sorted JSON pointers, in camelCase, of the values that the program marked secret, or `undefined` if there are none.
 * Fields that are secret anyway (`secrecy`) are left out. The engine hands values to a provider without their marks, so the
 * provider needs this list to hide them in errors and printed patches.
 *
 * The list holds no values, so it is itself neither secret nor unknown, and it depends on no resource. Failed parts are left
 * out, because they fail the resource anyway.
 */
export async function userSecretPointers(args: object, secrecy: Secrecy): Promise<string[] | undefined> {
  const found: string[] = [];
  const pending: Promise<void>[] = [];

  function visit(value: unknown, path: Path, below: Secrecy | undefined): void {
    if (typeof value !== "object" || value === null || below === true) {
      return;
    }
    if (pulumi.Output.isInstance<unknown>(value) || value instanceof Promise) {
      pending.push(visitDeferred(value, path, below).catch(() => undefined));
    } else if (!pulumi.isUnknown(value) && !pulumi.Resource.isInstance(value)) {
      for (const [step, inner] of entriesOf(value)) {
        visit(inner, [...path, step], secrecyBelow(below, step));
      }
    }
  }

  async function visitDeferred(
    deferred: pulumi.Output<unknown> | Promise<unknown>,
    path: Path,
    below: Secrecy | undefined,
  ): Promise<void> {
    if (deferred instanceof Promise) {
      return visit(await deferred, path, below);
    }
    const [value, secret] = await Promise.all([valueWithUnknowns(deferred), pulumi.isSecret(deferred)]);
    if (secret) {
      found.push(jsonPointer(path));
    } else {
      visit(value, path, below);
    }
  }

  visit(args, [], secrecy);
  // A resolved value may add to `pending`, which this loop then reaches too.
  for (const each of pending) {
    await each;
  }
  return found.length === 0 ? undefined : found.sort();
}

function entriesOf(value: object): Iterable<[string | number, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}

/** An output as it is at run time; Pulumi's published types leave this method out. */
interface OutputAtRunTime {
  promise(withUnknowns: boolean): Promise<unknown>;
}

/** The value of an output, with Pulumi's marker wherever a part is unknown: `apply` would not run at all then. */
function valueWithUnknowns(output: pulumi.Output<unknown>): Promise<unknown> {
  return (output as unknown as OutputAtRunTime).promise(true);
}
