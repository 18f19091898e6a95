/** A failure that is told as it is. The command ends with exit code 1. */
export class CliError extends Error {}

/** A command line that cannot be followed. The command ends with exit code 2. */
export class UsageError extends CliError {}
