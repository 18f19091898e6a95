import { adminOperations, type AdminOperation } from "../admin/adminOperations";
import { seedDocument } from "../files/seedDocument";
import { faultDocument } from "../http/faultDocument";
import { operations, type Operation } from "../http/operations";
import { containerGroupResponse } from "../service/containerGroupResponse";
import { containerGroupUpdate } from "../service/containerGroupSchema";
import { inferenceEndpointJobPage } from "../service/inferenceEndpointJob";
import { queueResponse, queueUpdate } from "../service/queue";
import { queueJobCreation, queueJobResponse } from "../service/queueJob";
import { object, resourceName, string, type Schema } from "../service/schema";
import { version } from "../version";
import { mergePatchOf } from "./mergePatchOf";

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

/** The schemas that are told once. */
const COMPONENTS = new Map<unknown, string>([
  [containerGroupUpdate, "ContainerGroupPatch"],
  [containerGroupResponse, "ContainerGroup"],
  [queueUpdate, "QueuePatch"],
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
  const schemas = ([...COMPONENTS] as [Schema, string][]).map(([schema, name]) => [
    name,
    name.endsWith("Patch") ? mergePatchOf(schema) : { ...schema },
  ]);
  const document = {
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
    paths: pathsOf([...operations(false).map(serviceOperation), ...adminOperations.map(adminOperation), EVENTS]),
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: apiKeyHeader } },
    },
  };
  // The components' own schemas are copies: what is found of the originals is referred to.
  const reference = (keyword: string, value: unknown): unknown => {
    const name = COMPONENTS.get(value);
    // JSON Schema has no word for a limit that another field sets: the description has.
    const isComputed = keyword === "maximum" && typeof value === "object";
    return name === undefined ? (isComputed ? undefined : value) : { $ref: `#/components/schemas/${name}` };
  };
  return JSON.parse(JSON.stringify(document, reference)) as object;
}

/** An operation at its path. */
type Described = [path: string, method: string, operation: object];

function pathsOf(all: Described[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [path, method, operation] of all) {
    (paths[path.replaceAll(/:(\w+)/g, "{$1}")] ??= {})[method.toLowerCase()] = operation;
  }
  return paths;
}

function serviceOperation({ id, summary, method, path, mediaType, body, parameters, response }: Operation): Described {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => parameter(name, "path", resourceName));
  const operation = {
    operationId: id,
    summary,
    tags: ["service"],
    security: [{ apiKey: [] }],
    parameters: [...names, ...queryOf(parameters)],
    requestBody: bodyOf(body, mediaType),
    responses: responses(response.status, response.schema),
  };
  return [path, method, operation];
}

const ADMIN = { tags: ["admin"], servers: [{ url: "/" }] };

function adminOperation({ id, summary, method, path, body, parameters, response }: AdminOperation): Described {
  const operation = {
    ...ADMIN,
    operationId: id,
    summary,
    parameters: queryOf(parameters),
    requestBody: bodyOf(body),
    responses: responses(response ? 200 : 204, response),
  };
  return [`/__admin${path}`, method, operation];
}

const EVENTS: Described = [
  "/__admin/events",
  "GET",
  {
    ...ADMIN,
    operationId: "followEvents",
    summary: "Follow what happens: snapshot, request and objects, as server-sent events",
    parameters: [parameter("secrets", "query", { type: "string", enum: ["shown"] })],
    responses: { 200: { description: "The events", content: { "text/event-stream": {} } } },
  },
];

function parameter(name: string, place: "path" | "query", schema: Schema): object {
  return { name, in: place, required: place === "path", schema };
}

function queryOf(parameters: Schema | undefined): object[] {
  return Object.entries(parameters?.properties ?? {}).map(([name, schema]) => parameter(name, "query", schema));
}

function bodyOf(schema: Schema | undefined, mediaType = "application/json"): object | undefined {
  return schema && { required: true, content: { [mediaType]: { schema } } };
}

function responses(status: number, schema: Schema | undefined): object {
  return {
    [status]: { description: "Done", content: schema && { "application/json": { schema } } },
    default: { description: "Refused", content: { "application/problem+json": { schema: problem } } },
  };
}
