/** Where the objects of tests are. */
export const PROJECT = { organizationName: "acme", projectName: "vision" };

/** Settings as the stack's configuration has them. One that is `undefined` is not set. */
export function configurationOf(settings: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(settings).flatMap(([key, value]) =>
    value === undefined ? [] : [[`containergroups:${key}`, value] as const],
  );
  return Object.fromEntries(given);
}
