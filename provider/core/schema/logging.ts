import { integer, list, object, optional, text } from "./annotation";
import { header, namedValue } from "./header";

const credential = () => optional(text(), { secrecy: "credential" });

/** No response shows these two. */
const updateOnlyText = () => optional(text(), { writeOnly: true });

/** Each destination is validated by the service as a unit, so it is an entity. */
const destination = { entity: true, absentMeansRemoved: true } as const;

/** Log destinations of a container, as an update takes them. */
export const logging = () =>
  object({
    axiom: optional(object({ apiToken: credential(), dataset: optional(text()), host: optional(text()) }), destination),
    datadog: optional(
      object({
        apiKey: credential(),
        host: optional(text()),
        tags: optional(list(namedValue()), { shownInAnyOrder: true }),
      }),
      destination,
    ),
    http: optional(
      object({
        compression: updateOnlyText(),
        format: updateOnlyText(),
        headers: optional(list(header()), { secrecy: "credential", shownInAnyOrder: true }),
        host: optional(text()),
        password: credential(),
        path: optional(text()),
        port: optional(integer()),
        user: optional(text()),
      }),
      destination,
    ),
    newRelic: optional(object({ host: optional(text()), ingestionKey: credential() }), destination),
    splunk: optional(object({ host: optional(text()), token: credential() }), destination),
    tcp: optional(object({ host: optional(text()), port: optional(integer()) }), destination),
  });
