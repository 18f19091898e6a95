/** Where a value is in the arguments: object members and list positions, outermost first. */
export type Path = readonly (string | number)[];

/** The path as a program would write it: `container.command[0]`, `container.environmentVariables["a.b"]`. */
export function pathText(path: Path): string {
  return path.map((step, index) => stepText(step, index === 0)).join("");
}

function stepText(step: string | number, first: boolean): string {
  if (typeof step === "string" && /^[A-Za-z_$][\w$]*$/.test(step)) {
    return first ? step : `.${step}`;
  }
  return `[${JSON.stringify(step)}]`;
}

/** The path as a JSON pointer (RFC 6901): `/container/environmentVariables/TOKEN`. */
export function pathPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
