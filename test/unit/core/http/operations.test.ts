import { renderRequest, type OperationName } from "../../../../provider/core/http/operations";
import type { Json } from "../../../../provider/core/json/json";

const names = {
  organizationName: "acme",
  projectName: "vision",
  containerGroupName: "web",
  queueName: "frames",
  inferenceEndpointName: "llm",
};

describe("renderRequest", () => {
  test.each<[OperationName, { body?: Json; query?: Record<string, number | undefined> }, object]>([
    [
      "updateContainerGroup",
      { body: { replicas: 2, container: { image: "b", command: null } } },
      {
        method: "PATCH",
        path: "/organizations/acme/projects/vision/containers/web",
        objectPath: "acme/vision/web",
        mediaType: "application/merge-patch+json",
        body: '{"container":{"command":null,"image":"b"},"replicas":2}',
      },
    ],
    [
      "updateQueue",
      { body: {} },
      {
        method: "PATCH",
        path: "/organizations/acme/projects/vision/queues/frames",
        objectPath: "acme/vision/frames",
        mediaType: "application/merge-patch+json",
        body: "{}",
      },
    ],
    [
      "createQueueJob",
      { body: { input: null } },
      {
        method: "POST",
        path: "/organizations/acme/projects/vision/queues/frames/jobs",
        objectPath: "acme/vision/frames",
        mediaType: "application/json",
        body: '{"input":null}',
      },
    ],
    [
      "listInferenceEndpointJobs",
      {},
      { method: "GET", path: "/organizations/acme/inference-endpoints/llm/jobs", objectPath: "acme/llm" },
    ],
    [
      "listInferenceEndpointJobs",
      { query: { page: 2, pageSize: 100 } },
      {
        method: "GET",
        path: "/organizations/acme/inference-endpoints/llm/jobs?page=2&page_size=100",
        objectPath: "acme/llm",
      },
    ],
    [
      "listInferenceEndpointJobs",
      { query: { page: undefined, pageSize: 1 } },
      { method: "GET", path: "/organizations/acme/inference-endpoints/llm/jobs?page_size=1", objectPath: "acme/llm" },
    ],
  ])("%s with %j", (name, options, expected) => {
    const { operation, ...request } = renderRequest(name, names, options);
    expect(operation.method).toBe(request.method);
    expect(request).toEqual(expected);
  });

  test.each([
    "..",
    "a/b",
    "a?b",
    "Web",
    "w",
    "-web",
    "web-",
    "web\n",
    "we b",
    "w%2fb",
    "",
    "a".repeat(64),
    "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  ])("the name %j is refused, so that no request leaves its path", (containerGroupName) => {
    const render = () => renderRequest("updateContainerGroup", { ...names, containerGroupName }, { body: {} });
    expect(render).toThrow(/update container group: containerGroupName must be a string of 2 to 63 characters/);
  });

  test.each(["we", "a1", `a${"-".repeat(61)}z`])("the name %j is taken", (containerGroupName) => {
    const { path } = renderRequest("updateContainerGroup", { ...names, containerGroupName }, { body: {} });
    expect(path).toBe(`/organizations/acme/projects/vision/containers/${containerGroupName}`);
  });

  test("a missing name is refused", () => {
    const { projectName: _, ...rest } = names;
    expect(() => renderRequest("updateQueue", rest, { body: {} })).toThrow(/projectName .* it is missing/);
  });

  test("a body is refused where none is sent, and required where one is", () => {
    expect(() => renderRequest("listInferenceEndpointJobs", names, { body: {} })).toThrow("no body is sent");
    expect(() => renderRequest("updateQueue", names)).toThrow("needs a body");
  });
});
