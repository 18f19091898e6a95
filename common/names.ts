/** Names of organizations, projects, container groups, queues and inference endpoints. */
export const RESOURCE_NAME = /^[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The same rule in words, to follow "must be". */
export const RESOURCE_NAME_RULE = `a string of 2 to 63 characters that matches ${RESOURCE_NAME.source}`;

export function isResourceName(value: unknown): value is string {
  return typeof value === "string" && RESOURCE_NAME.test(value);
}

/** A field's name without case and punctuation: `apiToken`, `api_token` and `API-Token` are one name. */
export const plainName = (name: string): string => name.replace(/[^a-z0-9]/gi, "").toLowerCase();
