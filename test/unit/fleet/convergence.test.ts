import fc from "fast-check";
import type { FaultKind } from "../../../emulator";
import { Engine, failure, PROJECT, type Resource } from "../../support/protocol";
import type { Properties } from "../../support/providerHost";

jest.setTimeout(600_000);

const NAMES = ["alpha", "beta", "gamma"] as const;

/** What every group has before we come: values of its own, which nobody may touch who did not declare them. */
const FOUND = {
  replicas: 7,
  display_name: "Found",
  country_codes: ["us"],
  container: { environment_variables: { KEEP: "kept", MODE: "found" } },
};

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.inProcess({}, { settleMs: 0 });
});
afterAll(() => engine.stop());

type Name = (typeof NAMES)[number];
type Leaf = "replicas" | "displayName" | "countryCodes" | "MODE" | "EXTRA";
type Declaration = Partial<Record<Leaf, unknown>>;

const value: Record<Leaf, fc.Arbitrary<unknown>> = {
  replicas: fc.constantFrom(0, 1, 2),
  displayName: fc.constantFrom("One", "Two", null),
  countryCodes: fc.constantFrom(["de"], ["de", "fr"]),
  MODE: fc.constantFrom("fast", "slow"),
  EXTRA: fc.constantFrom("on", "off"),
};
const LEAVES = Object.keys(value) as Leaf[];
const declaration: fc.Arbitrary<Declaration> = fc.record(value, { requiredKeys: [] });

type Trouble = "none" | "refused" | "lost before" | "lost after";
const FAULTS: Record<Exclude<Trouble, "none">, FaultKind> = {
  refused: "status",
  "lost before": "reset-before",
  "lost after": "reset-after",
};
const trouble = fc.constantFrom<Trouble>("none", "none", "refused", "lost before", "lost after");

interface Step {
  defaults: Declaration;
  groups: Partial<Record<Name, Declaration>>;
  troubles: Record<Name, Trouble>;
}
const step: fc.Arbitrary<Step> = fc.record({
  defaults: declaration,
  groups: fc.record({ alpha: declaration, beta: declaration, gamma: declaration }, { requiredKeys: ["alpha"] }),
  troubles: fc.record({ alpha: trouble, beta: trouble, gamma: trouble }),
});

function argsOf({ MODE, EXTRA, ...rest }: Declaration): Properties {
  const environmentVariables = { ...(MODE !== undefined && { MODE }), ...(EXTRA !== undefined && { EXTRA }) };
  return { ...rest, ...(Object.keys(environmentVariables).length > 0 && { container: { environmentVariables } }) };
}

const fleetArgs = ({ defaults, groups }: Step): Properties => ({
  defaults: argsOf(defaults),
  groups: Object.fromEntries(Object.entries(groups).map(([name, own]) => [name, argsOf(own)])),
});

function leafOf(document: Properties, leaf: Leaf): unknown {
  const container = document["container"] as { environment_variables?: Properties } | undefined;
  if (leaf === "MODE" || leaf === "EXTRA") {
    return container?.environment_variables?.[leaf] ?? null;
  }
  const wire = { replicas: "replicas", displayName: "display_name", countryCodes: "country_codes" }[leaf];
  return document[wire] ?? null;
}

/** What should be true of one leaf of one group, told from the steps alone. */
interface Expected {
  /** Whether a declaration of ours may have reached the service, so that it is ours to unset. */
  ours: boolean;
  /** What it was before it was ours. */
  found: unknown;
}

class Oracle {
  readonly #leaves = new Map<string, Expected>();
  readonly #adopted = new Set<Name>();

  constructor() {
    NAMES.forEach((name) => this.#find(name));
  }

  #find(name: Name): void {
    const document = stored(name);
    for (const leaf of LEAVES) {
      this.#leaves.set(`${name} ${leaf}`, { ours: false, found: leafOf(document, leaf) });
    }
  }

