import { renderRequest, type OperationName } from "../../../../provider/core/http/operations";
import { names } from "./service";

const GROUP = "/organizations/acme/projects/vision/containers/web";
const QUEUE = "/organizations/acme/projects/vision/queues/frames";
const JOBS = "/organizations/acme/inference-endpoints/llm/jobs";
const MERGE_PATCH = "application/merge-patch+json";
const replicas = { replicas: 2, container: { image: "b", command: null } };

type Options = Parameters<typeof renderRequest>[2];

// prettier-ignore
test.each<[OperationName, Options, object]>([
  ["updateContainerGroup", { body: replicas }, { method: "PATCH", path: GROUP, objectPath: "acme/vision/web", mediaType: MERGE_PATCH, body: '{"container":{"command":null,"image":"b"},"replicas":2}' }],
  ["updateQueue", { body: {} }, { method: "PATCH", path: QUEUE, objectPath: "acme/vision/frames", mediaType: MERGE_PATCH, body: "{}" }],
  ["createQueueJob", { body: { input: null } }, { method: "POST", path: `${QUEUE}/jobs`, objectPath: "acme/vision/frames", mediaType: "application/json", body: '{"input":null}' }],
  ["listInferenceEndpointJobs", {}, { method: "GET", path: JOBS, objectPath: "acme/llm" }],
  ["listInferenceEndpointJobs", { query: { page: 2, pageSize: 100 } }, { method: "GET", path: `${JOBS}?page=2&page_size=100`, objectPath: "acme/llm" }],
  ["listInferenceEndpointJobs", { query: { page: undefined, pageSize: 1 } }, { method: "GET", path: `${JOBS}?page_size=1`, objectPath: "acme/llm" }],
])("%s with %j", (name, options, expected) => {
  const { operation, ...request } = renderRequest(name, names, options);
  expect(operation.method).toBe(request.method);
  expect(request).toEqual(expected);
});

const update = (containerGroupName: string) =>
  renderRequest("updateContainerGroup", { ...names, containerGroupName }, { body: {} });

// prettier-ignore
const NO_NAMES = [
  "..", "a/b", "a?b", "Web", "w", "-web", "web-", "web\n", "we b", "w%2fb", "", "a".repeat(64), "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
];

test.each(NO_NAMES)("the name %j is refused, so that no request leaves its path", (name) => {
  expect(() => update(name)).toThrow(
    /^update container group: containerGroupName must be a string of 2 to 63 characters.*; it is "/,
  );
});

test.each(["we", "a1", `a${"-".repeat(61)}z`])("the name %j is taken", (name) => {
  expect(update(name).path).toBe(`/organizations/acme/projects/vision/containers/${name}`);
});

test("a missing name is refused", () => {
  const { projectName: _, ...rest } = names;
  expect(() => renderRequest("updateQueue", rest, { body: {} })).toThrow(/projectName .* it is missing/);
});

test("a body is refused where none is sent, and required where one is", () => {
  expect(() => renderRequest("listInferenceEndpointJobs", names, { body: {} })).toThrow("no body is sent");
  expect(() => renderRequest("updateQueue", names)).toThrow("needs a body");
});
