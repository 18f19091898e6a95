// Two groups that exist already, "web" and "worker", with all that one can declare of a group. To try it, start
// `npm run emulator` in the root folder, set what it prints, and give the program's own secrets values:
//
//     pulumi config set --secret registryPassword …
//     pulumi config set --secret logKey …
//     pulumi config set --secret sessionKey …
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup } from "pulumi-containergroups";

const config = new pulumi.Config();
const image = config.require("image");

// The credentials of a registry are secret as a whole, whether they come from a secret setting or not. The interface does not
// show how the service spells the registry's kind, so that key is sent as it is written here.
const registryAuthentication = {
  basic: { username: config.require("registryUser"), password: config.requireSecret("registryPassword") },
};

const web = new ContainerGroup("web", {
  displayName: "Web renderer",
  replicas: 2,
  // The order carries no meaning: to sort this list is no change.
  countryCodes: ["de", "nl", "pl"],
  networking: { port: 8080 },
  container: {
    image,
    command: ["/srv/renderer", "--port", "8080"],
    priority: "high",
    resources: { cpu: 2, memory: 4096 },
    registryAuthentication,
    // An environment variable is plain unless its value is a secret. Variables that others set are left alone.
    environmentVariables: { LOG_LEVEL: "info", SESSION_KEY: config.requireSecret("sessionKey") },
    // The key is secret without being asked. Another destination, set by somebody else, is left alone.
    logging: {
      datadog: {
        host: "intake.logs.example.com",
        apiKey: config.requireSecret("logKey"),
        tags: [{ name: "team", value: "vision" }],
      },
    },
  },
  // A probe is one unit: when one of its members changes, all that are declared are sent.
  startupProbe: { tcp: { port: 8080 }, periodSeconds: 2, failureThreshold: 30 },
  readinessProbe: { http: { path: "/ready", port: 8080 }, periodSeconds: 5, timeoutSeconds: 2 },
  livenessProbe: { exec: { command: ["/srv/renderer", "--check"] }, periodSeconds: 30, failureThreshold: 3 },
  // More instances by day. The interface does not show the format of a schedule: this is only how one may look.
  scheduledScalingEnabled: true,
  scalingActions: [
    { schedule: "0 7 * * 1-5", replicas: 6 },
    { schedule: "0 19 * * 1-5", replicas: 2 },
  ],
  // Members that the interface has no argument for, spelled as on the wire. They are managed as all others are.
  additionalMembers: { networking: { load_balancer: "round_robin", client_request_timeout: 30 } },
  // Without this, destroying the stack leaves the group as it is. With it, the group goes on to exist with no instances.
  onDestroy: { replicas: 0 },
});

// The autoscaler moves the replicas, so a later change of the number here must not undo that: it is the first value only.
const worker = new ContainerGroup(
  "worker",
  {
    replicas: 1,
    container: { image, registryAuthentication },
    queueAutoscaler: {
      desiredQueueLength: 10,
      minReplicas: 1,
      maxReplicas: 50,
      maxUpscalePerMinute: 5,
      maxDownscalePerMinute: 1,
      pollingPeriod: 30,
    },
  },
  { ignoreChanges: ["replicas"] },
);

// `observed` is what the service answered to the last update.
export const versions = { web: web.observed.version, worker: worker.observed.version };
export const workerQueue = worker.observed.queueConnection.apply((connection) => connection?.queueName);
