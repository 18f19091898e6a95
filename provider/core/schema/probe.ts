import { integer, list, object, optional, text } from "./annotation";
import { header } from "./header";

/** Liveness, readiness and startup probe share one shape. The API states no bounds. */
export const probe = () =>
  object({
    failureThreshold: optional(integer()),
    initialDelaySeconds: optional(integer()),
    periodSeconds: optional(integer()),
    successThreshold: optional(integer()),
    timeoutSeconds: optional(integer()),
    exec: optional(object({ command: optional(list(text())) })),
    grpc: optional(object({ port: optional(integer()), service: optional(text()) })),
    http: optional(
      object({
        headers: optional(list(header()), { secrecy: "sensitive", shownInAnyOrder: true }),
        path: optional(text()),
        port: optional(integer()),
        scheme: optional(text(), { writeOnly: true }),
      }),
    ),
    tcp: optional(object({ port: optional(integer()) })),
  });
