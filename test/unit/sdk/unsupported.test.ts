import * as pulumi from "@pulumi/pulumi";
import { RESOURCE_KINDS } from "../../../sdk/internal/resourceKinds";
import { resourceProps } from "../../../sdk/internal/resourceProps";
import { SECRET_SIGNATURE, SIGNATURE_KEY, UNKNOWN, UNKNOWN_MARKERS } from "../../../common/pulumiMarkers";
import { ContainerGroup } from "../../../sdk";
import { sentProps, setSettings, startRun, unknownOutput, valueOf } from "./support";

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
    ["a bigint", 1n, "input: a bigint cannot be sent; give a number or a string"],
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
      "input.__proto__: a field of this name is lost on the way to the service",
    ],
    ...[...UNKNOWN_MARKERS].map((marker): (typeof rows)[number] => [
      `Pulumi's marker ${marker}`,
      { a: ["x", marker] },
      "input.a[1]: Pulumi takes this string for a value that is not known yet, and loses it; give another one",
    ]),
    [
      "a member with Pulumi's signature key",
      { a: { [SIGNATURE_KEY]: "x" } },
      /: input\.a\["4dabf18193072939515e22adb298388d"\]: Pulumi marks its own kinds of values with this name; give another one$/,
    ],
    [
      "half of a surrogate pair in a string",
      { a: "x\ud83d" },
      "input.a: holds half of a surrogate pair, which is no character",
    ],
    [
      "half of a surrogate pair in a name",
      { "\ude00": 1 },
      'input["\\ude00"]: the name holds half of a surrogate pair, which is no character',
    ],
    ["a value that holds itself", { cyclic }, "input.cyclic.self: the value holds itself"],
    ["a value nested too deep", deep, /: nested deeper than 200 levels$/],
  ];

  test.each(rows)("%s", async (_, input, message) => {
    const text = (prefix: string) => (typeof message === "string" ? `${prefix}QueueJob "web": ${message}` : message);
    expect(() => resourceProps(RESOURCE_KINDS.queueJob, "web", { queueName: "frames", input }, {})).toThrow(text(""));
    const wrapped = pulumi.output(1).apply(() => input);
    await expect(sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input: wrapped })).rejects.toThrow(text(""));
    const promised = Promise.resolve(input);
    await expect(sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input: promised })).rejects.toThrow(
      text(""),
    );
  });

  test("all at once, without a value in the message", () => {
    const secret = Object.assign(() => 1, { toString: () => "hunter2" });
    const args = {
      replicas: NaN,
      container: { command: ["a", 1n], environmentVariables: { "a.b": new Date(), X: secret } },
      onDestroy: { container: { registryAuthentication: { basic: { password: secret } } } },
    };
    expect(() => resourceProps(RESOURCE_KINDS.containerGroup, "web", args, {})).toThrow(
      new pulumi.RunError(
        [
          'ContainerGroup "web":',
          "replicas: NaN is not a JSON number",
          "container.command[1]: a bigint cannot be sent; give a number or a string",
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
    expect(() => resourceProps(RESOURCE_KINDS.containerGroupFleet, "edge", args, {})).toThrow(
      [
        'ContainerGroupFleet "edge":',
        "defaults.replicas: NaN is not a JSON number",
        "groups.__proto__: a field of this name is lost on the way to the service",
        "groups.web-1.replicas: a bigint cannot be sent; give a number or a string",
      ].join("\n  "),
    );
  });

  test("names of arguments that mean something else", () => {
    expect(() =>
      resourceProps(RESOURCE_KINDS.containerGroup, "web", { id: "x", urn: "y", observed: {}, __provider: "z" }, {}),
    ).toThrow(
      [
        'ContainerGroup "web":',
        "id: not an argument: Pulumi gives a resource its id",
        "urn: not an argument: Pulumi gives a resource its URN",
        "observed: not an argument: it is the response of the service",
        "__provider: names that begin with two underscores are reserved",
      ].join("\n  "),
    );
  });

  test("markers, names and broken strings, all at once, and no value is shown", () => {
    const args = {
      displayName: "hunter2\ud83d",
      container: {
        image: UNKNOWN,
        environmentVariables: { TOKEN: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff", "A\udc00": "hunter2" },
        registryAuthentication: { [SIGNATURE_KEY]: "hunter2" },
      },
    };
    const marker = "Pulumi takes this string for a value that is not known yet, and loses it; give another one";
    expect(() => resourceProps(RESOURCE_KINDS.containerGroup, "web", args, {})).toThrow(
      new pulumi.RunError(
        [
          'ContainerGroup "web":',
          "displayName: holds half of a surrogate pair, which is no character",
          `container.image: ${marker}`,
          `container.environmentVariables.TOKEN: ${marker}`,
          'container.environmentVariables["A\\udc00"]: the name holds half of a surrogate pair, which is no character',
          'container.registryAuthentication["4dabf18193072939515e22adb298388d"]: ' +
            "Pulumi marks its own kinds of values with this name; give another one",
        ].join("\n  "),
      ),
    );
  });

  test("but not whole surrogate pairs, nor a marker within a longer string or as a name", async () => {
    const input = { "😀": "😀", a: `${UNKNOWN} `, [UNKNOWN]: 1, b: SIGNATURE_KEY };
    expect((await sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input }))["input"]).toEqual(input);
  });

  test("but not an object without a prototype, nor one value in two places", async () => {
    const shared = Object.assign(Object.create(null) as object, { a: 1 });
    const props = await sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input: [shared, shared] });
    expect(props["input"]).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

describe("what stands for an unknown value or a secret of another resource is not refused", () => {
  /** A resource of another package, whose outputs the engine answers. */
  class Other extends pulumi.CustomResource {
    declare public readonly value: pulumi.Output<unknown>;
    constructor(value: unknown) {
      super("a:b:C", "other", { value });
    }
  }
  const job = (input: unknown) => sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input });

  test("an unknown output, and the marker that the engine answers for a string", async () => {
    startRun({ preview: true });
    const { value } = new Other({ a: UNKNOWN });
    expect((await job({ a: unknownOutput(), b: value, c: [value] }))["input"]).toEqual({
      a: "UNKNOWN",
      b: "UNKNOWN",
      c: ["UNKNOWN"],
    });
  });

  test.each([...UNKNOWN_MARKERS].filter((marker) => marker !== UNKNOWN))(
    "the marker %s that the engine answers at a preview; one that the program writes is",
    async (marker) => {
      startRun({ preview: true });
      const { value } = new Other({ a: marker });
      expect((await job(value))["input"]).toEqual({ a: marker });
      expect(() => resourceProps(RESOURCE_KINDS.queueJob, "web", { input: [marker] }, {})).toThrow(
        "input[0]: Pulumi takes",
      );
      await expect(job(Promise.resolve(marker))).rejects.toThrow("input: Pulumi takes");
    },
  );

  test("the marker of a string that an output of the program holds is, at a preview too", async () => {
    startRun({ preview: true });
    await expect(job(pulumi.output(1).apply(() => UNKNOWN))).rejects.toThrow("input: Pulumi takes");
  });

  test("an output that is secret as a whole and in part reads as the plain value that it is", async () => {
    const container = { image: "i", registryAuthentication: { basic: { username: "u", password: "p" } } };
    const group = new ContainerGroup("web", { container: pulumi.secret(container) });
    expect(await valueOf(group.container as pulumi.Output<unknown>)).toEqual(container);
    const props = await sentProps(RESOURCE_KINDS.containerGroup, { container: group.container }, { name: "api" });
    expect(props["container"]).toEqual({ secret: container });
    expect(props["__secrets"]).toEqual(["/container"]);
  });

  test("a secret in Pulumi's own form that an output holds", async () => {
    const wrapped = { [SIGNATURE_KEY]: SECRET_SIGNATURE, value: "hidden" };
    expect((await job(pulumi.output(1).apply(() => ({ a: wrapped }))))["input"]).toEqual({ a: { secret: "hidden" } });
  });
});
