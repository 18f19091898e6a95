import type { Webhooks } from "./webhook";

/** What all objects of one emulator share. */
export interface Context {
  /** The time in milliseconds. */
  clock: () => number;
  /** Milliseconds until a change has settled. */
  settleMs: number;
  /** Fields that the API does not show are let through, whatever they hold. */
  acceptUnknownMembers: boolean;
  /** Every accepted patch counts as a change of a group. */
  versionOnEveryPatch: boolean;
  webhooks: Webhooks;
  /** Called when an object was put or changed, or a job was created. */
  onChange: () => void;
}
