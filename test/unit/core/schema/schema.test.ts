import { COUNTRY_CODES as EMULATOR_CODES } from "../../../../emulator/service/containerGroupSchema";
import { membersOf, type Member } from "../../../../provider/core/schema/members";
import {
  containerGroupArguments,
  containerGroupObserved,
  containerGroupUpdate,
} from "../../../../provider/core/schema/containerGroup";
import {
  inferenceEndpointJob,
  iterateArguments,
  listArguments,
} from "../../../../provider/core/schema/inferenceEndpointJob";
import { queueArguments, queueObserved, queueUpdate } from "../../../../provider/core/schema/queue";
import { queueJobArguments, queueJobBody, queueJobObserved } from "../../../../provider/core/schema/queueJob";
import { COUNTRY_CODES } from "../../../../provider/core/schema/countryCodes";
import type { z } from "zod";

/** Each place of a body with its type, by its names on the wire: what the interface's tables say in another form. What is kept beside is in brackets. */
function places(member: Member, path = ""): string[] {
  switch (member.kind) {
    case "object":
      return [
        ...(path === "" ? [] : [`${path}: object`]),
        ...[...member.members.values()].flatMap((child) => {
          const name = child.rest ? `[${child.rest}]` : child.wire;
          return places(child, path === "" ? name : `${path}.${name}`);
        }),
      ];
    case "map":
      return [`${path}: map`, ...places(member.element as Member, `${path}.*`)];
    case "array":
      return [`${path}: array`, ...places(member.element as Member, `${path}[]`)];
    case "leaf":
      return [`${path}: ${member.type}`];
  }
}

const below = (path: string, lines: string[]): string[] => lines.map((line) => `${path}.${line}`);
const object = (path: string, ...lines: string[]): string[] => [`${path}: object`, ...below(path, lines)];
const array = (path: string, type: string): string[] => [`${path}: array`, `${path}[]: ${type}`];
const named = (path: string): string[] => [
  ...array(path, "object"),
  ...below(`${path}[]`, ["name: string", "value: string"]),
];

// Read from the tables of the interface by hand, section by section.
const RESOURCES_2_3 = object(
  "resources",
  "cpu: number",
  ...array("gpu_classes", "string"),
  "memory: number",
  "shm_size: number",
  "storage_amount: number",
);

const LOGGING_2_4 = object(
  "logging",
  ...object("axiom", "api_token: string", "dataset: string", "host: string"),
  ...object("datadog", "api_key: string", "host: string", ...named("tags")),
  ...object(
    "http",
    "compression: string",
    "format: string",
    ...named("headers"),
    "host: string",
    "password: string",
    "path: string",
    "user: string",
    "port: number",
  ),
  ...object("new_relic", "host: string", "ingestion_key: string"),
  ...object("splunk", "host: string", "token: string"),
  ...object("tcp", "host: string", "port: number"),
);

const REGISTRY_2_2 = [
  "registry_authentication: map",
  ...object(
    "registry_authentication.*",
    "access_key_id: string",
    "secret_access_key: string",
    "username: string",
    "password: string",
    "personal_access_token: string",
    "service_key: string",
  ),
];

const CONTAINER_UPDATE_2_2 = object(
  "container",
  ...array("command", "string"),
  "environment_variables: map",
  "environment_variables.*: string",
  "image: string",
  "image_caching: boolean",
  ...LOGGING_2_4,
  "priority: string",
  ...REGISTRY_2_2,
  ...RESOURCES_2_3,
);

const probe2_5 = (name: string): string[] =>
  object(
    name,
    "failure_threshold: number",
    "initial_delay_seconds: number",
    "period_seconds: number",
    "success_threshold: number",
    "timeout_seconds: number",
    ...object("exec", ...array("command", "string")),
    ...object("grpc", "port: number", "service: string"),
    ...object("http", ...named("headers"), "path: string", "port: number", "scheme: string"),
    ...object("tcp", "port: number"),
  );

const GROUP_UPDATE_4_1 = [
  ...CONTAINER_UPDATE_2_2,
  ...array("country_codes", "string"),
  "display_name: string",
  ...probe2_5("liveness_probe"),
  ...object("networking", "port: number"),
  ...object(
    "queue_autoscaler",
    "desired_queue_length: number",
    "max_replicas: number",
    "min_replicas: number",
    "max_downscale_per_minute: number",
    "max_upscale_per_minute: number",
    "polling_period: number",
  ),
  ...probe2_5("readiness_probe"),
  "replicas: number",
  ...array("scaling-actions", "object"),
  ...below("scaling-actions[]", ["replicas: number", "schedule: string"]),
  "scheduled-scaling-enabled: boolean",
  ...probe2_5("startup_probe"),
];

