import type { Fault, JsonObject } from "../../emulator";
import { GROUP_NAMES } from "./program";
import type { Random } from "./random";

/** What happens to the processes and the connection of a run, so many milliseconds after so many of its requests. */
export interface Strike {
  kind: "killCli" | "killHost" | "interrupt" | "unplug";
  requests: number;
  milliseconds: number;
}

/** What goes wrong in a run. */
export interface Trouble {
  faults: Fault[];
  strike?: Strike;
  /** What others send to a group before the run, which then refreshes first. */
  others?: { group: string; patch: JsonObject };
}

// prettier-ignore
const FAULTS: ((random: Random) => Fault)[] = [
  // A limit ends: the provider would wait for minutes where it never does.
  (r) => ({ kind: "status", status: r.pick([429, 503]), headers: { "retry-after": "1" }, times: r.integer(1, 4) }),
  (r) => ({ kind: "status", status: 429, times: r.integer(1, 4) }),
  (r) => ({ kind: "status", status: r.pick([408, 500, 502, 503, 504]), processed: r.chance(0.5) }),
  (r) => ({ kind: "status", status: r.pick([400, 401, 403, 404, 409, 422]) }),
  (r) => ({ kind: "hang", processed: r.chance(0.5) }),
  (r) => ({ kind: "slow", delayMs: r.integer(50, 1500) }),
  (r) => ({ kind: r.pick(["reset-before", "reset-after", "truncate", "empty", "html", "wrong-media-type", "redirect"]) }),
];

const faults = (random: Random): Trouble => ({
  faults: random.some(FAULTS, 3).map((make) => ({
    times: random.pick([1, 2, 5, Infinity]),
    after: random.integer(0, 4),
    match: { method: random.pick([undefined, undefined, "PATCH", "POST"]) },
    ...make(random),
  })),
});

function strike(random: Random): Trouble {
  const kind = random.pick(["killCli", "killCli", "killHost", "interrupt", "unplug"] as const);
  // With slow responses, much remains to be sent when it strikes.
  const slow: Fault = { kind: "slow", delayMs: random.integer(200, 1500), times: Infinity };
  return { faults: [slow], strike: { kind, requests: random.integer(0, 6), milliseconds: random.integer(0, 800) } };
}

function others(random: Random): Trouble {
  // A refresh notices these, whatever is declared. It does not take every change for one by others (docs/drift.md).
  const patch = random.pick<JsonObject>([
    { "scaling-actions": [{ schedule: "theirs", replicas: random.integer(10, 20) }] },
    { container: { environment_variables: { A: `theirs-${random.token()}` } } },
    { container: { image: `registry.example/theirs:${random.token()}` } },
    { container: { resources: { memory: random.integer(10_000, 20_000) } } },
    { queue_autoscaler: null },
  ]);
  return { faults: [], others: { group: random.pick(GROUP_NAMES), patch } };
}

const none = (): Trouble => ({ faults: [] });

export const anyTrouble = (random: Random): Trouble =>
  random.pick([none, others, faults, faults, faults, strike, strike, strike, strike])(random);
