import * as pulumi from "@pulumi/pulumi";
import {
  ContainerGroup,
  ContainerGroupFleet,
  iterateInferenceEndpointJobs,
  listInferenceEndpointJobs,
  listInferenceEndpointJobsOutput,
  Queue,
  QueueJob,
} from "../../../sdk";
import { setSettings, valueOf } from "./support";

// What a user's own unit test sees. Whatever makes a request loads the provider, which is not there.
jest.mock("../../../provider", () => {
  throw new Error("a unit test of a program loads the provider");
});

const calls: pulumi.runtime.MockCallArgs[] = [];
function startTest(state: object = {}): void {
  calls.length = 0;
  void pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: { ...(inputs as object), ...state } }),
    call: (args) => {
      calls.push(args);
      return { items: [{ id: "1" }, { id: "2" }, { id: "3" }], page: 1, pageSize: 3, totalSize: 3 };
    },
  });
}

beforeEach(() => {
  startTest();
  // prettier-ignore
  setSettings({ organizationName: "acme", projectName: "vision", profiles: JSON.stringify({ eu: { organizationName: "acme-eu" } }) });
});

const address = async ({ organizationName, projectName }: ContainerGroup | ContainerGroupFleet | Queue | QueueJob) => [
  await valueOf(organizationName),
  await valueOf(projectName),
];

describe("under mocks", () => {
  test("the organization and the project of every resource are those of the settings", async () => {
    // prettier-ignore
    const resources = [new ContainerGroup("web"), new ContainerGroupFleet("edge", { groups: {} }), new Queue("frames"), new QueueJob("job", { queueName: "frames", input: null })];
    expect(await Promise.all(resources.map(address))).toEqual(resources.map(() => ["acme", "vision"]));
  });

  test("a profile's settings, an argument and the mock come before them", async () => {
    expect(await address(new ContainerGroup("a", { profile: "eu" }))).toEqual(["acme-eu", "vision"]);
    expect(await address(new ContainerGroup("b", { projectName: pulumi.output("audio") }))).toEqual(["acme", "audio"]);
    startTest({ organizationName: "mocked" });
    expect(await address(new ContainerGroup("c"))).toEqual(["mocked", "vision"]);
  });

  test("observed is an object, whose fields can be read at any depth", async () => {
    const group = new ContainerGroup("web");
    expect(await valueOf(group.observed)).toEqual({});
    expect(await valueOf(group.observed.version)).toBeUndefined();
    expect(await valueOf(group.observed.container.hash)).toBeUndefined();
    startTest({ observed: { version: 7, container: { hash: "h" } } });
    const other = new ContainerGroup("web");
    expect(await valueOf(other.observed.version)).toBe(7);
    expect(await valueOf(other.observed.container.hash)).toBe("h");
  });

  test("a page of jobs is the mock's, and no request is made", async () => {
    const args = { inferenceEndpointName: "detect", page: 1, organizationName: undefined };
    expect((await listInferenceEndpointJobs(args)).items).toHaveLength(3);
    const output = listInferenceEndpointJobsOutput({ inferenceEndpointName: pulumi.output("detect") });
    expect(await valueOf(output.totalSize)).toBe(3);
    expect(calls.map(({ token, inputs }) => [token, inputs as unknown])).toEqual([
      ["containergroups:index:listInferenceEndpointJobs", { inferenceEndpointName: "detect", page: 1 }],
      ["containergroups:index:listInferenceEndpointJobs", { inferenceEndpointName: "detect" }],
    ]);
  });

  test.each([
    [undefined, ["1", "2", "3"]],
    [2, ["1", "2"]],
  ])("of all jobs with maxItems %s the loop gives %j", async (maxItems, expected) => {
    const ids: unknown[] = [];
    for await (const { id } of iterateInferenceEndpointJobs({ inferenceEndpointName: "detect", maxItems })) {
      ids.push(id);
    }
    expect(ids).toEqual(expected);
    expect(calls.map(({ token }) => token)).toEqual(["containergroups:index:iterateInferenceEndpointJobs"]);
  });
});
