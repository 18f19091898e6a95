import { createHash } from "node:crypto";
import type { OperationName } from "../core/http/operations";
import type { JsonObject } from "../core/json/json";

const hashes = new Map<string, string>();

/** 8 characters that tell one base URL from another. Made once: a fleet asks for each of its groups. */
export function serviceHash(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) {
    return undefined;
  }
  const hash = hashes.get(baseUrl) ?? createHash("sha256").update(baseUrl).digest("hex").slice(0, 8);
  hashes.set(baseUrl, hash);
  return hash;
}

/** Which object of which service: equal for two resources that mean the same. */
export type ObjectKey = string;

export function objectKey(service: string | undefined, operation: OperationName, id: string): ObjectKey {
  return JSON.stringify([service, operation, id]);
}

/**
 * The objects that the program of this run declares. The engine checks every resource that a program declares before it deletes
 * what the program no longer declares, and all in one process: so it is known at a delete whether another resource has
 * taken the object over, which must not be sent the `onDestroy` of the resource that leaves.
 */
export class DeclaredObjects {
  readonly #declared = new Set<ObjectKey>();
  readonly #updated = new Set<ObjectKey>();
  readonly #forgotten = new Map<ObjectKey, JsonObject>();
  readonly #running = new Map<ObjectKey, Promise<unknown>>();

  /** The engine has checked a resource that declares the object, or the program says that it makes one. */
  declare(key: ObjectKey): void {
    this.#declared.add(key);
  }

  isDeclared(key: ObjectKey): boolean {
    return this.#declared.has(key);
  }

  /**
   * The engine creates or updates a resource that declares the object, or leaves it as it is: what it deletes from now on is not
   * deleted to be created anew. It counts only after a check, for a refresh compares resources too that the program does not declare
   * any more.
   */
  takeOver(key: ObjectKey): void {
    if (this.#declared.has(key)) {
      this.#updated.add(key);
    }
  }

  isTakenOver(key: ObjectKey): boolean {
    return this.#updated.has(key);
  }

  /** The `onDestroy` patch of a resource that left the object was sent. */
  forget(key: ObjectKey, patch: JsonObject): void {
    this.#forgotten.set(key, patch);
  }

  /** The `onDestroy` patch that was sent to the object in this run. */
  forgottenWith(key: ObjectKey): JsonObject | undefined {
    return this.#forgotten.get(key);
  }

  /** Runs one request to an object after the other: two resources of one program may hand an object over at the same time. */
  async inTurn<T>(key: ObjectKey, request: () => Promise<T>): Promise<T> {
    const before = this.#running.get(key) ?? Promise.resolve();
    const done = before.then(request);
    const settled = done.catch(() => undefined);
    this.#running.set(key, settled);
    try {
      return await done;
    } finally {
      if (this.#running.get(key) === settled) {
        this.#running.delete(key);
      }
    }
  }
}

/** One for the process, which the engine starts anew for each run. */
export const declaredObjects = new DeclaredObjects();
