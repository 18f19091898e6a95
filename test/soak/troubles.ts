import type { Fault } from "../../emulator";
import { GROUP_NAMES } from "./changes";
import type { JsonObject } from "./fields";
import type { Random } from "./random";

/** What happens to the processes and the connection of a run, after so many of its requests or so many milliseconds. */
export interface Strike {
  kind: "killCli" | "killHost" | "interrupt" | "unplug";
  requests?: number;
  milliseconds?: number;
  /** `unplug`: the connection is back after so many milliseconds. */
  back: number;
}

/** What goes wrong in a run. */
export interface Trouble {
  name: string;
  faults: Fault[];
  strike?: Strike;
  /** What others send to a group before the run, which then refreshes first. */
  others?: { group: string; patch: JsonObject };
}

type Kind = Omit<Fault, "match" | "after" | "times">;

// prettier-ignore
const FAULTS: ((random: Random) => Kind)[] = [
  (r) => ({ kind: "status", status: 429, ...(r.chance(0.5) && { headers: { "retry-after": "1" } }) }),
  () => ({ kind: "status", status: 503, headers: { "retry-after": "1" } }),
  (r) => ({ kind: "status", status: r.pick([408, 500, 502, 503, 504]), processed: r.chance(0.5) }),
  (r) => ({ kind: "status", status: r.pick([400, 401, 403, 404, 409, 422]) }),
  (r) => ({ kind: "hang", processed: r.chance(0.5) }),
  (r) => ({ kind: "slow", delayMs: r.integer(50, 1500) }),
  (r) => ({ kind: r.pick(["reset-before", "reset-after", "truncate", "empty", "html", "wrong-media-type", "redirect"]) }),
];

const faults = (random: Random): Omit<Trouble, "name"> => ({
  faults: random.some(FAULTS, 3).map((make) => {
    const fault = make(random);
    // The provider would wait for minutes where a limit never ends.
    const isLimit = fault.status === 429 || fault.headers !== undefined;
    const times = random.pick(isLimit ? [1, 2, 4] : [1, 2, 5, Infinity]);
    const match = { method: random.pick([undefined, undefined, "PATCH", "POST"]) };
    return { ...fault, times, after: random.integer(0, 4), match };
  }),
});

const strike =
  (kind: Strike["kind"]) =>
  (random: Random): Omit<Trouble, "name"> => {
    // With slow responses, much remains to be sent when a CLI is killed.
    const delayMs = kind === "killCli" && random.chance(0.5) ? random.integer(900, 1500) : random.integer(50, 400);
    const at = random.chance(0.75) ? { requests: random.integer(1, 9) } : { milliseconds: random.integer(300, 6000) };
    const back = random.integer(200, 4000);
    return { faults: [{ kind: "slow", delayMs, times: Infinity }], strike: { kind, ...at, back } };
  };

function others(random: Random): Omit<Trouble, "name"> {
  const patch = random.pick<JsonObject>([
    { replicas: random.integer(10, 20) },
    { display_name: `Theirs ${random.token()}` },
    { container: { environment_variables: { A: `theirs-${random.token()}` } } },
    { container: { resources: { cpu: random.integer(32, 64) } } },
    { container: { image: null } },
  ]);
  return { faults: [], others: { group: random.pick(GROUP_NAMES), patch } };
}

const TROUBLES: [name: string, weight: number, make: (random: Random) => Omit<Trouble, "name">][] = [
  ["none", 2, () => ({ faults: [] })],
  ["faults", 6, faults],
  ["killCli", 3, strike("killCli")],
  ["killHost", 2, strike("killHost")],
  ["interrupt", 2, strike("interrupt")],
  ["unplug", 2, strike("unplug")],
  ["others", 1, others],
];

export function chooseTrouble(random: Random): Trouble {
  const [name, , make] = random.pick(TROUBLES.flatMap((row) => Array<typeof row>(row[1]).fill(row)));
  return { name, ...make(random) };
}
