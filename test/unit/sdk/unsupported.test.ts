import * as pulumi from "@pulumi/pulumi";
import { SECRET_SIGNATURE, SIGNATURE_KEY, UNKNOWN_MARKERS } from "../../../common/pulumiMarkers";
import { UNKNOWN } from "../../../common/unknown";
import { ContainerGroup } from "../../../sdk";
import { RESOURCE_KINDS, type ResourceKind } from "../../../sdk/internal/resourceKinds";
import { resourceProps } from "../../../sdk/internal/resourceProps";
import { inProject, sentProps, startRun, unknownOutput, valueOf } from "./support";

inProject();

const propsOf = (kind: ResourceKind, args: object) => resourceProps(kind, "web", args, {});
const job = (input: unknown) => sentProps(RESOURCE_KINDS.queueJob, { queueName: "frames", input });
const inOutput = (value: unknown) => pulumi.output(1).apply(() => value);

class Unsendable {
  readonly field = 1;
}

function cyclic(): object {
  const value: Record<string, unknown> = {};
  return Object.assign(value, { self: value, again: value });
}

const deep = Array.from({ length: 250 }).reduce<unknown>((inner) => ({ deep: inner }), 1);
const lostName = "Pulumi cannot carry a field of this name; give another one";

// prettier-ignore
const lost: [what: string, input: unknown, message: string][] = [
  ["a function", () => 1, "input: a function cannot be sent; give plain JSON data"],
  ["a bigint", 1n, "input: a bigint cannot be sent; give a number or a string"],
  ["a symbol", Symbol("x"), "input: a symbol cannot be sent; give plain JSON data"],
  ["NaN", NaN, "input: NaN is not a JSON number"],
  ["a negative zero", -0, "input: -0 loses its sign on its way; give 0"],
  ["an infinity", [-Infinity], "input[0]: -Infinity is not a JSON number"],
  ["a date", { at: new Date() }, "input.at: a Date object cannot be sent; give plain JSON data"],
  ["a class instance", new Unsendable(), "input: a Unsendable object cannot be sent; give plain JSON data"],
  ["a field named __proto__", JSON.parse('{ "__proto__": { "a": 1 } }'), `input.__proto__: ${lostName}`],
  ["a field with Pulumi's signature key", { a: { [SIGNATURE_KEY]: "x" } }, `input.a["${SIGNATURE_KEY}"]: ${lostName}`],
  ["a field named toString", [{ toString: "a" }], `input[0].toString: ${lostName}`],
  ["half of a surrogate pair in a name", { "\ude00": 1 }, `input["\\ude00"]: ${lostName}`],
  ["half of a surrogate pair in a string", { a: "x\ud83d" }, "input.a: holds half of a surrogate pair, which is no character"],
  ["a value that holds itself, twice", { cyclic: cyclic() }, "input.cyclic.self: holds values nested deeper than 200 levels, or itself"],
  ["a value nested too deep", deep, "input.deep.deep: holds values nested deeper than 200 levels, or itself"],
];

