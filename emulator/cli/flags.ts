/** Every flag: the name of its value, the default, and what `--help` says. A flag without a value is off. */
export const FLAGS = {
  port: ["N", "0", "port to listen on; 0 is a free one"],
  host: ["H", "127.0.0.1", "address to listen on"],
  "base-path": ["P", "", "what comes before all paths, e.g. /api/v2"],
  "api-key": ["K", "emulator-key", "key to ask for"],
  "api-key-header": ["H", "Service-Api-Key", "header that carries it"],
  "tls-cert": ["FILE", "", "serve HTTPS with this certificate (PEM)"],
  "tls-key": ["FILE", "", "and this key (PEM)"],
  seed: ["FILE", "", "objects that exist, as YAML or JSON"],
  state: ["FILE", "", "keep all objects here, and start with them where it is there"],
  organization: ["NAME", "acme", "without a seed file: organization of all objects"],
  project: ["NAME", "vision", "project of the groups and the queue"],
  groups: ["A,B", "web,worker", "container groups that exist"],
  queue: ["NAME", "renders", 'queue that exists; the group "worker", or else the last one, is attached to it'],
  endpoint: ["NAME", "transcribe", "inference endpoint that lists the queue's jobs"],
  jobs: ["N", "0", "jobs made up for that endpoint"],
  "settle-ms": ["N", "200", "how long a change stays pending, and a job in each status"],
  latency: ["MS", "0", "how long each response waits; 50-200 is at random"],
  "rate-limit": ["N/UNIT", "", "refuse more requests with 429, e.g. 240/min, 10/s, 1000/h"],
  "retry-after": "say in Retry-After when the next request will be taken",
  fail: ["FAULT", "", "fail on demand, e.g. 503,times=2,method=PATCH; may be given more than once"],
  lenient: "take, keep and show fields that the API does not show",
  "allow-group-reads": "respond to GET of one group, which the API does not have",
  "version-on-every-patch": "raise a group's version on every accepted patch, {} too",
  "allow-remote-webhooks": "call webhooks on other machines too",
  "keep-requests": ["N", "1000", "how many requests the page and the admin API show, the last ones"],
  log: ["HOW", "text", "text, json (a line each), or off"],
  version: "print the version",
  help: "print this; -h is the same",
} as const;

export type Flag = keyof typeof FLAGS;

/** What only a seed file says where there is one. */
export const SEEDING: readonly Flag[] = ["organization", "project", "groups", "queue", "endpoint", "jobs"];

/** What `--help` prints. */
export const HELP = `Runs a local emulator of the container group service, until Ctrl-C.

  containergroups-emulator [FLAGS]
  containergroups-emulator --port 4010 --seed seed.yaml --rate-limit 240/min

${Object.entries(FLAGS)
  .map(([flag, entry]) => {
    const [value, fallback, text] = typeof entry === "string" ? ["", "", entry] : entry;
    return `  ${`--${flag} ${value}`.padEnd(26)} ${text}${fallback === "" ? "" : ` (default: ${fallback})`}\n`;
  })
  .join("")}`;
