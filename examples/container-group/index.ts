// A group that exists already, with all that one can declare of a group (an autoscaler is in the example hand-over), and its
// secrets. How to run it is in README.md.
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup } from "pulumi-containergroups";

const config = new pulumi.Config();

// The credentials of a registry are secret as a whole, whether they come from a secret setting or not. The API does not show
// how the service spells the registry's kind, so that key is sent as it is written here.
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
    image: config.require("image"),
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
  // A probe is one unit: when one of its fields changes, all that are declared are sent.
  startupProbe: { tcp: { port: 8080 }, periodSeconds: 2, failureThreshold: 30 },
  readinessProbe: { http: { path: "/ready", port: 8080 }, periodSeconds: 5, timeoutSeconds: 2 },
  livenessProbe: { exec: { command: ["/srv/renderer", "--check"] }, periodSeconds: 30, failureThreshold: 3 },
  // More instances by day. The API does not show the format of a schedule: this is only how one may look.
  scheduledScalingEnabled: true,
  scalingActions: [
    { schedule: "0 7 * * 1-5", replicas: 6 },
    { schedule: "0 19 * * 1-5", replicas: 2 },
  ],
  // Fields that no argument stands for, spelled as on the wire. They are managed as all others are.
  additionalMembers: { networking: { load_balancer: "round_robin", client_request_timeout: 30 } },
  // Without this, destroying the stack leaves the group as it is. With it, the group stays, with no instances.
  onDestroy: { replicas: 0 },
});

// `observed` is what the service responded to the last update. What is secret above is not in it.
export const version = web.observed.version;