  /** `kept`: the engine took what came of the step, and did not go back to what was before. */
  after({ defaults, groups, troubles }: Step, kept: boolean): void {
    for (const name of NAMES) {
      const own = groups[name];
      if (own === undefined) {
        // Forgotten: whatever it has now is what the next declaration finds.
        if (kept && this.#adopted.delete(name)) {
          this.#find(name);
        }
        continue;
      }
      this.#adopted.add(name);
      const declared = { ...defaults, ...own };
      for (const leaf of LEAVES) {
        const expected = this.#leaves.get(`${name} ${leaf}`) as Expected;
        if (Object.hasOwn(declared, leaf) && troubles[name] !== "refused") {
          expected.ours = true;
        }
      }
    }
  }

  /** After a step in which nothing failed. */
  check({ defaults, groups }: Step): void {
    for (const name of Object.keys(groups) as Name[]) {
      const declared = { ...defaults, ...groups[name] };
      for (const leaf of LEAVES) {
        const { ours, found } = this.#leaves.get(`${name} ${leaf}`) as Expected;
        // Replicas that are taken out are no longer managed: which of the counts that may have arrived stays is not ours to say.
        if (leaf === "replicas" && ours && !Object.hasOwn(declared, leaf)) {
          continue;
        }
        const should = Object.hasOwn(declared, leaf) ? declared[leaf] : ours ? null : found;
        expect({ name, leaf, value: leafOf(stored(name), leaf) }).toEqual({ name, leaf, value: should });
      }
      expect(stored(name)).toMatchObject({ container: { environment_variables: { KEEP: "kept" } } });
    }
  }
}

const stored = (name: Name): Properties => engine.service.stored("acme", "vision", name) as Properties;

/** An update in a run of its own. What the engine keeps of one that fails is what the next one begins with. */
async function deploy(before: Resource | undefined, args: Properties): Promise<{ after?: Resource; kept: boolean }> {
  await engine.host.newRun();
  const updating = engine.up("containerGroupFleet", before, args);
  const after = await updating.catch(() => undefined);
  if (after !== undefined) {
    return { after, kept: true };
  }
  const { kept } = await failure(updating);
  return kept ? { after: { id: kept.id, outs: kept.properties }, kept: true } : { after: before, kept: false };
}

const troublesOf = (alpha: Trouble) => ({ alpha, beta: "none", gamma: "none" }) as const;

test("whatever fails on the way, the first update in which nothing fails makes the declaration true, and touches nothing else", async () => {
  const { service } = engine;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), step, async (steps, last) => {
      NAMES.forEach((name) => service.putGroup({ ...PROJECT, name, ...FOUND }));
      const oracle = new Oracle();
      let fleet: Resource | undefined;
      for (const each of [...steps, { ...last, troubles: troublesOf("none") }]) {
        service.clearFaults();
        for (const name of NAMES) {
          const trouble = each.troubles[name];
          const match = { path: `/containers/${name}` };
          if (trouble !== "none") {
            service.fault({ kind: FAULTS[trouble], status: 422, match, times: Infinity });
          }
        }
        const { after, kept } = await deploy(fleet, fleetArgs(each));
        fleet = after;
        oracle.after(each, kept);
      }
      oracle.check(last);
      service.clearRequests();
      await deploy(fleet, fleetArgs(last));
      expect(service.requests).toHaveLength(0);
    }),
    {
      numRuns: 200,
      // A count whose update was lost is no longer managed, and then managed again: no patch in between held it.
      examples: [
        [
          [
            { defaults: {}, groups: { alpha: { replicas: 2 } }, troubles: troublesOf("none") },
            { defaults: { replicas: 0 }, groups: { alpha: {} }, troubles: troublesOf("lost after") },
            { defaults: {}, groups: { alpha: { MODE: "fast" } }, troubles: troublesOf("lost before") },
          ],
          { defaults: {}, groups: { alpha: { replicas: 2 } }, troubles: troublesOf("none") },
        ],
      ],
    },
  );
});
