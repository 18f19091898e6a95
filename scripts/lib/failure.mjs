/** A failure that is told to the reader as it is, in one sentence, with no stack. */
export class Failure extends Error {}

/** Prints what went wrong and sets exit code 1: the stack only where it is not a {@link Failure}, that is, our own mistake. */
export function report(error) {
  process.stderr.write(`${error instanceof Failure ? error.message : (error?.stack ?? String(error))}\n`);
  process.exitCode = 1;
}
