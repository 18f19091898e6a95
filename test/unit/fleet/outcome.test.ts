import { ServiceError } from "../../../provider/core/http/errors";
import type { Json, JsonObject } from "../../../common/json";
import type { IndeterminatePaths } from "../../../provider/core/patch/indeterminatePaths";
import { NOTHING_OBSERVED, type Observed } from "../../../provider/engine/outputValues";
import { priorGroups } from "../../../provider/fleet/groups";
import { changedNothingAtAll, observedAfter, stateAfter } from "../../../provider/fleet/outcome";
import { fleetOutputs, fleetState } from "../../../provider/fleet/state";
import type { Outcome } from "../../../provider/fleet/tasks";
import type { ApplyResult } from "../../../provider/resources/apply";
import { unwrapped } from "../../support/providerHost";
import { fleet, PROJECT, planOf } from "./support";

type Applied = Outcome<ApplyResult | undefined>;

const MADE: Applied = { done: { observed: NOTHING_OBSERVED } };
const FORGOTTEN: Applied = { done: undefined };
const REFUSED: Applied = { failed: new ServiceError("refused", { status: 422 }) };
/** How an `onDestroy` fails of which it is not known whether it arrived. */
const LOST: Applied = { failed: new ServiceError("lost", { maybeProcessed: true }) };
const NOT_TRIED: Applied = "not tried";

/** How a change fails of which it is not known whether it was made. */
const indeterminate = (paths: IndeterminatePaths, observed: Observed = NOTHING_OBSERVED): Applied => ({
  done: { observed, indeterminate: { paths, reason: "it may have been made", error: new ServiceError("lost") } },
});

const mapOf = (outcomes: Record<string, Applied>) => new Map(Object.entries(outcomes));

describe("whether nothing was made", () => {
  test.each<[sentence: string, nothing: boolean, outcomes: Record<string, Applied>]>([
    ["where nothing was to be made", true, {}],
    ["where each was refused or not tried", true, { web: REFUSED, worker: NOT_TRIED }],
    ["where each failed before it was sent", true, { web: { failed: new Error("no such file") } }],
    ["where one was made", false, { web: REFUSED, worker: MADE, edge: NOT_TRIED }],
    ["where one may have been made", false, { web: indeterminate({ replicas: true }) }],
    ["where a group was forgotten", false, { web: FORGOTTEN }],
    ["where an onDestroy may have arrived", false, { web: LOST, worker: REFUSED }],
  ])("%s: %p", (_, nothing, outcomes) => {
    expect(changedNothingAtAll(mapOf(outcomes))).toBe(nothing);
  });
});

describe("what is kept as observed", () => {
  const before = {
    groups: { web: { replicas: 1 }, worker: { replicas: 1 }, gone: { onDestroy: { replicas: 0 } } },
    observed: { web: { version: "1" }, worker: { version: "11" }, gone: { version: "21" } },
    __observedSecrets: ["/worker/version"],
  };
  const after = { groups: { web: { replicas: 2 }, worker: { replicas: 2 }, "a/b": { replicas: 2 } } };
  const observed = (outcomes: Record<string, Applied>) => observedAfter(planOf(before, after), mapOf(outcomes));
  const seen = (version: string, secrets: string[] = []): Applied => ({
    done: { observed: { fields: { version }, secrets } },
  });

  test("is the response to each change, of the groups that are declared, and what is secret in it", () => {
    expect(observed({ web: seen("2"), worker: seen("12"), "a/b": seen("32", ["/version"]), gone: FORGOTTEN })).toEqual({
      fields: { web: { version: "2" }, worker: { version: "12" }, "a/b": { version: "32" } },
      secrets: ["/a~1b/version"],
    });
  });

  test.each<[sentence: string, outcomes: Record<string, Applied>]>([
    ["where nothing was sent", {}],
    ["where all failed or was not tried", { web: REFUSED, worker: REFUSED, "a/b": NOT_TRIED, gone: REFUSED }],
  ])("is what was observed before, if anything, %s", (_, outcomes) => {
    expect(observed(outcomes)).toEqual({
      fields: { web: { version: "1" }, worker: { version: "11" }, "a/b": {} },
      secrets: ["/worker/version"],
    });
  });

  test("is what a change gives that may not have been made", () => {
    const unclear = indeterminate({ replicas: true }, { fields: { version: "1" }, secrets: ["/version"] });
    expect(observed({ web: unclear })).toMatchObject({
      fields: { web: { version: "1" } },
      secrets: ["/web/version", "/worker/version"],
    });
  });
});

