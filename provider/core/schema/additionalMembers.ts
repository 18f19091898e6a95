/** The argument whose value is in wire form, beside the typed arguments and merged with them. */
export const ADDITIONAL_MEMBERS = "additionalMembers";
