import { adminOperations, type AdminOperation } from "../admin/adminOperations";
import { seedDocument } from "../files/seedDocument";
import { faultDocument } from "../http/faultDocument";
import { MERGE_PATCH, operations, type Operation } from "../http/operations";
import { containerGroupResponse } from "../service/containerGroupResponse";
import { containerGroupUpdate } from "../service/containerGroupSchema";
import { inferenceEndpointJobPage } from "../service/inferenceEndpointJob";
import { queueResponse, queueUpdate } from "../service/queue";
import { queueJobCreation, queueJobResponse } from "../service/queueJob";
import { object, resourceName, string, type Schema } from "../service/schema";
import { version } from "../version";
import { mergePatchOf, toOpenApi } from "./schemas";

const problem = object(
  {
    type: string,
    title: string,
    status: { type: "integer" },
    detail: string,
    errors: { type: "array", items: object({ pointer: string, detail: string }, { required: ["pointer", "detail"] }) },
  },
  { required: ["type", "title", "status", "detail"] },
);

const containerGroupPatch = mergePatchOf(containerGroupUpdate);
const queuePatch = mergePatchOf(queueUpdate);
const PATCHES = new Map([
  [containerGroupUpdate, containerGroupPatch],
  [queueUpdate, queuePatch],
]);

const COMPONENTS = new Map<Schema, string>([
  [containerGroupPatch, "ContainerGroupPatch"],
  [containerGroupResponse, "ContainerGroup"],
  [queuePatch, "QueuePatch"],
  [queueResponse, "Queue"],
  [queueJobCreation, "QueueJobCreation"],
  [queueJobResponse, "QueueJob"],
  [inferenceEndpointJobPage, "InferenceEndpointJobPage"],
  [problem, "Problem"],
  [faultDocument, "Fault"],
  [seedDocument, "Seed"],
]);

/** The service's API as this emulator has it, and its admin API, as an OpenAPI 3.1 document. */
export function openApiDocument(basePath: string, apiKeyHeader: string): object {
  const service = operations(false).map((operation) => [operation.path, operation.method, serviceOperation(operation)]);
  const admin = adminOperations.map((operation) => [
    `/__admin${operation.path}`,
    operation.method,
    { ...adminOperation(operation), servers: [{ url: "/" }] },
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Container groups, queues and jobs",
      version,
      description:
        "The API of the service as its emulator reads it, and the emulator's admin API. What the API's own document does not show, the emulator decides: " +
        "such rules have a comment.",
    },
    servers: [{ url: basePath || "/" }],
    tags: [{ name: "service" }, { name: "admin" }],
    paths: pathsOf([...service, ...admin, ["/__admin/events", "GET", EVENTS]] as [string, string, object][]),
    components: {
      schemas: Object.fromEntries([...COMPONENTS].map(([schema, name]) => [name, toOpenApi(schema, COMPONENTS)])),
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: apiKeyHeader } },
    },
  };
}

const EVENTS = {
  operationId: "followEvents",
  summary: "Follow what happens: snapshot, request and objects, as server-sent events",
  tags: ["admin"],
  servers: [{ url: "/" }],
  responses: { 200: { description: "The events", content: { "text/event-stream": {} } } },
};

function pathsOf(all: [path: string, method: string, operation: object][]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [path, method, operation] of all) {
    (paths[path.replaceAll(/:(\w+)/g, "{$1}")] ??= {})[method.toLowerCase()] = operation;
  }
  return paths;
}

function serviceOperation({ path, body, mediaType = "application/json", ...operation }: Operation): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => parameter(name, "path", resourceName));
  const sent = mediaType === MERGE_PATCH && body ? PATCHES.get(body) : body;
  return {
    ...described({ ...operation, names, body: sent, mediaType }),
    tags: ["service"],
    security: [{ apiKey: [] }],
  };
}

const adminOperation = (operation: AdminOperation): object => ({
  ...described({ ...operation, names: [], mediaType: "application/json" }),
  tags: ["admin"],
});

interface Described {
  id: string;
  summary: string;
  names: object[];
  parameters?: Schema;
  body?: Schema;
  mediaType: string;
  response: { status: number; schema?: Schema };
}

function described({ id, summary, names, parameters, body, mediaType, response }: Described): object {
  const query = Object.entries(parameters?.properties ?? {}).map(([name, schema]) => parameter(name, "query", schema));
  return {
    operationId: id,
    summary,
    parameters: [...names, ...query],
    ...(body && { requestBody: { required: true, content: { [mediaType]: { schema: referred(body) } } } }),
    responses: {
      [response.status]: { description: "Done", ...contentOf("application/json", response.schema) },
      default: { description: "Refused", ...contentOf("application/problem+json", problem) },
    },
  };
}

const parameter = (name: string, place: "path" | "query", schema: Schema): object => ({
  name,
  in: place,
  required: place === "path",
  schema: toOpenApi(schema, COMPONENTS),
});

const contentOf = (mediaType: string, schema: Schema | undefined): object =>
  schema === undefined ? {} : { content: { [mediaType]: { schema: referred(schema) } } };

function referred(schema: Schema): object {
  const name = COMPONENTS.get(schema);
  return name === undefined ? toOpenApi(schema, COMPONENTS) : { $ref: `#/components/schemas/${name}` };
}
