import * as pulumi from "@pulumi/pulumi";
import { containerGroupKind, queueJobKind } from "../../../sdk/internal/kinds";
import { resourceProps } from "../../../sdk/internal/resourceProps";
import { sentProps, setSettings, startRun, unknownOutput } from "./support";

beforeEach(() => {
  startRun();
  setSettings({ organizationName: "acme", projectName: "vision" });
});

const update = {
  replicas: 1,
  container: {
    image: "a:1",
    environmentVariables: { PLAIN: "p", TOKEN: "t" },
    registryAuthentication: { basic: { username: "u", password: "p" } },
    logging: {
      axiom: { apiToken: "s", dataset: "d", host: "h" },
      datadog: { apiKey: "s", host: "h", tags: [{ name: "n", value: "v" }] },
      http: { headers: [{ name: "n", value: "v" }], host: "h", password: "s", path: "/", user: "u", port: 1 },
      newRelic: { host: "h", ingestionKey: "s" },
      splunk: { host: "h", token: "s" },
      tcp: { host: "h", port: 1 },
    },
  },
  livenessProbe: { http: { headers: [{ name: "n", value: "v" }], path: "/", port: 1 } },
};

const updateWithSecrets = {
  ...update,
  container: {
    ...update.container,
    registryAuthentication: { secret: { basic: { username: "u", password: "p" } } },
    logging: {
      axiom: { apiToken: { secret: "s" }, dataset: "d", host: "h" },
      datadog: { apiKey: { secret: "s" }, host: "h", tags: [{ name: "n", value: "v" }] },
      http: {
        headers: { secret: [{ name: "n", value: "v" }] },
        host: "h",
        password: { secret: "s" },
        path: "/",
        user: "u",
        port: 1,
      },
      newRelic: { host: "h", ingestionKey: { secret: "s" } },
      splunk: { host: "h", token: { secret: "s" } },
      tcp: { host: "h", port: 1 },
    },
  },
};

type Wrap = (value: unknown) => unknown;

/** The value with every object and list inside it wrapped, leaves too. */
function wrapAll(value: unknown, wrap: Wrap): unknown {
  if (Array.isArray(value)) {
    return wrap(value.map((item) => wrapAll(item, wrap)));
  }
  if (typeof value !== "object" || value === null) {
    return wrap(value);
  }
  return wrap(wrapMembers(value, wrap));
}

function wrapMembers(value: object, wrap: Wrap): object {
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, wrapAll(inner, wrap)]));
}

describe("credentials are secret at exactly their own paths", () => {
  const wraps: [string, Wrap][] = [
    ["plain values", (value) => value],
    ["promises at every depth", (value) => Promise.resolve(value)],
    ["promises of outputs", (value) => Promise.resolve(pulumi.output(1).apply(() => value))],
    ["outputs at every depth", (value) => pulumi.output(1).apply(() => value)],
  ];
  test.each(wraps)("in %s", async (_, wrap) => {
    const props = await sentProps(containerGroupKind, {
      ...wrapMembers(update, wrap),
      onDestroy: wrapAll(update, wrap),
    });
    expect(props).toMatchObject({ ...updateWithSecrets, onDestroy: updateWithSecrets });
    expect(props).not.toHaveProperty("__secrets");
  });

  test("in an output of the whole", async () => {
    const props = await sentProps(containerGroupKind, { container: pulumi.output(update.container) });
    expect(props["container"]).toEqual(updateWithSecrets.container);
  });

  test("of a job, its webhook alone", async () => {
    const job = { queueName: "frames", input: { webhook: "i" }, metadata: { webhook: "m" }, webhook: "https://w" };
    expect(await sentProps(queueJobKind, job)).toMatchObject({ ...job, webhook: { secret: "https://w" } });
  });
});

test("null and undefined stay as they are where a credential may stand", async () => {
  const logging = {
    axiom: { apiToken: null, host: "h" },
    datadog: { apiKey: undefined },
    http: { password: pulumi.output(null), headers: pulumi.output(undefined) },
    newRelic: { ingestionKey: Promise.resolve(undefined) },
    splunk: { token: Promise.resolve(null) },
  };
  const props = await sentProps(containerGroupKind, { container: { logging, registryAuthentication: null } });
  expect(props["container"]).toEqual({
    logging: {
      axiom: { apiToken: null, host: "h" },
      datadog: {},
      http: { password: null },
      newRelic: {},
      splunk: { token: null },
    },
    registryAuthentication: null,
  });
});

test("what is unknown stays unknown where it is, and its neighbours known", async () => {
  startRun({ preview: true });
  const props = await sentProps(containerGroupKind, {
    replicas: unknownOutput(),
    container: { image: "a:1", environmentVariables: { A: unknownOutput(), B: "b" } },
  });
  expect(props).toMatchObject({
    replicas: "UNKNOWN",
    container: { image: "a:1", environmentVariables: { A: "UNKNOWN", B: "b" } },
  });
});

test("a copy depends on the resources that the values come from, and on no other", async () => {
  class Source extends pulumi.CustomResource {
    declare public readonly token: pulumi.Output<string>;
    constructor(name: string) {
      super("a:b:C", name, { token: "t" });
    }
  }
  const source = new Source("source");
  const props = resourceProps(
    containerGroupKind,
    "web",
    { replicas: 1, container: { logging: { splunk: { token: source.token } } } },
    {},
  );
  const dependencies: Record<string, unknown[]> = {};
  for (const [member, value] of Object.entries(props)) {
    const found = new Set<pulumi.Resource>();
    await pulumi.runtime.serializeProperty(member, value, found);
    if (found.size > 0) {
      dependencies[member] = [...found];
    }
  }
  expect(Object.keys(dependencies)).toEqual(["container"]);
  expect(dependencies["container"]).toEqual([source]);
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
