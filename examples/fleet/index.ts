// Groups that exist already, one a region, as one resource. To try it, start
// `npm run emulator -- --groups edge-de,edge-jp,edge-us` in the root folder, set what it prints, and:
//
//     pulumi config set --secret apiToken …
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroupFleet, type ContainerGroupFleetGroupArgs } from "pulumi-containergroups";

const config = new pulumi.Config();

// A table like this may as well be a file of ten thousand lines.
const regions: Record<string, { countryCodes: string[]; replicas?: number }> = {
  "edge-de": { countryCodes: ["de", "at", "ch"], replicas: 6 },
  "edge-jp": { countryCodes: ["jp"] },
  "edge-us": { countryCodes: ["us", "ca"], replicas: 12 },
};

// What differs from the defaults. Objects are merged deep, arrays are taken whole, and `null` removes a member of this group.
function groupOf(name: string): ContainerGroupFleetGroupArgs {
  return { ...regions[name], container: { environmentVariables: { REGION: name } } };
}

const edge = new ContainerGroupFleet("edge", {
  defaults: {
    replicas: 2,
    container: {
      image: config.require("image"),
      // Secret here is secret in every group, and encrypted in the state.
      environmentVariables: { LOG_LEVEL: "info", API_TOKEN: config.requireSecret("apiToken") },
    },
    readinessProbe: { http: { path: "/ready", port: 8080 }, periodSeconds: 10 },
    // A group that is taken out of the table is scaled to nothing, and so are all of them on `pulumi destroy`.
    onDestroy: { replicas: 0 },
  },
  groups: Object.fromEntries(Object.keys(regions).map((name) => [name, groupOf(name)])),
});

// A change of one line of the table sends one PATCH, and the preview shows that line alone.
export const replicas = edge.observed.apply((groups) =>
  Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, group.replicas])),
);
