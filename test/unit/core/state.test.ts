import fc from "fast-check";
import { pack, unpack } from "../../../provider/state";
import { smallJson } from "../../support/bodies";

const argument = fc.dictionary(fc.constantFrom("name", "replicas", "container", "__proto__", "constructor"), smallJson);

test("what is packed is unpacked as it was", () => {
  const observed = fc.dictionary(fc.constantFrom("id", "version"), smallJson);
  const internal = fc.record({ __secrets: fc.array(fc.string()) }, { requiredKeys: [] });
  const unconfirmed = fc.option(fc.constant({ container: { image: true } } as const), { nil: undefined });
  fc.assert(
    fc.property(argument, observed, internal, unconfirmed, (args, seen, inner, doubt) => {
      const kept = unpack(pack({ args, internal: inner }, seen, { unconfirmed: doubt }));
      expect(JSON.stringify(kept.args)).toBe(JSON.stringify(args));
      expect(kept).toMatchObject({ internal: inner, observed: seen });
      expect(kept.unconfirmed).toEqual(doubt);
      for (const pointer of inner.__secrets ?? [])
        if (/^\/[^/~]+$/.test(pointer)) expect(kept.marked.has([pointer.slice(1)])).toBe(true);
    }),
  );
});

test("inputs have no outputs, and what is internal is no argument", () => {
  const kept = unpack({ name: "web", replicas: null, gone: undefined, __provider: "text", __secrets: ["/a~1b"] });
  expect(kept.args).toEqual({ name: "web", replicas: null });
  expect(Object.keys(kept.args)).not.toContain("gone");
  expect(kept).toMatchObject({ observed: undefined, unconfirmed: undefined });
  expect(kept.marked.has(["a/b"])).toBe(true);
});

test("the marks and the provider's text are handed on as they came", () => {
  const kept = unpack({ name: "web", __provider: "text", __secrets: ["/name"] });
  expect(pack(kept, { id: "1" })).toEqual({
    name: "web",
    observed: { id: "1" },
    __provider: "text",
    __secrets: ["/name"],
  });
});

test("paths in doubt are there only after a failure", () => {
  expect(pack({ args: {}, internal: {} }, {})).toEqual({ observed: {} });
  expect(pack({ args: {}, internal: {} }, {}, { unconfirmed: { a: true } })).toEqual({
    observed: {},
    __unconfirmed: { a: true },
  });
});

test.each([
  [{ observed: "text", __unconfirmed: 5, __secrets: "text" }],
  [{ observed: [], __unconfirmed: null, __secrets: {} }],
])("what an older or another state holds there is as good as missing: %j", (properties) => {
  const kept = unpack({ name: "web", ...properties });
  expect(kept).toMatchObject({ args: { name: "web" }, internal: {}, observed: undefined, unconfirmed: undefined });
  expect(kept.marked.has(["name"])).toBe(false);
});

test("nothing that is packed is undefined: the engine's process refuses that", () => {
  fc.assert(
    fc.property(argument, (args) => {
      expect(Object.values(pack({ args, internal: {} }, {})).includes(undefined as never)).toBe(false);
    }),
  );
});
