import type { JsonObject } from "../../../../provider/core/json/json";
import { otherAlternatives } from "../../../../provider/core/patch/otherAlternatives";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";

const group = membersOf(containerGroupUpdate);
const tcp = { tcp: { port: 80 } };
const http = { http: { path: "/", port: 80 } };
const splunk = { splunk: { host: "h" } };
const logging = (destinations: JsonObject): JsonObject => ({ container: { logging: destinations } });

test.each<[sentence: string, declared: JsonObject, response: JsonObject, fields: string[]]>([
  [
    "another kind of a declared probe is found",
    { liveness_probe: tcp },
    { liveness_probe: { ...tcp, ...http } },
    ["liveness_probe/http"],
  ],
  [
    "every other kind is found",
    { startup_probe: tcp },
    { startup_probe: { ...tcp, ...http, grpc: { port: 1 } } },
    ["startup_probe/http", "startup_probe/grpc"],
  ],
  [
    "a kind that is declared null is spoken of already",
    { liveness_probe: { ...tcp, http: null } },
    { liveness_probe: { ...tcp, ...http } },
    [],
  ],
  [
    "a kind that is null in the response is none",
    { liveness_probe: tcp },
    { liveness_probe: { ...tcp, http: null, exec: {} } },
    [],
  ],
  ["numbers that others set are none", { liveness_probe: tcp }, { liveness_probe: { ...tcp, period_seconds: 5 } }, []],
  [
    "a probe of which no kind is declared may have any",
    { liveness_probe: { period_seconds: 5 } },
    { liveness_probe: { ...http, period_seconds: 5 } },
    [],
  ],
  ["a probe that is not declared is another's", { replicas: 1 }, { liveness_probe: http }, []],
  [
    "another log destination is found",
    logging(splunk),
    logging({ ...splunk, axiom: { host: "a" } }),
    ["container/logging/axiom"],
  ],
  [
    "a log destination where none is declared is another's",
    { container: { image: "i" } },
    logging({ axiom: { host: "a" } }),
    [],
  ],
  [
    "an object that the API does not show has none",
    { extra: { deep: { a: 1 } } },
    { extra: { deep: { a: 1 }, other: { b: 1 } } },
    [],
  ],
  [
    "what the API does not show is none",
    { liveness_probe: tcp },
    { liveness_probe: { ...tcp, other: { port: 1 } } },
    [],
  ],
])("%s", (_, declared, response, fields) => {
  expect(otherAlternatives(declared, response, group).map((path) => path.join("/"))).toEqual(fields);
});
