/** Fields that are secret without being asked, as a tree: `true` stands for the whole value, `*` for every key of a map. */
export interface SecretFields {
  readonly [field: string]: true | SecretFields;
}

/** What is secret below `field`; nothing where it, or what holds it, is not listed. */
export function secretsBelow(secrets: SecretFields | undefined, field: string): true | SecretFields | undefined {
  return secrets !== undefined && Object.hasOwn(secrets, field) ? secrets[field] : secrets?.["*"];
}
