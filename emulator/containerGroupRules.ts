import { countryCode, displayName, priority, timestamp, uuid } from "./formats";
import type { JsonObject } from "./json";
import type { ObjectRule, Rule } from "./rules";

// Interface sections 2.2 to 2.8, 4.1 and 8. Where the interface says "not shown", docs/emulator.md gives the decision.

const text = { type: "string" } satisfies Rule;
const name = { type: "string", minLength: 1 } satisfies Rule;
const flag = { type: "boolean" } satisfies Rule;
const count = { type: "integer", minimum: 0 } satisfies Rule;
const port = { type: "integer", minimum: 1, maximum: 65535 } satisfies Rule;
const replicas = { type: "integer", minimum: 0, maximum: 500 } satisfies Rule;
const texts = { type: "array", items: text } satisfies Rule;

const pairs = {
  type: "array",
  items: { type: "object", members: { name, value: text }, required: ["name", "value"] },
} satisfies Rule;

const scheme = {
  type: "string",
  format: { is: (value) => /^https?$/i.test(value), words: "http or https" },
} satisfies Rule;

/** An object that works only with these members; `optional` ones may be absent. */
function entity(required: Record<string, Rule>, optional: Record<string, Rule> = {}): ObjectRule {
  return { type: "object", members: { ...required, ...optional }, required: Object.keys(required) };
}

const logging: ObjectRule = {
  type: "object",
  members: {
    axiom: entity({ api_token: text, dataset: text, host: name }),
    datadog: entity({ api_key: text, host: name }, { tags: pairs }),
    http: entity(
      { host: name, port },
      { headers: pairs, path: text, user: text, password: text, compression: name, format: name },
    ),
    new_relic: entity({ host: name, ingestion_key: text }),
    splunk: entity({ host: name, token: text }),
    tcp: entity({ host: name, port }),
  },
};

// The wire names of the registry variants are not shown, so any name does; the sets of members are shown.
const REGISTRY_MEMBERS = [
  ["access_key_id", "secret_access_key"],
  ["password", "username"],
  ["personal_access_token", "username"],
  ["service_key"],
];

const registryVariant: Rule = {
  type: "object",
  members: Object.fromEntries(REGISTRY_MEMBERS.flat().map((member) => [member, text])),
  unit: (variant) => {
    const members = Object.keys(variant).sort().join();
    return REGISTRY_MEMBERS.some((set) => set.join() === members)
      ? undefined
      : `must have exactly the members of one kind: ${REGISTRY_MEMBERS.map((set) => set.join(" and ")).join(", or ")}`;
  },
};

const container: ObjectRule = {
  type: "object",
  removable: false,
  members: {
    command: texts,
    environment_variables: { type: "map", values: text },
    image: name,
    image_caching: flag,
    logging,
    priority,
    registry_authentication: { type: "map", values: registryVariant },
    resources: {
      type: "object",
      members: {
        cpu: count,
        gpu_classes: { type: "array", items: uuid },
        memory: count,
        shm_size: count,
        storage_amount: count,
      },
    },
  },
};

const PROBE_KINDS = ["exec", "grpc", "http", "tcp"];

const probe: ObjectRule = {
  type: "object",
  members: {
    failure_threshold: count,
    initial_delay_seconds: count,
    period_seconds: count,
    success_threshold: count,
    timeout_seconds: count,
    exec: entity({ command: texts }),
    grpc: entity({ port }, { service: text }),
    http: entity({ path: text, port }, { headers: pairs, scheme }),
    tcp: entity({ port }),
  },
  unit: (value) =>
    PROBE_KINDS.filter((kind) => Object.hasOwn(value, kind)).length === 1
      ? undefined
      : `must have exactly one of ${PROBE_KINDS.join(", ")}`,
};

const queueAutoscaler: ObjectRule = {
  ...entity(
    { desired_queue_length: count, max_replicas: replicas, min_replicas: replicas },
    { max_downscale_per_minute: count, max_upscale_per_minute: count, polling_period: count },
  ),
  unit: ({ min_replicas: least, max_replicas: most }: JsonObject) =>
    typeof least === "number" && typeof most === "number" && least > most
      ? "must have a min_replicas that is not above its max_replicas"
      : undefined,
};

/** The body of a group update (section 4.1): also the rule of the stored document that patches are merged into. */
export const containerGroupUpdate: ObjectRule = {
  type: "object",
  members: {
    container,
    country_codes: { type: "array", items: countryCode, minItems: 1, maxItems: 500 },
    display_name: displayName,
    liveness_probe: probe,
    networking: {
      type: "object",
      members: {
        auth: flag,
        client_request_timeout: count,
        load_balancer: name,
        port,
        server_response_timeout: count,
        single_connection_limit: flag,
      },
    },
    queue_autoscaler: queueAutoscaler,
    readiness_probe: probe,
    replicas,
    "scaling-actions": {
      type: "array",
      removable: false,
      maxItems: 100,
      items: entity({ replicas, schedule: name }),
    },
    "scheduled-scaling-enabled": { type: "boolean", removable: false },
    startup_probe: probe,
  },
};

/** The members of a group that the service owns and no update changes; a seed may preset them (section 2.1). */
export const containerGroupOwned: ObjectRule = {
  type: "object",
  members: {
    autostart_policy: flag,
    create_time: timestamp,
    current_state: {
      type: "object",
      members: {
        start_time: timestamp,
        finish_time: timestamp,
        description: text,
        instance_status_counts: {
          type: "object",
          members: { allocating_count: count, creating_count: count, running_count: count, stopping_count: count },
        },
      },
    },
    id: uuid,
    pending_change: flag,
    queue_connection: { type: "object", members: { path: text, port, queue_name: text } },
    readme: { type: "string", minLength: 2, maxLength: 65000 },
    restart_policy: { type: "string", oneOf: new Set(["always", "on_failure", "never"]) },
    update_time: timestamp,
    version: { type: "integer", minimum: 1, maximum: 2147483647 },
  },
};
