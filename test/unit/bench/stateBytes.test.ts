import { addedBytes } from "../../../bench/lib/stateBytes";

const record = (inputs: object, outputs: object, propertyDependencies = {}) => ({
  urn: "urn:pulumi:bench::bench::pulumi-nodejs:dynamic/containergroups:ContainerGroup::web",
  type: "pulumi-nodejs:dynamic/containergroups:ContainerGroup",
  inputs,
  outputs,
  propertyDependencies,
  created: "2026-01-01T00:00:00Z",
});
const stack = { urn: "urn:pulumi:bench::bench::pulumi:pulumi:Stack::bench", type: "pulumi:pulumi:Stack", outputs: {} };
const state = (...resources: object[]) => JSON.stringify({ deployment: { resources: [stack, ...resources] } });

describe("the bytes that a resource adds to the state", () => {
  it("are none where it has its arguments alone", () => {
    expect(addedBytes(state(record({ replicas: 3 }, { replicas: 3 })))).toBe(0);
  });

  it("are the provider's text in both places, and in the engine's table of properties", () => {
    const text = { __provider: "exports.handler" };
    const added = '"__provider":"exports.handler",'.length * 2 + '"__provider":[],'.length;
    expect(
      addedBytes(state(record({ ...text, replicas: 3 }, { ...text, replicas: 3 }, { __provider: [], replicas: [] }))),
    ).toBe(added);
  });

  it("are outputs that are no arguments, in UTF-8", () => {
    expect(addedBytes(state(record({ replicas: 3 }, { observed: { name: "ü" }, replicas: 3 })))).toBe(
      Buffer.byteLength('"observed":{"name":"ü"},'),
    );
  });

  it("are the mean of all dynamic resources, and of no others", () => {
    const small = record({ replicas: 3 }, { replicas: 3 });
    const large = record({ replicas: 3 }, { v: 1, replicas: 3 });
    expect(addedBytes(state(small, large))).toBe('"v":1,'.length / 2);
  });

  it("cannot be told of a state without one", () => {
    expect(() => addedBytes(state())).toThrow("the state holds no dynamic resource");
  });
});
