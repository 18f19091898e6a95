import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import type { Emulator } from "../../../emulator";
import { call, closeAll, GROUP_PATH, JOBS_PATH, QUEUE_PATH, start } from "./client";

interface Operation {
  operationId: string;
  servers?: { url: string }[];
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
}

let emulator: Emulator;
let document: Document;

beforeAll(async () => {
  emulator = await start({ settleMs: 0, basePath: "/api/v2", apiKeyHeader: "x-key" });
  document = (await (await fetch(new URL("/openapi.json", emulator.url))).json()) as Document;
});
afterAll(closeAll);

const operation = (id: string): Operation => {
  const all = Object.values(document.paths).flatMap((each) => Object.values(each));
  const found = all.find(({ operationId }) => operationId === id);
  if (found === undefined) {
    throw new Error(`no operation ${id}`);
  }
  return found;
};

/** What JSON Schema 2020-12 has against a value, by a schema of the document. */
function errors(schema: object | undefined, value: unknown): unknown[] {
  const ajv = new Ajv2020({ strict: false, formats: { password: true, uuid: true, "date-time": true, uri: true } });
  ajv.addSchema({ $id: "document", components: document.components });
  // References begin at the document's root.
  const whole = JSON.parse(JSON.stringify(schema ?? false).replaceAll('"#/', '"document#/')) as object;
  const validate: ValidateFunction = ajv.compile(whole);
  validate(value);
  return validate.errors ?? [];
}

test("the document is valid OpenAPI 3.1, by a validator of others", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "openapi-"));
  const file = path.join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const output = execFileSync(process.execPath, [path.join(__dirname, "validateOpenApi.mjs"), file], {
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual({ valid: true, version: "3.1" });
  rmSync(folder, { recursive: true });
});

test("it has the four operations of the service below the base path, with the key's header, and the admin API at the root", () => {
  expect(document.servers).toEqual([{ url: "/api/v2" }]);
  expect(document.components.securitySchemes).toEqual({ apiKey: { type: "apiKey", in: "header", name: "x-key" } });
  const withKey = Object.entries(document.paths).flatMap(([at, operations]) =>
    Object.entries(operations).flatMap(([method, { security }]) => (security ? [`${method} ${at}`] : [])),
  );
  expect(withKey).toEqual([
    "patch /organizations/{organization_name}/projects/{project_name}/containers/{container_group_name}",
    "get /organizations/{organization_name}/inference-endpoints/{inference_endpoint_name}/jobs",
    "patch /organizations/{organization_name}/projects/{project_name}/queues/{queue_name}",
    "post /organizations/{organization_name}/projects/{project_name}/queues/{queue_name}/jobs",
  ]);
  const admin = Object.entries(document.paths).filter(([at]) => at.startsWith("/__admin/"));
  expect(admin.map(([at]) => at)).toContain("/__admin/events");
  for (const [, operations] of admin) {
    expect(Object.values(operations).map(({ servers }) => servers)).toEqual(
      Object.values(operations).map(() => [{ url: "/" }]),
    );
  }
});

test("it says what is a rule of the emulator, and which values are secret", () => {
  const text = JSON.stringify(document.components.schemas["ContainerGroupPatch"]);
  expect(text).toContain('"$comment":"(emulator rule)"');
  expect(text).toContain('"password":{"format":"password","x-secret":true,"type":["string","null"]}');
  expect(text).not.toContain("$data");
  const { properties } = document.components.schemas["ContainerGroupPatch"] as { properties: Record<string, object> };
  expect(properties["networking"]).toMatchObject({ properties: { auth: { $comment: expect.any(String) } } });
  // Of a response the API shows the type.
  expect(JSON.stringify(document.components.schemas["ContainerGroup"])).toContain('"auth":{"type":"boolean"}');
  expect(properties["scheduled-scaling-enabled"]).toEqual({ type: "boolean" });
});

