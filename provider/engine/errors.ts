/** An error that is for the user, not a fault of the program: its message is all that there is to show. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "";
    this.stack = message;
  }
}

/**
 * Makes an error fit for the engine's process, which prints `error: stack` of its own for some operations, before the
 * CLI prints the message itself: no stack is shown, and nothing twice.
 */
export function hideStack<E extends Error>(error: E): E {
  return Object.defineProperties(error, {
    toString: { value: () => "pulumi-containergroups" },
    stack: { value: "the request failed; the error of the resource says why" },
  });
}

/**
 * An error that keeps the resource: the engine takes `properties` as its outputs and marks it as not fully
 * initialised, so that the next `pulumi up` goes on from there.
 */
export class InitializationFailedError extends UserError {
  constructor(
    readonly id: string,
    readonly properties: { [key: string]: unknown },
    readonly reasons: string[],
  ) {
    super(reasons.join("\n"));
  }
}
