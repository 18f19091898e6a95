import type { Fault } from "../../emulator";
import type { JsonObject } from "./fields";
import { GROUP_NAMES } from "./changes";
import type { Random } from "./random";

/** What happens to the processes and the connection of a run. */
export type StrikeKind = "killCli" | "killHost" | "interrupt" | "unplug";

/** What goes wrong in a run. */
export interface Trouble {
  name: string;
  what: string;
  faults: Fault[];
  strike?: {
    kind: StrikeKind;
    /** Strikes after so many requests of the run, or so many milliseconds. */
    requests?: number;
    milliseconds?: number;
    /** `unplug`: the connection is back after so many milliseconds. */
    back?: number;
  };
  /** What others send to a group before the run, which then refreshes first. */
  others?: { group: string; patch: JsonObject };
}

const FAULTS: Record<string, (random: Random) => Omit<Fault, "match" | "after" | "times">> = {
  limited: (random) => ({
    kind: "status",
    status: 429,
    ...(random.chance(0.5) && { headers: { "retry-after": "1" } }),
  }),
  failing: (random) => ({
    kind: "status",
    status: random.pick([408, 500, 502, 503, 504]),
    processed: random.chance(0.5),
  }),
  busy: () => ({ kind: "status", status: 503, headers: { "retry-after": "1" } }),
  refusing: (random) => ({ kind: "status", status: random.pick([400, 401, 403, 404, 409, 422]) }),
  resetBefore: () => ({ kind: "reset-before" }),
  resetAfter: () => ({ kind: "reset-after" }),
  hanging: (random) => ({ kind: "hang", processed: random.chance(0.5) }),
  cutOff: () => ({ kind: "truncate" }),
  empty: () => ({ kind: "empty" }),
  html: () => ({ kind: "html" }),
  mediaType: () => ({ kind: "wrong-media-type" }),
  redirecting: () => ({ kind: "redirect" }),
  slow: (random) => ({ kind: "slow", delayMs: random.integer(50, 1500) }),
};

function faults(random: Random): Trouble {
  const names = random.some(Object.keys(FAULTS)).slice(0, random.integer(1, 3));
  const chosen = names.map((name): Fault => {
    // A limit that never ends is waited out for minutes.
    const times = random.pick(name === "limited" || name === "busy" ? [1, 2, 4] : [1, 2, 5, Infinity]);
    const after = random.integer(0, 4);
    const method = random.pick([undefined, undefined, "PATCH", "POST"]);
    const made = FAULTS[name]?.(random);
    return { kind: "slow", ...made, times, after, match: { method } };
  });
  const words = chosen.map(
    ({ kind, status, processed, times, after, match }) =>
      `${kind}${status ? ` ${status}` : ""}${processed ? " (processed)" : ""} ×${times} after ${after} ${match?.method ?? ""}`,
  );
  return { name: "faults", what: words.join(", ").trim(), faults: chosen };
}

const strike =
  (kind: StrikeKind) =>
  (random: Random): Trouble => {
    // With slow responses much is left to be sent when a CLI is killed.
    const delayMs = kind === "killCli" && random.chance(0.5) ? random.integer(900, 1500) : random.integer(50, 400);
    const at = random.chance(0.75) ? { requests: random.integer(1, 9) } : { milliseconds: random.integer(300, 6000) };
    const back = random.integer(200, 4000);
    const when = "requests" in at ? `after ${at.requests} requests` : `after ${at.milliseconds} ms`;
    return {
      name: kind,
      what: `${when}, responses take ${delayMs} ms${kind === "unplug" ? `, back after ${back} ms` : ""}`,
      faults: [{ kind: "slow", delayMs, times: Infinity }],
      strike: { kind, ...at, back },
    };
  };

function others(random: Random): Trouble {
  const patch = random.pick<JsonObject>([
    { replicas: random.integer(10, 20) },
    { display_name: `Theirs ${random.token()}` },
    { container: { environment_variables: { A: `theirs-${random.token()}` } } },
    { container: { resources: { cpu: random.integer(32, 64) } } },
    { container: { image: null } },
  ]);
  const group = random.pick(GROUP_NAMES);
  return { name: "others", what: `${group} ${JSON.stringify(patch)}`, faults: [], others: { group, patch } };
}

const TROUBLES: Record<string, { weight: number; make: (random: Random) => Trouble }> = {
  none: { weight: 2, make: () => ({ name: "none", what: "", faults: [] }) },
  faults: { weight: 6, make: faults },
  killCli: { weight: 3, make: strike("killCli") },
  killHost: { weight: 2, make: strike("killHost") },
  interrupt: { weight: 2, make: strike("interrupt") },
  unplug: { weight: 2, make: strike("unplug") },
  others: { weight: 1, make: others },
};

export const TROUBLE_NAMES = Object.keys(TROUBLES);

export function chooseTrouble(random: Random, skipped: ReadonlySet<string>): Trouble {
  const weighted = Object.entries(TROUBLES)
    .filter(([name]) => !skipped.has(name))
    .flatMap(([, { weight, make }]) => Array<typeof make>(weight).fill(make));
  return random.pick(weighted)(random);
}
