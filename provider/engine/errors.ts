/** An error for the user, not a fault of the program: only its message is shown. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "";
    this.stack = message;
  }
}

/**
 * Hides the stack and the string of an error, because the engine's process prints `error: stack` for some operations, before the
 * CLI prints the message.
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
