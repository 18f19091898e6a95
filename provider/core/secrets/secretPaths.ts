import type { JsonObject } from "../../../common/json";
import { jsonPointer } from "../../../common/path";

/** What a program declares of one object. */
export interface Declaration {
  /** The arguments, in the names of the program. */
  args: JsonObject;
  secretPaths: SecretPaths;
}

/** The paths that a program marks secret, as JSON pointers of the names in programs. */
export class SecretPaths {
  readonly #pointers: ReadonlySet<string>;

  constructor(pointers: unknown) {
    this.#pointers = new Set(Array.isArray(pointers) ? pointers.filter((pointer) => typeof pointer === "string") : []);
  }

  get pointers(): string[] {
    return [...this.#pointers];
  }

  get isEmpty(): boolean {
    return this.#pointers.size === 0;
  }

  /** Whether exactly this path is secret. */
  has(path: readonly PropertyKey[]): boolean {
    return !this.isEmpty && this.#pointers.has(jsonPointer(path));
  }

  /** Whether the value at this path, or one that holds it, is secret. */
  covers(path: readonly PropertyKey[]): boolean {
    return !this.isEmpty && [...path.keys(), path.length].some((length) => this.has(path.slice(0, length)));
  }

  /** Whether the value at this path is secret, or holds or is part of one that is. */
  overlaps(path: readonly PropertyKey[]): boolean {
    const inside = `${jsonPointer(path)}/`;
    return [...this.#pointers].some((secret) => inside.startsWith(`${secret}/`) || secret.startsWith(inside));
  }

  /** The part of a path that a message may show: names inside a secret value are as secret as that value. */
  visible<Key extends PropertyKey>(path: readonly Key[]): readonly Key[] {
    const secretAt = path.findIndex((_, length) => this.has(path.slice(0, length)));
    return secretAt === -1 ? path : path.slice(0, secretAt);
  }
}

/** The paths that either of two declarations marks secret. */
export function unionOf(one: SecretPaths | undefined, other: SecretPaths): SecretPaths {
  return new SecretPaths([...(one?.pointers ?? []), ...other.pointers]);
}
