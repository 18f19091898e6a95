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
/** Several fields of one type. */
const each = (type: string, names: string): string[] => names.split(" ").map((name) => `${name}: ${type}`);
const strings = (names: string): string[] => each("string", names);
const numbers = (names: string): string[] => each("number", names);
const object = (path: string, ...lines: string[]): string[] => [`${path}: object`, ...below(path, lines)];
const array = (path: string, type: string): string[] => [`${path}: array`, `${path}[]: ${type}`];
const named = (path: string): string[] => [...array(path, "object"), ...below(`${path}[]`, strings("name value"))];

// Read from the tables of the API by hand, section by section.
const SIZES_2_3 = numbers("cpu memory shm_size storage_amount");
const RESOURCES_2_3 = object("resources", ...SIZES_2_3, ...array("gpu_classes", "string"));

const LOGGING_2_4 = object(
  "logging",
  ...object("axiom", ...strings("api_token dataset host")),
  ...object("datadog", ...strings("api_key host"), ...named("tags")),
  ...object("http", ...strings("compression format host password path user"), ...named("headers"), "port: number"),
  ...object("new_relic", ...strings("host ingestion_key")),
  ...object("splunk", ...strings("host token")),
  ...object("tcp", "host: string", "port: number"),
);

// prettier-ignore
const KEYS_2_2 = "access_key_id secret_access_key username password personal_access_token service_key";
const REGISTRY_2_2 = ["registry_authentication: map", ...object("registry_authentication.*", ...strings(KEYS_2_2))];

const CONTAINER_UPDATE_2_2 = object(
  "container",
  ...array("command", "string"),
  "environment_variables: map",
  ...strings("environment_variables.* image priority"),
  "image_caching: boolean",
  ...LOGGING_2_4,
  ...REGISTRY_2_2,
  ...RESOURCES_2_3,
);

const probe2_5 = (name: string): string[] =>
  object(
    name,
    ...numbers("failure_threshold initial_delay_seconds period_seconds success_threshold timeout_seconds"),
    ...object("exec", ...array("command", "string")),
    ...object("grpc", "port: number", "service: string"),
    ...object("http", ...named("headers"), "path: string", "port: number", "scheme: string"),
    ...object("tcp", "port: number"),
  );

const AUTOSCALER_2_7 = numbers(
  "desired_queue_length max_replicas min_replicas max_downscale_per_minute max_upscale_per_minute polling_period",
);

const GROUP_UPDATE_4_1 = [
  ...CONTAINER_UPDATE_2_2,
  ...array("country_codes", "string"),
  "display_name: string",
  ...["liveness_probe", "readiness_probe", "startup_probe"].flatMap(probe2_5),
  ...object("networking", "port: number"),
  ...object("queue_autoscaler", ...AUTOSCALER_2_7),
  "replicas: number",
  ...array("scaling-actions", "object"),
  ...below("scaling-actions[]", ["replicas: number", "schedule: string"]),
  "scheduled-scaling-enabled: boolean",
];

const STATE_2_9 = object(
  "current_state",
  ...strings("start_time finish_time description"),
  ...object("instance_status_counts", ...numbers("allocating_count creating_count running_count stopping_count")),
  "[scalars]: json",
);

const NETWORKING_2_6 = object(
  "networking",
  ...each("boolean", "auth single_connection_limit"),
  ...strings("dns load_balancer"),
  ...numbers("port client_request_timeout server_response_timeout"),
);

const GROUP_2_1 = [
  ...strings("id create_time update_time restart_policy priority display_name"),
  ...numbers("version replicas"),
  ...each("boolean", "pending_change autostart_policy scheduled-scaling-enabled"),
  ...STATE_2_9,
  ...array("country_codes", "string"),
  ...NETWORKING_2_6,
  ...object("queue_connection", ...strings("path queue_name"), "port: number"),
  ...object("container", ...strings("hash size")),
];

// prettier-ignore
// prettier-ignore
const QUEUE_2_11 = [
  ...strings("id display_name description create_time update_time"), "current_queue_length: number", ...array("container_groups", "object"),
  ...below("container_groups[]", [...strings("id name display_name"), ...numbers("replicas version"), "pending_change: boolean", ...STATE_2_9]),
];

const events = (rest: string) => [...array("events", "object"), "events[].time: string", `events[].${rest}: json`];

const LISTED_JOB_2_13 = [
  ...strings("create_time id inference_endpoint_name organization_name update_time webhook webhook_url"),
  ...events("[all].*"),
  ...each("map", "[all] events[].[all] metadata"),
  ...each("json", "[all].* input metadata.* output"),
];

describe("the schema has every field of the API under its wire name, and nothing else:", () => {
  // prettier-ignore
  test.each<[sentence: string, schema: z.ZodType, expected: string[]]>([
    ["a group update (4.1, 2.2 to 2.8)", containerGroupUpdate, GROUP_UPDATE_4_1],
    ["a queue update (4.3)", queueUpdate, ["description: string", "display_name: string"]],
    ["a new job (4.4)", queueJobBody, ["input: json", "metadata: map", "metadata.*: json", "webhook: string"]],
    ["what is kept of a group (2.1, 2.6, 2.9, 2.10): never its container but for hash and size", containerGroupObserved, GROUP_2_1],
    ["what is kept of a queue (2.11)", queueObserved, QUEUE_2_11],
    ["what is kept of a job (2.12)", queueJobObserved, ["id: string", "status: string", "create_time: string", "update_time: string", ...events("[scalars]"), "output: json"]],
    ["an item of the listing (2.13)", inferenceEndpointJob, LISTED_JOB_2_13],
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
    // prettier-ignore
    expect(more(containerGroupArguments, containerGroupUpdate)).toEqual([...placement, "name", "onDestroy", "additionalMembers", "removedMembers"]);
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
