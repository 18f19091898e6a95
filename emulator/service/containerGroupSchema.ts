import { boolean, displayName, emulatorRule, entity, integer, nonEmpty, object, port } from "./schema";
import { secret, string, timestamp, uuid, type Schema } from "./schema";

// Where the API shows no rule, docs/emulator.md gives the decision.

/** Section 2.14. */
export const COUNTRY_CODES: readonly string[] = (
  "ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz " +
  "ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr " +
  "ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it " +
  "je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo " +
  "mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py " +
  "qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to " +
  "tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw"
).split(" ");

/** Sections 2.1 and 3. */
export const PRIORITIES = ["high", "medium", "low", "batch"];

const strings: Schema = { type: "array", items: string };
const replicas: Schema = { type: "integer", minimum: 0, maximum: 500 };
const scalingReplicas: Schema = { type: "integer", allOf: [emulatorRule({ minimum: 0, maximum: 500 })] };
const tags: Schema = { type: "array", items: entity({ name: nonEmpty, value: string }) };
// Of what follows the API shows no type.
const untyped = emulatorRule(nonEmpty);
const headers: Schema = { type: "array", items: entity({ name: untyped, value: emulatorRule(secret) }) };
const scheme = emulatorRule({
  type: "string",
  allOf: [emulatorRule({ pattern: "^[Hh][Tt][Tt][Pp][Ss]?$", description: "must be http or https" })],
});

const logging = object({
  axiom: entity({ api_token: secret, dataset: string, host: nonEmpty }),
  datadog: entity({ api_key: secret, host: nonEmpty }, { tags }),
  http: entity(
    { host: nonEmpty, port },
    { headers, path: string, user: string, password: secret, compression: untyped, format: untyped },
  ),
  new_relic: entity({ host: nonEmpty, ingestion_key: secret }),
  splunk: entity({ host: nonEmpty, token: secret }),
  tcp: entity({ host: nonEmpty, port }),
});

// The wire names of the registry variants are not shown, so any name does; the sets of fields are shown.
const REGISTRY_KINDS = [
  ["access_key_id", "secret_access_key"],
  ["password", "username"],
  ["personal_access_token", "username"],
  ["service_key"],
];
const registryVariant = object(Object.fromEntries(REGISTRY_KINDS.flat().map((name) => [name, secret])), {
  allOf: [
    emulatorRule({
      oneOf: REGISTRY_KINDS.map((required) => ({ required, maxProperties: required.length })),
      description: `must have exactly the fields of one kind: ${REGISTRY_KINDS.map((kind) => kind.join(" and ")).join(", or ")}`,
    }),
  ],
});

const container = object({
  command: strings,
  environment_variables: { type: "object", additionalProperties: secret },
  image: nonEmpty,
  image_caching: boolean,
  logging,
  priority: { type: "string", enum: PRIORITIES },
  registry_authentication: { type: "object", additionalProperties: registryVariant },
  resources: object({
    cpu: integer,
    gpu_classes: { type: "array", items: uuid },
    memory: integer,
    shm_size: integer,
    storage_amount: integer,
  }),
});

const PROBE_KINDS = ["exec", "grpc", "http", "tcp"];
const probe = object(
  {
    failure_threshold: integer,
    initial_delay_seconds: integer,
    period_seconds: integer,
    success_threshold: integer,
    timeout_seconds: integer,
    exec: entity({ command: strings }),
    grpc: entity({ port }, { service: string }),
    http: entity({ path: string, port }, { headers, scheme }),
    tcp: entity({ port }),
  },
  {
    allOf: [
      emulatorRule({
        oneOf: PROBE_KINDS.map((kind) => ({ required: [kind] })),
        description: `must have exactly one of ${PROBE_KINDS.join(", ")}`,
      }),
    ],
  },
);

const notAboveMaximum = emulatorRule({
  maximum: { $data: "1/max_replicas" },
  description: "must not be above max_replicas",
});
const queueAutoscaler = entity(
  {
    desired_queue_length: integer,
    max_replicas: scalingReplicas,
    min_replicas: { allOf: [scalingReplicas, notAboveMaximum] },
  },
  { max_downscale_per_minute: integer, max_upscale_per_minute: integer, polling_period: integer },
);

/** What a response shows of a group's networking, but for what the service owns. Of an update the API shows `port` alone (section 2.6). */
export const networkingShown: Readonly<Record<string, Schema>> = {
  auth: boolean,
  client_request_timeout: integer,
  load_balancer: nonEmpty,
  port,
  server_response_timeout: integer,
  single_connection_limit: boolean,
};
const networking = object({
  ...Object.fromEntries(Object.entries(networkingShown).map(([name, schema]) => [name, emulatorRule(schema)])),
  port,
});

/** The body of a group update (section 4.1): also the schema of the stored document that patches are merged into. */
export const containerGroupUpdate = object(
  {
    container,
    country_codes: { type: "array", items: { type: "string", enum: COUNTRY_CODES }, minItems: 1, maxItems: 500 },
    display_name: displayName,
    liveness_probe: probe,
    networking,
    queue_autoscaler: queueAutoscaler,
    readiness_probe: probe,
    replicas,
    "scaling-actions": {
      type: "array",
      items: entity({ replicas: scalingReplicas, schedule: nonEmpty }),
      maxItems: 100,
    },
    "scheduled-scaling-enabled": boolean,
    startup_probe: probe,
  },
  // No patch can remove them: the API does not say what a response, which has them all, would show then.
  { allOf: [emulatorRule({ required: ["container", "scaling-actions", "scheduled-scaling-enabled"] })] },
);

/** The fields of a group that the service owns and no update changes; a seed may preset them (section 2.1). */
export const containerGroupOwned = object({
  autostart_policy: boolean,
  create_time: timestamp,
  current_state: object({
    start_time: timestamp,
    finish_time: timestamp,
    description: string,
    instance_status_counts: object({
      allocating_count: integer,
      creating_count: integer,
      running_count: integer,
      stopping_count: integer,
    }),
  }),
  id: uuid,
  pending_change: boolean,
  queue_connection: object({ path: string, port, queue_name: string }),
  readme: { type: "string", minLength: 2, maxLength: 65000 },
  restart_policy: { type: "string", enum: ["always", "on_failure", "never"] },
  update_time: timestamp,
  version: { type: "integer", minimum: 1, maximum: 2147483647 },
});
