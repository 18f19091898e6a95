import * as pulumi from "@pulumi/pulumi";
import { containerGroupFleetKind, containerGroupKind, queueJobKind } from "../../../sdk/internal/kinds";
import { resourceProps } from "../../../sdk/internal/resourceProps";
import { sentProps, setSettings, startRun } from "./support";

beforeEach(() => {
  startRun();
  setSettings({ organizationName: "acme", projectName: "vision" });
});

class Unsendable {
  readonly member = 1;
}

describe("what Pulumi would lose without a word is refused", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  let deep: unknown = 1;
  for (let level = 0; level < 250; level++) {
    deep = { deep };
  }

  const rows: [string, unknown, string | RegExp][] = [
    ["a function", () => 1, "input: a function cannot be sent; give plain JSON data"],
    ["a bigint", 1n, "input: a bigint cannot be sent; give a number, or text where text is meant"],
    ["a symbol", Symbol("x"), "input: a symbol cannot be sent; give plain JSON data"],
    ["NaN", NaN, "input: NaN is not a JSON number"],
    ["an infinity", [-Infinity], "input[0]: -Infinity is not a JSON number"],
    ["a date", { at: new Date() }, "input.at: a Date object cannot be sent; give plain JSON data"],
    ["a map", new Map(), "input: a Map object cannot be sent; give plain JSON data"],
    ["a class instance", new Unsendable(), "input: a Unsendable object cannot be sent; give plain JSON data"],
    ["an asset", new pulumi.asset.StringAsset("x"), "input: a StringAsset object cannot be sent; give plain JSON data"],
    [
      "a member named __proto__",
      JSON.parse('{ "__proto__": { "a": 1 } }'),
      "input.__proto__: a member of this name is lost on the way to the service",
    ],
    ["a value that holds itself", { cyclic }, "input.cyclic.self: the value holds itself"],
    ["a value nested too deep", deep, /: nested deeper than 200 levels$/],
  ];

  test.each(rows)("%s", async (_, input, message) => {
    const text = (prefix: string) => (typeof message === "string" ? `${prefix}QueueJob "web": ${message}` : message);
    expect(() => resourceProps(queueJobKind, "web", { queueName: "frames", input }, {})).toThrow(text(""));
    const wrapped = pulumi.output(1).apply(() => input);
    await expect(sentProps(queueJobKind, { queueName: "frames", input: wrapped })).rejects.toThrow(text(""));
    const promised = Promise.resolve(input);
    await expect(sentProps(queueJobKind, { queueName: "frames", input: promised })).rejects.toThrow(text(""));
  });

  test("all at once, without a value in the message", () => {
    const secret = Object.assign(() => 1, { toString: () => "hunter2" });
    const args = {
      replicas: NaN,
      container: { command: ["a", 1n], environmentVariables: { "a.b": new Date(), X: secret } },
      onDestroy: { container: { registryAuthentication: { basic: { password: secret } } } },
    };
    expect(() => resourceProps(containerGroupKind, "web", args, {})).toThrow(
      new pulumi.RunError(
        [
          'ContainerGroup "web":',
          "replicas: NaN is not a JSON number",
          "container.command[1]: a bigint cannot be sent; give a number, or text where text is meant",
          'container.environmentVariables["a.b"]: a Date object cannot be sent; give plain JSON data',
          "container.environmentVariables.X: a function cannot be sent; give plain JSON data",
          "onDestroy.container.registryAuthentication.basic.password: a function cannot be sent; give plain JSON data",
        ].join("\n  "),
      ),
    );
  });

  test("in a fleet, with the group that it is in", () => {
    const groups = Object.assign(JSON.parse('{ "__proto__": {} }') as object, { "web-1": { replicas: 1n }, id: {} });
    const args = { defaults: { replicas: NaN }, groups };
    expect(() => resourceProps(containerGroupFleetKind, "edge", args, {})).toThrow(
      [
        'ContainerGroupFleet "edge":',
        "defaults.replicas: NaN is not a JSON number",
        "groups.__proto__: a member of this name is lost on the way to the service",
        'groups["web-1"].replicas: a bigint cannot be sent; give a number, or text where text is meant',
      ].join("\n  "),
    );
  });

  test("names of arguments that mean something else", () => {
    expect(() =>
      resourceProps(containerGroupKind, "web", { id: "x", urn: "y", observed: {}, __provider: "z" }, {}),
    ).toThrow(
      [
        'ContainerGroup "web":',
        "id: not an argument: Pulumi gives a resource its id",
        "urn: not an argument: Pulumi gives a resource its URN",
        "observed: not an argument: it is what the service answers",
        "__provider: names that begin with two underscores are reserved",
      ].join("\n  "),
    );
  });

  test("but not an object without a prototype, nor one value in two places", async () => {
    const shared = Object.assign(Object.create(null) as object, { a: 1 });
    const props = await sentProps(queueJobKind, { queueName: "frames", input: [shared, shared] });
    expect(props["input"]).toEqual([{ a: 1 }, { a: 1 }]);
  });
});
