import * as pulumi from "@pulumi/pulumi";
import { MAX_DEPTH } from "../../common/json";
import { formatPath, type Path } from "../../common/path";
import { programError } from "./program";
import { secrecyBelow, type Secrecy } from "./secretFields";
import { fieldNameRule, unsupportedRule } from "./unsupported";

/** A value's path in the arguments, and its secret parts. */
interface Position {
  readonly path: Path;
  readonly secrecy: Secrecy | undefined;
  /** Whether the value comes out of an output: only then may it hold Pulumi's own encodings of values. */
  readonly fromOutput: boolean;
}

/** The arguments, ready for Pulumi. */
interface Marked {
  /** A copy of the arguments in which `secrecy` is applied. */
  readonly value: object;
  /** Whether any part of the given arguments is an output or a promise. */
  readonly deferred: boolean;
}

/**
 * Copies arguments with exactly the fields of `secrecy` made secret, and refuses values that Pulumi would lose without an error.
 *
 * Outputs and promises keep their secrecy, unknown parts and dependencies; the values that they resolve to are copied alike.
 * `null` and `undefined` stay as they are: a secret `undefined` would reach the provider as `null`.
 *
 * @throws pulumi.RunError that lists the paths of all refused values, without the values, which may be secret. An output or a
 *   promise that holds one rejects.
 */
export function markSecrets(owner: string, args: object, secrecy: Secrecy): Marked {
  const copier = new Copier(owner);
  const value = copier.copyAll(args, { path: [], secrecy, fromOutput: false });
  return { value: (value ?? {}) as object, deferred: copier.deferred };
}

class Copier {
  deferred = false;
  readonly #violations: string[] = [];
  readonly #owner: string;

  constructor(owner: string) {
    this.#owner = owner;
  }

  copyAll(value: unknown, position: Position): unknown {
    const copy = this.#copy(value, position);
    if (this.#violations.length > 0) {
      throw this.#error();
    }
    return copy;
  }

  #copy(value: unknown, position: Position): unknown {
    if (value === null || value === undefined) {
      return value;
    }
    // Pulumi's type checks are slow, and most values are strings and numbers, which need none.
    if (typeof value === "object") {
      if (pulumi.Output.isInstance<unknown>(value)) {
        this.deferred = true;
        return value.apply(async (inner) => {
          // A secret must not hold another secret, because Pulumi unwraps only one of them.
          const secrecy = (await pulumi.isSecret(value)) ? undefined : position.secrecy;
          return this.#copyLater(inner, { ...position, secrecy, fromOutput: true });
        });
      }
      if (value instanceof Promise) {
        this.deferred = true;
        return value.then((inner: unknown) => this.#copyLater(inner, position));
      }
      if (pulumi.isUnknown(value)) {
        return value;
      }
    }
    if (position.secrecy === true) {
      return pulumi.secret(this.#copy(value, { ...position, secrecy: undefined }));
    }
    return this.#copyKnown(value, position);
  }

  #copyLater(value: unknown, position: Position): unknown {
    return new Copier(this.#owner).copyAll(value, position);
  }

  #copyKnown(value: unknown, position: Position): unknown {
    // Pulumi sends a resource as its id, so it is not lost.
    if (typeof value === "object" && pulumi.Resource.isInstance(value)) {
      return value;
    }
    // Pulumi's SDK unwraps only one level of a secret that holds secrets.
    if (position.fromOutput && pulumi.runtime.isRpcSecret(value)) {
      return pulumi.secret(this.#copy(pulumi.runtime.unwrapRpcSecret(value), position));
    }
    const rule = unsupportedRule(value, position.fromOutput);
    if (rule !== undefined) {
      return this.#refuse(position.path, rule);
    }
    return typeof value === "object" && value !== null ? this.#copyInside(value, position) : value;
  }

  #copyInside(value: object, position: Position): object {
    if (position.path.length >= MAX_DEPTH) {
      this.#refuse(position.path.slice(0, 3), `holds values nested deeper than ${MAX_DEPTH} levels, or itself`);
      throw this.#error();
    }
    if (Array.isArray(value)) {
      return Array.from(value, (item: unknown, index) => this.#copy(item, inside(position, index)));
    }
    const copy: Record<string, unknown> = {};
    for (const [field, inner] of Object.entries(value)) {
      const at = inside(position, field);
      const rule = fieldNameRule(position.path, field);
      copy[field] = rule === undefined ? this.#copy(inner, at) : this.#refuse(at.path, rule);
    }
    return copy;
  }

  #refuse(path: Path, rule: string): undefined {
    this.#violations.push(`${formatPath(path)}: ${rule}`);
    return undefined;
  }

  #error(): pulumi.RunError {
    const lines = this.#violations;
    return programError(
      lines.length === 1 ? `${this.#owner}: ${lines[0]}` : [`${this.#owner}:`, ...lines].join("\n  "),
    );
  }
}

function inside({ path, secrecy, fromOutput }: Position, step: string | number): Position {
  return { path: [...path, step], fromOutput, secrecy: secrecyBelow(secrecy, step) };
}
