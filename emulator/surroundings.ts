import type { Leniency } from "./rules";

/** What all objects of one emulator share. */
export interface Surroundings {
  /** The time in milliseconds. */
  clock: () => number;
  /** Milliseconds until a change has settled. */
  settleMs: number;
  leniency: Leniency;
}
