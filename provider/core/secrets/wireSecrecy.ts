import type { Annotation } from "../schema/annotation";
import { wireMemberAt, type Member } from "../schema/members";

/** One node of a body on the wire, and its secrecy. Additional members may put any JSON there, of which the schema knows nothing. */
export interface WireNode {
  member: Member | undefined;
  /** What has the same path in the alternatives beside: of one that the schema does not know, the credentials have their names. */
  alike?: readonly (Member | undefined)[];
  secrecy?: Annotation["secrecy"];
}

/** The whole of a body. */
export const wireRoot = (body: Member): WireNode => ({ member: body });

/** The node at `key` of another. All that is inside of what is secret is secret. */
export function wireNodeAt({ member, alike, secrecy }: WireNode, key: PropertyKey): WireNode {
  const name = String(key);
  const below = wireMemberAt(member, name);
  const beside = member?.alternatives ? [...member.members.values()] : alike?.map((other) => wireMemberAt(other, name));
  const isCredential = beside?.some((other) => other?.secrecy === "credential");
  return {
    member: below,
    alike: beside,
    secrecy: secrecy ?? below?.secrecy ?? (isCredential ? "credential" : undefined),
  };
}
