import * as pulumi from "@pulumi/pulumi";
import { MAX_DEPTH } from "../../common/json";
import type { Path } from "../../common/path";
import { secretsBelow, type SecretFields } from "./secretFields";
import { fieldNameRule, unsupportedRule, violationsError, type Violation } from "./unsupported";

/** Where a value of the arguments is, and what is secret there. */
interface Position {
  readonly path: Path;
  readonly secrets: true | SecretFields | undefined;
  /** Whether it comes out of an output: Pulumi's own forms of values may stand there, which a program must not write. */
  readonly fromOutput: boolean;
}

/** The arguments, ready for Pulumi. */
interface Marked {
  /** A copy of the arguments in which `secrets` are secret. */
  readonly value: object;
  /** Whether any part of it is an output or a promise, as the program gave it. */
  readonly deferred: boolean;
}

/**
 * Copies arguments with exactly the fields of `secrets` made secret, and refuses what Pulumi would lose without a word.
 *
 * Outputs and promises stay where they are, and so does what is secret, what is unknown and what depends on what; what they
 * resolve to is treated alike. `null` and `undefined` stay as they are: a secret `undefined` would reach the provider as `null`.
 *
 * @throws pulumi.RunError that lists all values refused. Those inside an output or a promise make it reject with one.
 */
export function markSecrets(owner: string, args: object, secrets: SecretFields): Marked {
  const walk = new Walk(owner);
  const value = walk.copyAll(args, { path: [], secrets, fromOutput: false });
  return { value: (value ?? {}) as object, deferred: walk.deferred };
}

class Walk {
  deferred = false;
  /** The objects and arrays around the value that is being copied. */
  readonly #around = new Set<object>();
  readonly #violations: Violation[] = [];
  readonly #owner: string;

  constructor(owner: string) {
    this.#owner = owner;
  }

  copyAll(value: unknown, position: Position): unknown {
    const copy = this.#copy(value, position);
    if (this.#violations.length > 0) {
      throw violationsError(this.#owner, this.#violations);
    }
    return copy;
  }

  #copy(value: unknown, position: Position): unknown {
    if (value === null || value === undefined) {
      return value;
    }
    // Most values are strings and numbers, and each question that Pulumi answers about them takes its time.
    if (typeof value === "object") {
      if (pulumi.Output.isInstance<unknown>(value)) {
        this.deferred = true;
        return value.apply(async (inner) => {
          // What is secret as a whole holds no secret of its own: Pulumi would take one wrapping off and leave the other.
          const secrets = (await pulumi.isSecret(value)) ? undefined : position.secrets;
          return this.#later(inner, { ...position, secrets, fromOutput: true });
        });
      }
      if (value instanceof Promise) {
        this.deferred = true;
        return value.then((inner: unknown) => this.#later(inner, position));
      }
      if (pulumi.isUnknown(value)) {
        return value;
      }
    }
    if (position.secrets === true) {
      return pulumi.secret(this.#copy(value, { ...position, secrets: undefined }));
    }
    return this.#plain(value, position);
  }

  #later(value: unknown, position: Position): unknown {
    return new Walk(this.#owner).copyAll(value, position);
  }

  #plain(value: unknown, position: Position): unknown {
    // Pulumi sends a resource as its id, so it is not lost.
    if (typeof value === "object" && pulumi.Resource.isInstance(value)) {
      return value;
    }
    // Of a secret that holds secrets, Pulumi's SDK takes one wrapping off and leaves the other.
    if (position.fromOutput && pulumi.runtime.isRpcSecret(value)) {
      return pulumi.secret(this.#copy(pulumi.runtime.unwrapRpcSecret(value), position));
    }
    const rule = unsupportedRule(value, position.fromOutput) ?? this.#nestingRule(value, position);
    if (rule !== undefined) {
      return this.#refuse(position.path, rule);
    }
    return typeof value === "object" && value !== null ? this.#nested(value, position) : value;
  }

  #nested(value: object, position: Position): object {
    this.#around.add(value);
    const copy = Array.isArray(value)
      ? Array.from(value, (item: unknown, index) => this.#copy(item, inside(position, index)))
      : this.#fields(value, position);
    this.#around.delete(value);
    return copy;
  }

  #fields(value: object, position: Position): object {
    const copy: Record<string, unknown> = {};
    for (const [field, inner] of Object.entries(value)) {
      const at = inside(position, field);
      const rule = fieldNameRule(position.path, field);
      copy[field] = rule === undefined ? this.#copy(inner, at) : this.#refuse(at.path, rule);
    }
    if (Object.hasOwn(copy, "toString")) {
      // Pulumi makes a string of every value for its log, which this data would not let it.
      Object.defineProperty(copy, Symbol.toPrimitive, { value: () => "[object Object]" });
    }
    return copy;
  }

  #refuse(path: Path, rule: string): undefined {
    this.#violations.push({ path, rule });
    return undefined;
  }

  #nestingRule(value: unknown, { path }: Position): string | undefined {
    if (typeof value === "object" && value !== null && this.#around.has(value)) {
      return "the value holds itself";
    }
    return path.length > MAX_DEPTH ? `nested deeper than ${MAX_DEPTH} levels` : undefined;
  }
}

function inside({ path, secrets, fromOutput }: Position, step: string | number): Position {
  return {
    path: [...path, step],
    fromOutput,
    secrets: secrets === true || typeof step === "number" ? undefined : secretsBelow(secrets, step),
  };
}