interface Kept {
  groups: JsonObject;
  prior?: Json[];
  unconfirmed?: IndeterminatePaths;
}

const goneAs = (displayName: string) => ({ onDestroy: { displayName } });

describe("what is kept of a fleet", () => {
  const keptOf = (before: JsonObject, after: JsonObject, outcomes: Record<string, Applied>) =>
    stateAfter(planOf(before, after), mapOf(outcomes), fleet(after));

  /** The arguments hold these groups, and beside them what they always hold. */
  function expectKept(kept: ReturnType<typeof keptOf>, { groups, prior = [], unconfirmed }: Kept): void {
    expect(kept).toStrictEqual({ args: { ...kept.args, groups }, unfinished: { prior, unconfirmed } });
  }

  describe("of which a group is declared", () => {
    const one = { groups: { web: { replicas: 1 }, worker: { replicas: 1 } } };
    const two = { groups: { web: { replicas: 2 }, worker: { replicas: 2 } } };
    const web = { web: { replicas: 2 } };
    const worker = [{ groups: { worker: { replicas: 1 } } }];
    const unconfirmed: IndeterminatePaths = { worker: { displayName: true } };
    const unsure = { ...one, __unconfirmed: unconfirmed };

    // prettier-ignore
    test.each<[sentence: string, before: JsonObject, after: JsonObject, outcomes: Record<string, Applied>, kept: Kept]>(
      [
        ["is all of it where all is made", one, two, { web: MADE, worker: MADE }, two],
        ["has a group to which nothing was to be sent", one, two, { web: MADE }, two],
        ["has what was declared before, where a change was refused", one, two, { web: MADE, worker: REFUSED }, { groups: web, prior: worker }],
        ["has what was declared before, where a change was not tried", one, two, { web: MADE, worker: NOT_TRIED }, { groups: web, prior: worker }],
        ["has nothing of a group that could not be adopted", { groups: {} }, two, { web: MADE, worker: REFUSED }, { groups: web }],
        ["has what was declared before and what may be otherwise now, where a change may have been made",
          one, two, { web: MADE, worker: indeterminate({ replicas: true }) }, { groups: web, prior: worker, unconfirmed: { worker: { replicas: true } } }],
        ["has what was unconfirmed before, too, where another change may have been made",
          unsure, two, { web: MADE, worker: indeterminate({ replicas: true }) },
          { groups: web, prior: worker, unconfirmed: { worker: { displayName: true, replicas: true } } }],
        ["has what was unconfirmed before, where the next change was refused", unsure, two, { worker: REFUSED }, { groups: web, prior: worker, unconfirmed }],
        ["has nothing unconfirmed any more, where the next change was made", unsure, two, { web: REFUSED, worker: MADE }, { groups: { worker: { replicas: 2 } }, prior: [{ groups: { web: { replicas: 1 } } }] }],
        ["has the name of a group and what may be set, where its adoption may have been made",
          { groups: {} }, two, { web: MADE, worker: indeterminate({ replicas: true }) },
          { groups: web, prior: [{ groups: { worker: {} }, secrets: [] }], unconfirmed: { worker: { replicas: true } } }],
      ],
    )("%s", (_, before, after, outcomes, kept) => {
      expectKept(keptOf(before, after, outcomes), kept);
    });
  });

  describe("of which a group is taken out", () => {
    const before = {
      groups: { web: {}, gone: { replicas: 1, ...goneAs("Gone") } },
      __secrets: ["/groups/gone/onDestroy/displayName"],
    };
    const after = { groups: { web: { replicas: 1 } } };
    const prior = [{ groups: { gone: before.groups.gone }, secrets: before.__secrets }];
    const unsure = { ...before, __unconfirmed: { gone: { replicas: true } } };

    // prettier-ignore
    test.each<[sentence: string, before: JsonObject, outcome: Applied, kept: Partial<Kept>]>([
      ["has nothing of it, once it is forgotten", before, FORGOTTEN, {}],
      ["has nothing unconfirmed of it, once it is forgotten", unsure, FORGOTTEN, {}],
      ["has what was declared, where onDestroy was refused", before, REFUSED, { prior }],
      ["has what onDestroy may have set, where it may have arrived", before, LOST, { prior, unconfirmed: { gone: { display_name: true } } }],
      ["has what was unconfirmed before, where onDestroy was refused", unsure, REFUSED, { prior, unconfirmed: { gone: { replicas: true } } }],
      ["has what was unconfirmed before, too, where onDestroy may have arrived", unsure, LOST, { prior, unconfirmed: { gone: { replicas: true, display_name: true } } }],
    ])("%s", (_, olds, outcome, kept) => {
      expectKept(keptOf(olds, after, { web: MADE, gone: outcome }), { groups: after.groups, ...kept });
    });
  });

  describe("of which a change may have been made that has an onDestroy of its own", () => {
    const unclear = { worker: indeterminate({ replicas: true }) };
    const unconfirmed: IndeterminatePaths = { worker: { replicas: true } };
    const secret = (field: string) => `/groups/worker/${field}`;

    // prettier-ignore
    test.each<[sentence: string, before: JsonObject, after: JsonObject, prior: Json]>([
      ["is what was declared before, with its source, where the onDestroy is the same",
        { defaults: { displayName: "D" }, groups: { worker: { replicas: 1, ...goneAs("Gone") } } }, { groups: { worker: { replicas: 2, ...goneAs("Gone") } } },
        { defaults: { displayName: "D" }, groups: { worker: { replicas: 1, ...goneAs("Gone") } } }],
      ["is what was declared before with the onDestroy of now, and the marks of both",
        { defaults: { displayName: "D" }, groups: { worker: { replicas: 1, ...goneAs("Gone") } }, __secrets: [secret("displayName"), secret("replicas")] },
        { groups: { worker: { replicas: 2, ...goneAs("Left") } }, __secrets: [secret("displayName"), secret("onDestroy/displayName")] },
        { groups: { worker: { displayName: "D", replicas: 1, ...goneAs("Left") } }, secrets: [secret("displayName"), secret("replicas"), secret("onDestroy/displayName")] }],
      ["is what was declared before without an onDestroy, where that is taken out",
        { groups: { worker: { replicas: 1, ...goneAs("Gone") } } }, { groups: { worker: { replicas: 2 } } },
        { groups: { worker: { replicas: 1 } }, secrets: [] }],
      ["is the onDestroy and its marks alone, where the group was never adopted",
        { groups: {} }, { groups: { worker: { replicas: 2, ...goneAs("Gone") } }, __secrets: [secret("onDestroy/displayName")] },
        { groups: { worker: goneAs("Gone") }, secrets: [secret("onDestroy/displayName")] }],
    ])("%s", (_, before, after, prior) => {
      expectKept(keptOf(before, after, unclear), { groups: {}, prior: [prior], unconfirmed });
    });
  });

  test("has all other arguments as they are declared", () => {
    const after = { profile: "eu", defaults: { displayName: "D" }, groups: { web: { replicas: 2 } } };
    expect(keptOf({ groups: { web: {} } }, after, { web: REFUSED }).args).toEqual({ ...PROJECT, ...after, groups: {} });
  });

  test("is read back as what is known of each group in the service", () => {
    const before = {
      groups: { web: { replicas: 1 }, worker: { displayName: "Old" }, gone: goneAs("Gone") },
      __secrets: ["/groups/worker/displayName"],
    };
    const after = {
      groups: {
        web: { replicas: 2 },
        worker: { displayName: "New" },
        added: { replicas: 3, ...goneAs("Left") },
        refused: { replicas: 4 },
      },
      __secrets: ["/groups/worker/displayName", "/groups/added/onDestroy/displayName"],
    };
    const { args, unfinished } = keptOf(before, after, {
      web: MADE,
      worker: REFUSED,
      added: indeterminate({ replicas: true }),
      refused: REFUSED,
      gone: LOST,
    });
    const outputs = fleetOutputs({ ...fleet(after), args }, NOTHING_OBSERVED, unfinished);
    const read = priorGroups(fleetState(unwrapped(outputs) as JsonObject));
    expect([...read].map(([name, group]) => [name, group.args, group.secretPaths.pointers, group.unconfirmed])).toEqual(
      [
        ["web", { ...PROJECT, name: "web", replicas: 2 }, [], undefined],
        ["worker", { ...PROJECT, name: "worker", displayName: "Old" }, ["/displayName"], undefined],
        ["gone", { ...PROJECT, name: "gone", ...goneAs("Gone") }, [], { display_name: true }],
        ["added", { ...PROJECT, name: "added", ...goneAs("Left") }, ["/onDestroy/displayName"], { replicas: true }],
      ],
    );
  });
});
