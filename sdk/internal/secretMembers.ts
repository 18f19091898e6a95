/** Stands for every member of a map. A symbol, since any text may be a name that the user gives. */
const everyMember: unique symbol = Symbol("every member");

/** Members that are secret without being asked, as a tree: `true` stands for the whole value at that path. */
export interface SecretMembers {
  readonly [member: string]: true | SecretMembers;
  readonly [everyMember]?: true | SecretMembers;
}

const updateSecrets: SecretMembers = {
  container: {
    registryAuthentication: true,
    logging: {
      axiom: { apiToken: true },
      datadog: { apiKey: true },
      // Header values may be credentials, and the engine makes a list that holds one secret whole anyway.
      http: { password: true, headers: true },
      newRelic: { ingestionKey: true },
      splunk: { token: true },
    },
  },
};

/** The secret members of a `ContainerGroup`'s arguments. */
export const containerGroupSecrets: SecretMembers = { ...updateSecrets, onDestroy: updateSecrets };

/** The secret members of a `ContainerGroupFleet`'s arguments. */
export const containerGroupFleetSecrets: SecretMembers = {
  defaults: containerGroupSecrets,
  groups: { [everyMember]: containerGroupSecrets },
};

/** The secret members of a `QueueJob`'s arguments. */
export const queueJobSecrets: SecretMembers = { webhook: true };

/** What is secret below `member`; nothing where it, or what holds it, is not listed. */
export function secretsBelow(secrets: SecretMembers | undefined, member: string): true | SecretMembers | undefined {
  return secrets !== undefined && Object.hasOwn(secrets, member) ? secrets[member] : secrets?.[everyMember];
}
