import {
  containerGroupOwned,
  containerGroupUpdate,
  COUNTRY_CODES,
  networkingShown,
  PRIORITIES,
} from "./containerGroupSchema";
import { omitPath } from "../json";
import { displayName, integer, nullable, object, resourceName, string, type Schema } from "./schema";

/** Stored, and in no response. */
export const WRITE_ONLY = [
  "container.priority",
  "container.registry_authentication",
  "container.logging.http.compression",
  "container.logging.http.format",
  "liveness_probe.http.scheme",
  "readiness_probe.http.scheme",
  "startup_probe.http.scheme",
].map((path) => path.split("."));

const inSchema = WRITE_ONLY.map((path) => path.flatMap((name) => ["properties", name]));
const { properties: shown = {} } = inSchema.reduce<unknown>(omitPath, containerGroupUpdate) as Schema;

/** A container group as a response shows it. */
export const containerGroupResponse = object(
  {
    ...shown,
    ...containerGroupOwned.properties,
    container: object({ ...shown["container"]?.properties, hash: string, size: integer }),
    country_codes: { type: "array", items: { type: "string", enum: COUNTRY_CODES }, maxItems: 500 },
    display_name: displayName,
    name: resourceName,
    networking: object({ ...networkingShown, dns: string }),
    organization_name: resourceName,
    priority: nullable({ type: "string", enum: PRIORITIES }),
    project_name: resourceName,
  },
  {
    required: [
      ...[
        "autostart_policy",
        "container",
        "country_codes",
        "create_time",
        "current_state",
        "display_name",
        "id",
        "name",
      ],
      ...["organization_name", "pending_change", "priority", "project_name", "replicas", "restart_policy"],
      ...["scaling-actions", "scheduled-scaling-enabled", "update_time", "version"],
    ],
  },
);