describe("what Pulumi would lose without an error is refused", () => {
  test.each(lost)("%s", async (_, input, message) => {
    const text = `QueueJob "web": ${message}`;
    expect(() => propsOf(RESOURCE_KINDS.queueJob, { queueName: "frames", input })).toThrow(new pulumi.RunError(text));
    await expect(job(inOutput(input))).rejects.toThrow(text);
    await expect(job(Promise.resolve(input))).rejects.toThrow(text);
  });

  test.each([...UNKNOWN_MARKERS])("the string %s, which stands for an unknown value", async (marker) => {
    const message =
      "input[0]: Pulumi takes this string for a value that is not known yet, and loses it; give another one";
    expect(() => propsOf(RESOURCE_KINDS.queueJob, { input: [marker] })).toThrow(message);
    await expect(job(Promise.resolve([marker]))).rejects.toThrow(message);
  });

  test("but no name that objects have by themselves", () => {
    expect(() => propsOf(RESOURCE_KINDS.queueJob, { queueName: "frames", constructor: 1 })).not.toThrow();
  });

  test("all at once, without a value in the message", () => {
    const secret = Object.assign(() => 1, { toString: () => "hunter2" });
    const args = {
      replicas: NaN,
      displayName: "hunter2\ud83d",
      container: { command: ["a", 1n], environmentVariables: { "a.b": new Date(), X: secret } },
      onDestroy: { container: { registryAuthentication: { [SIGNATURE_KEY]: "hunter2" } } },
    };
    const message = [
      'ContainerGroup "web":',
      "replicas: NaN is not a JSON number",
      "displayName: holds half of a surrogate pair, which is no character",
      "container.command[1]: a bigint cannot be sent; give a number or a string",
      'container.environmentVariables["a.b"]: a Date object cannot be sent; give plain JSON data',
      "container.environmentVariables.X: a function cannot be sent; give plain JSON data",
      `onDestroy.container.registryAuthentication["${SIGNATURE_KEY}"]: ${lostName}`,
    ].join("\n  ");
    expect(() => propsOf(RESOURCE_KINDS.containerGroup, args)).toThrow(new pulumi.RunError(message));
  });

  test("names of arguments that mean something else, and in a fleet the names of groups may be these", () => {
    const args = { id: "x", urn: "y", observed: {}, __provider: "z" };
    const message = [
      'ContainerGroup "web":',
      "id: not an argument: Pulumi gives a resource its id",
      "urn: not an argument: Pulumi gives a resource its URN",
      "observed: not an argument: it is the response of the service",
      "__provider: names that begin with two underscores are reserved",
    ].join("\n  ");
    expect(() => propsOf(RESOURCE_KINDS.containerGroup, args)).toThrow(message);
    expect(() => propsOf(RESOURCE_KINDS.containerGroupFleet, { groups: args })).not.toThrow();
  });
});

describe("what is not lost passes:", () => {
  test("whole surrogate pairs, and a marker within a longer string or as a name", async () => {
    const input = { "😀": "😀", a: `${UNKNOWN} `, [UNKNOWN]: 1, b: SIGNATURE_KEY };
    expect((await job(input))["input"]).toEqual(input);
  });

  test("an object without a prototype, and one value in two places", async () => {
    const shared = Object.assign(Object.create(null) as object, { a: 1 });
    expect((await job([shared, shared]))["input"]).toEqual([{ a: 1 }, { a: 1 }]);
  });

  test("unknown outputs, and every marker that the engine gives for another resource's output", async () => {
    startRun({ preview: true });
    expect((await job({ a: unknownOutput(), b: 1 }))["input"]).toEqual({ a: "UNKNOWN", b: 1 });
    const markers = [...UNKNOWN_MARKERS];
    const expected = markers.map((marker) => (marker === UNKNOWN ? "UNKNOWN" : marker));
    expect((await job(inOutput(markers)))["input"]).toEqual(expected);
  });

  test("an output that is secret as a whole and in part, which reads as the plain value that it is", async () => {
    const container = { image: "i", registryAuthentication: { basic: { username: "u", password: "p" } } };
    const group = new ContainerGroup("web", { container: pulumi.secret(container) });
    expect(await valueOf(group.container as pulumi.Output<unknown>)).toEqual(container);
    const props = await sentProps(RESOURCE_KINDS.containerGroup, { container: group.container }, { name: "api" });
    expect(props["container"]).toEqual({ secret: container });
    expect(props["__secrets"]).toEqual(["/container"]);
  });

  test("a secret in Pulumi's own form that an output holds", async () => {
    const wrapped = { [SIGNATURE_KEY]: SECRET_SIGNATURE, value: "hidden" };
    expect((await job(inOutput({ a: wrapped })))["input"]).toEqual({ a: { secret: "hidden" } });
  });
});
