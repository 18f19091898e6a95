import * as pulumi from "@pulumi/pulumi";
import type { Path } from "./path";
import type { SecretMembers } from "./secretMembers";
import { secretsBelow } from "./secretMembers";
import type { Violation } from "./unsupported";
import { maxDepth, memberNameRule, unsupportedRule, violationsError } from "./unsupported";

/** A value of the arguments on its way to Pulumi, with where it is and what is secret there. */
interface Place {
  readonly path: Path;
  readonly secrets: true | SecretMembers | undefined;
  /** Whether it comes out of an output: Pulumi's own forms of values may stand there, which a program must not write. */
  readonly fromOutput: boolean;
}

/** The arguments, ready for Pulumi. */
interface Protected {
  /** A copy of the arguments in which `secrets` are secret. */
  readonly value: unknown;
  /** Whether any part of it is an output or a promise, as the program gave it. */
  readonly deferred: boolean;
}

/**
 * Copies `value` with exactly the members of `place.secrets` made secret, and refuses what Pulumi would lose without a word.
 *
 * Outputs and promises stay where they are, and so does what is secret, what is unknown and what depends on what; what they
 * resolve to is treated alike. `null` and `undefined` stay as they are: a secret `undefined` would reach the provider as `null`.
 *
 * @throws pulumi.RunError that lists all values refused. Those inside an output or a promise make it reject with one.
 */
export function protect(owner: string, value: unknown, place: Place): Protected {
  const walk = new Walk(owner);
  const copy = walk.copy(value, place);
  if (walk.violations.length > 0) {
    throw violationsError(owner, walk.violations);
  }
  return { value: copy, deferred: walk.deferred };
}

class Walk {
  readonly violations: Violation[] = [];
  deferred = false;
  /** The objects and lists around the value that is being copied. */
  private readonly around = new Set<object>();

  constructor(private readonly owner: string) {}

  copy(value: unknown, place: Place): unknown {
    if (value === null || value === undefined) {
      return value;
    }
    // Most values are text and numbers, and each question that Pulumi answers about them takes its time.
    if (typeof value === "object") {
      if (pulumi.Output.isInstance<unknown>(value)) {
        this.deferred = true;
        return value.apply(async (inner) => {
          // What is secret as a whole holds no secret of its own: Pulumi would take one wrapping off and leave the other.
          const secrets = (await pulumi.isSecret(value)) ? undefined : place.secrets;
          return this.later(inner, { ...place, secrets, fromOutput: true });
        });
      }
      if (value instanceof Promise) {
        this.deferred = true;
        return value.then((inner: unknown) => this.later(inner, place));
      }
      if (pulumi.isUnknown(value)) {
        return value;
      }
    }
    if (place.secrets === true) {
      return pulumi.secret(this.copy(value, { ...place, secrets: undefined }));
    }
    return this.plain(value, place);
  }

  private later(value: unknown, place: Place): unknown {
    return protect(this.owner, value, place).value;
  }

  private plain(value: unknown, place: Place): unknown {
    // Pulumi sends a resource as its id, so it is not lost.
    if (typeof value === "object" && pulumi.Resource.isInstance(value)) {
      return value;
    }
    // Of a secret that holds secrets, Pulumi's SDK takes one wrapping off and leaves the other.
    if (place.fromOutput && pulumi.runtime.isRpcSecret(value)) {
      return pulumi.secret(this.copy(pulumi.runtime.unwrapRpcSecret(value), place));
    }
    const rule = unsupportedRule(value, place.fromOutput) ?? this.nestingRule(value, place);
    if (rule !== undefined) {
      return this.refuse(place.path, rule);
    }
    return typeof value === "object" && value !== null ? this.nested(value, place) : value;
  }

  private nested(value: object, place: Place): object {
    this.around.add(value);
    const copy = Array.isArray(value)
      ? Array.from(value, (item: unknown, index) => this.copy(item, inside(place, index)))
      : this.members(value, place);
    this.around.delete(value);
    return copy;
  }

  private members(value: object, place: Place): object {
    const copy: Record<string, unknown> = {};
    for (const [member, inner] of Object.entries(value)) {
      const at = inside(place, member);
      const rule = memberNameRule(place.path, member);
      copy[member] = rule === undefined ? this.copy(inner, at) : this.refuse(at.path, rule);
    }
    return copy;
  }

  private refuse(path: Path, rule: string): undefined {
    this.violations.push({ path, rule });
    return undefined;
  }

  private nestingRule(value: unknown, { path }: Place): string | undefined {
    if (typeof value === "object" && value !== null && this.around.has(value)) {
      return "the value holds itself";
    }
    return path.length > maxDepth ? `nested deeper than ${maxDepth} levels` : undefined;
  }
}

function inside({ path, secrets, fromOutput }: Place, step: string | number): Place {
  return {
    path: [...path, step],
    fromOutput,
    secrets: secrets === true || typeof step === "number" ? undefined : secretsBelow(secrets, step),
  };
}