const probe = { http: { path: "/", port: 80, headers: [{ name: "n", value: "v" }], scheme: "https" } };
const WHOLE = {
  container: {
    command: ["a"],
    environment_variables: { A: "b" },
    image: "registry.example/app:1",
    image_caching: true,
    logging: { http: { host: "h", port: 1, compression: "none", format: "json" }, tcp: { host: "h", port: 1 } },
    priority: "batch",
    registry_authentication: { basic: { username: "u", password: "p" } },
    resources: { cpu: 1, gpu_classes: ["6f1f8a1e-0000-4000-8000-00000000000a"], memory: 1 },
  },
  country_codes: ["de"],
  display_name: "Web",
  liveness_probe: probe,
  networking: { auth: true, port: 80, load_balancer: "round_robin" },
  queue_autoscaler: { desired_queue_length: 1, min_replicas: 0, max_replicas: 2 },
  readiness_probe: probe,
  replicas: 2,
  "scaling-actions": [{ replicas: 1, schedule: "0 0 * * *" }],
  "scheduled-scaling-enabled": true,
  startup_probe: probe,
};

const MERGE_PATCH = "application/merge-patch+json";
test.each([
  ["updateContainerGroup", "PATCH", GROUP_PATH, WHOLE, 200],
  ["updateContainerGroup", "PATCH", GROUP_PATH, { replicas: null, country_codes: null, display_name: null }, 200],
  ["updateContainerGroup", "PATCH", GROUP_PATH, { container: { image: null, logging: { http: null } } }, 200],
  ["updateContainerGroup", "PATCH", GROUP_PATH, { readiness_probe: { http: null, tcp: { port: 1 } } }, 200],
  ["updateContainerGroup", "PATCH", GROUP_PATH, { replicas: 501 }, 400],
  ["updateContainerGroup", "PATCH", GROUP_PATH, { replica: 1 }, 400],
  ["updateContainerGroup", "PATCH", GROUP_PATH, { container: null }, 400],
  ["updateContainerGroup", "PATCH", GROUP_PATH, { liveness_probe: { http: { port: null } } }, 400],
  ["updateContainerGroup", "PATCH", GROUP_PATH, { networking: { auth: "yes" } }, 400],
  ["updateQueue", "PATCH", QUEUE_PATH, { description: "d", display_name: null }, 200],
  ["updateQueue", "PATCH", QUEUE_PATH, { display_name: "x" }, 400],
  ["createQueueJob", "POST", `${QUEUE_PATH}/jobs`, { input: [1], metadata: {}, webhook: "https://h.example" }, 201],
  ["createQueueJob", "POST", `${QUEUE_PATH}/jobs`, {}, 400],
  ["listInferenceEndpointJobs", "GET", JOBS_PATH, undefined, 200],
] as const)("%s: %s %s of %j is as the document says", async (id, method, at, body, status) => {
  const { requestBody, responses } = operation(id);
  const response = await call(emulator, method, at, body, { keyHeader: "x-key" });
  expect([response.status, response.text]).toEqual([status, expect.any(String)]);
  if (body !== undefined) {
    const type = method === "PATCH" ? MERGE_PATCH : "application/json";
    expect(Object.keys(requestBody?.content ?? {})).toEqual([type]);
    expect(errors(requestBody?.content[type]?.schema, body).length > 0).toBe(status === 400);
  }
  const [type = ""] = String(response.headers["content-type"]).split(";");
  const schema = (responses[status] ?? responses["default"])?.content?.[type]?.schema;
  expect(errors(schema, response.json)).toEqual([]);
});

test("its schemas are not lenient: a response with a field less, or one more, breaks them", async () => {
  const { json } = await call(emulator, "PATCH", GROUP_PATH, {}, { keyHeader: "x-key" });
  const schema = operation("updateContainerGroup").responses["200"]?.content?.["application/json"]?.schema;
  expect(errors(schema, { ...json, more: 1 })).toHaveLength(1);
  for (const name of ["id", "container", "priority", "current_state"]) {
    expect(errors(schema, { ...json, [name]: undefined })).toHaveLength(1);
  }
});
