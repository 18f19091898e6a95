/** The object keys and array indices of a value, outermost first. */
export type Path = readonly (string | number)[];

/** Formats a path for messages and resource options: `groups.edge-de.container.command[0]`, `a["b.c"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.map(formatStep).join("").replace(/^\./, "");
}

function formatStep(step: PropertyKey): string {
  const plain = typeof step === "string" && /^[A-Za-z_$][\w$-]*$/.test(step);
  return plain ? `.${step}` : `[${typeof step === "number" ? step : JSON.stringify(String(step))}]`;
}

/** A path as a JSON pointer (RFC 6901): `/container/environmentVariables/TOKEN`. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
