// A hundred groups that exist already, as one resource: a line of groups.json each. How to run it is in README.md.
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroupFleet, type ContainerGroupFleetGroupArgs } from "pulumi-containergroups";
import table from "./groups.json";

const config = new pulumi.Config();

// The file holds what differs from the defaults. Objects are merged deep, arrays are taken whole, and `null` removes a field of
// this group.
const groups = Object.fromEntries(
  Object.entries(table).map(([name, row]): [string, ContainerGroupFleetGroupArgs] => [
    name,
    { ...row, container: { environmentVariables: { REGION: name } } },
  ]),
);

const edge = new ContainerGroupFleet("edge", {
  defaults: {
    container: {
      image: config.require("image"),
      // Secret here is secret in every group, and encrypted in the state.
      environmentVariables: { LOG_LEVEL: "info", API_TOKEN: config.requireSecret("apiToken") },
    },
    readinessProbe: { http: { path: "/ready", port: 8080 }, periodSeconds: 10 },
    // A group that is taken out of the file is scaled to nothing, and so are all of them on `pulumi destroy`.
    onDestroy: { replicas: 0 },
  },
  groups,
});

export const replicas = edge.observed.apply((observed) =>
  Object.values(observed).reduce((sum, group) => sum + (group.replicas ?? 0), 0),
);
