import fc from "fast-check";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../../common/pulumiMarkers";
import { fromProperties, toOutputs } from "../../../provider/engine/state";
import { fleetOutputs, fleetState } from "../../../provider/fleet/state";
import { smallJson } from "../../support/bodies";
import { unwrapped } from "../../support/providerHost";

const argument = fc.dictionary(fc.constantFrom("name", "replicas", "container", "constructor"), smallJson);
const nothing = { fields: {}, secrets: [] };
const secret = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

test("outputs are read back as they were written", () => {
  const fields = fc.dictionary(fc.constantFrom("id", "version"), smallJson);
  const internal = fc.record({ __secrets: fc.array(fc.string()) }, { requiredKeys: [] });
  const unconfirmed = fc.option(fc.constant({ container: { image: true } } as const), { nil: undefined });
  fc.assert(
    fc.property(argument, fields, internal, unconfirmed, (args, seen, inner, paths) => {
      const observed = { fields: seen, secrets: Object.keys(seen).map((key) => `/${key}`) };
      const outputs = toOutputs({ args, internal: inner, service: "0a1b2c3d" }, observed, paths);
      // The dynamic-provider host refuses an output that is undefined.
      expect(Object.values(outputs)).not.toContain(undefined);
      // As the engine hands outputs over: secrets are unwrapped.
      const state = fromProperties(unwrapped(outputs) as typeof outputs);
      expect(JSON.stringify(state.args)).toBe(JSON.stringify(args));
      expect(state).toMatchObject({ internal: inner, observed, service: "0a1b2c3d" });
      expect(state.unconfirmed).toEqual(paths);
      for (const pointer of inner.__secrets ?? []) {
        if (/^\/[^/~]+$/.test(pointer)) {
          expect(state.secretPaths.has([pointer.slice(1)])).toBe(true);
        }
      }
    }),
  );
});

test("inputs have no outputs, and what is internal is no argument", () => {
  // prettier-ignore
  const state = fromProperties({ name: "web", replicas: null, gone: undefined, __provider: "text", __secrets: ["/a~1b"] });
  expect(state.args).toEqual({ name: "web", replicas: null });
  expect(Object.keys(state.args)).not.toContain("gone");
  expect(state).toMatchObject({ observed: undefined, unconfirmed: undefined, service: undefined });
  expect(state.secretPaths.has(["a/b"])).toBe(true);
});

test("the marks and the provider's text are handed on as they came", () => {
  const state = fromProperties({ name: "web", __provider: "text", __secrets: ["/name"] });
  // prettier-ignore
  expect(toOutputs(state, { fields: { id: "1" }, secrets: [] })).toEqual({ name: "web", observed: { id: "1" }, __provider: "text", __secrets: ["/name"] });
});

test("what a failure leaves behind is there only after a failure, and secret", () => {
  expect(toOutputs({ args: {}, internal: {} }, nothing)).toEqual({ observed: {} });
  const unfinished = { unconfirmed: { a: true }, prior: [{ groups: {} }] } as const;
  const outputs = fleetOutputs(fleetState({}), nothing, { ...unfinished, prior: [...unfinished.prior] });
  expect(outputs).toEqual({ observed: {}, __unconfirmed: secret({ a: true }), __prior: secret([{ groups: {} }]) });
});

test.each([
  [{ observed: "text", __unconfirmed: 5, __secrets: "text", __prior: {}, __service: 1 }],
  [{ observed: [], __unconfirmed: null, __secrets: {}, __prior: null, __service: null }],
])("what another state holds under a name of ours is as good as missing: %j", (properties) => {
  const state = fleetState({ name: "web", ...properties });
  expect(state).toMatchObject({ args: { name: "web" }, internal: {}, observed: undefined, unconfirmed: undefined });
  expect(state).toMatchObject({ prior: undefined, service: undefined });
  expect(state.secretPaths.has(["name"])).toBe(false);
});

test("what another release keeps under names of its own is no argument: a job would be posted again for it", () => {
  const state = fromProperties({ name: "web", __newer: ["/a"], __older: "text", ["__proto__"]: 1 });
  expect(Object.entries(state.args)).toEqual([["name", "web"]]);
  expect(state).toMatchObject({ unconfirmed: undefined });
});
