import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";

import { inClone } from "../lib/paths.mjs";

/** Where the demo's objects are. */
export const place = { organizationName: "example-org", projectName: "studio" };

/** The endpoint that lists the queue's jobs. */
export const endpointName = "renderer";

/** Starts the emulator on a free port of this machine, with a key made up for this run and the objects that the quickstart adopts. */
export function startService() {
  // Loaded here and not above: it is built by then.
  const { startEmulator } = createRequire(import.meta.url)(inClone("dist", "emulator", "index.js"));
  return startEmulator({
    apiKey: randomBytes(18).toString("base64url"),
    groups: [{ ...place, name: "web", replicas: 1, container: { image: "registry.example.com/renderer:1.4.0" } }],
    queues: [{ ...place, name: "renders", containerGroups: ["web"] }],
    endpoints: [
      {
        organizationName: place.organizationName,
        name: endpointName,
        jobs: 2,
        queue: { projectName: place.projectName, queueName: "renders" },
      },
    ],
  });
}
