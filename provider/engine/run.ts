import { Configuration } from "./configuration";

/** The key of a service's object, equal for all resources that declare it. */
export type ObjectKey = string;

/**
 * The objects that the program of this run declares. The engine checks each resource that a program declares before it deletes
 * those that it no longer declares, all in one process. So a delete knows whether another resource declares the object now. If
 * one does, `onDestroy` is not sent. A resource that is deleted before it is replaced is the exception: its delete may come
 * before the checks of others.
 */
export class DeclaredObjects {
  readonly #declared = new Set<ObjectKey>();
  readonly #takenOver = new Set<ObjectKey>();
  readonly #failed = new Set<ObjectKey>();
  readonly #running = new Map<ObjectKey, Promise<unknown>>();

  /** Notes that a resource declares the object: the engine checked it, or the program says so. */
  declare(key: ObjectKey): void {
    this.#declared.add(key);
  }

  /** Whether a resource of this run declares the object, even if it has still to be created. */
  isDeclared(key: ObjectKey): boolean {
    return this.#declared.has(key);
  }

  /**
   * Notes that the engine creates, updates or keeps a resource that declares the object. This counts only after a check, because
   * a refresh also compares resources that the program no longer declares.
   */
  takeOver(key: ObjectKey): void {
    if (this.#declared.has(key)) {
      this.#takenOver.add(key);
    }
  }

  isTakenOver(key: ObjectKey): boolean {
    return this.#takenOver.has(key);
  }

  /** Notes that a resource of the object could not be created, so the state holds none that manages it. */
  creationFailed(key: ObjectKey): void {
    this.#failed.add(key);
  }

  hasFailed(key: ObjectKey): boolean {
    return this.#failed.has(key);
  }

  /** Runs the requests to one object one after another, because two resources may hand the object over at the same time. */
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
const declaredObjects = new DeclaredObjects();

/** The resources of one provider share the stack's configuration; all providers of the process share the declared objects. */
export class Run {
  readonly configuration = new Configuration();

  constructor(readonly objects: DeclaredObjects = declaredObjects) {}
}