const STATE_2_9 = object(
  "current_state",
  "start_time: string",
  "finish_time: string",
  "description: string",
  ...object(
    "instance_status_counts",
    "allocating_count: number",
    "creating_count: number",
    "running_count: number",
    "stopping_count: number",
  ),
  "[scalars]: json",
);

const events = (rest: string) => [...array("events", "object"), "events[].time: string", `events[].${rest}: json`];

describe("the schema has every field of the API under its wire name, and nothing else:", () => {
  test.each<[sentence: string, schema: z.ZodType, expected: string[]]>([
    ["a group update (4.1, 2.2 to 2.8)", containerGroupUpdate, GROUP_UPDATE_4_1],
    ["a queue update (4.3)", queueUpdate, ["description: string", "display_name: string"]],
    ["a new job (4.4)", queueJobBody, ["input: json", "metadata: map", "metadata.*: json", "webhook: string"]],
    [
      "what is kept of a group (2.1, 2.6, 2.9, 2.10): never its container but for hash and size",
      containerGroupObserved,
      [
        "id: string",
        "version: number",
        "pending_change: boolean",
        ...STATE_2_9,
        "create_time: string",
        "update_time: string",
        "autostart_policy: boolean",
        "restart_policy: string",
        "priority: string",
        "replicas: number",
        "display_name: string",
        ...array("country_codes", "string"),
        "scheduled-scaling-enabled: boolean",
        ...object(
          "networking",
          "auth: boolean",
          "dns: string",
          "load_balancer: string",
          "port: number",
          "client_request_timeout: number",
          "server_response_timeout: number",
          "single_connection_limit: boolean",
        ),
        ...object("queue_connection", "path: string", "port: number", "queue_name: string"),
        ...object("container", "hash: string", "size: string"),
      ],
    ],
    [
      "what is kept of a queue (2.11)",
      queueObserved,
      [
        "id: string",
        "display_name: string",
        "description: string",
        "create_time: string",
        "update_time: string",
        "current_queue_length: number",
        ...array("container_groups", "object"),
        ...below("container_groups[]", [
          "id: string",
          "name: string",
          "display_name: string",
          "replicas: number",
          "version: number",
          "pending_change: boolean",
          ...STATE_2_9,
        ]),
      ],
    ],
    [
      "what is kept of a job (2.12)",
      queueJobObserved,
      [
        "id: string",
        "status: string",
        "create_time: string",
        "update_time: string",
        ...events("[scalars]"),
        "output: json",
      ],
    ],
    [
      "an item of the listing (2.13)",
      inferenceEndpointJob,
      [
        "create_time: string",
        ...events("[all].*"),
        "events[].[all]: map",
        "[all]: map",
        "[all].*: json",
        "id: string",
        "inference_endpoint_name: string",
        "input: json",
        "organization_name: string",
        "update_time: string",
        "metadata: map",
        "metadata.*: json",
        "output: json",
        "webhook: string",
        "webhook_url: string",
      ],
    ],
  ])("%s", (_, schema, expected) => {
    expect(places(membersOf(schema)).sort()).toEqual([...expected].sort());
  });

  test("the arguments are the body's fields and what addresses the object", () => {
    const more = (args: z.ZodType, body: z.ZodType) => {
      const names = new Set(membersOf(body).members.keys());
      return [...membersOf(args).members.keys()]
        .filter((name) => !names.delete(name))
        .concat([...names].map((name) => `missing ${name}`));
    };
    const placement = ["organizationName", "projectName", "profile"];
    expect(more(containerGroupArguments, containerGroupUpdate)).toEqual([
      ...placement,
      "name",
      "onDestroy",
      "additionalMembers",
      "removedMembers",
    ]);
    expect(more(queueArguments, queueUpdate)).toEqual([...placement, "name", "removedMembers"]);
    expect(more(queueJobArguments, queueJobBody)).toEqual([...placement, "queueName", "triggers"]);
    expect(more(iterateArguments, listArguments)).toEqual(["maxItems"]);
  });
});

test("there are the 249 country codes of section 2.14, each once", () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249);
  expect(COUNTRY_CODES).toHaveLength(249);
  // The emulator's list was taken from the interface by another hand.
  expect([...COUNTRY_CODES].sort()).toEqual([...EMULATOR_CODES].sort());
});
