import { readResponse } from "../../../cli/reading";
import type { JsonObject } from "../../../common/json";
import { containerGroupUpdate } from "../../../provider/core/schema/containerGroup";

const NOT_SHOWN = "is not in the response. It is not declared, so it stays as it is.";
const REGISTRY = `container.registryAuthentication ${NOT_SHOWN}`;
const refused = (path: string, rule: string) =>
  `${path} is not declared: the response shows what the API does not take (it must be ${rule}).`;

// prettier-ignore
test.each<[sentence: string, response: JsonObject, args: JsonObject, notes: string[]]>([
  ["fields of the service are not declared", { id: "x", version: 3, name: "web", pending_change: true }, {}, []],
  ["absent and null fields are not declared", { container: null, replicas: null, networking: {} }, {}, []],
  ["a display name that is the group's name is none", { name: "web", display_name: "web" }, {}, []],
  ["an empty list is a value", { "scaling-actions": [], startup_probe: { http: { path: "/", headers: [], scheme: "http" } } },
    { scalingActions: [], startupProbe: { http: { path: "/", headers: [], scheme: "http" } } }, []],
  ["an empty list that the API does not take is none", { country_codes: [] }, {}, []],
  ["the priority of a container is the group's", { priority: "high" }, { container: { priority: "high" } }, []],
  ["an integer may be shown as a string", { networking: { port: "80" } }, { networking: { port: 80 } }, []],
  ["a count that an autoscaler changes is not declared", { replicas: 7, queue_autoscaler: { min_replicas: 1 } }, { queueAutoscaler: { minReplicas: 1 } },
    ["replicas is not declared, because queueAutoscaler changes it. It is 7 now."]],
  ["a count that a schedule changes is not declared", { replicas: 7, "scheduled-scaling-enabled": true }, { scheduledScalingEnabled: true },
    ["replicas is not declared, because scheduledScalingEnabled changes it. It is 7 now."]],
  ["a count that nothing changes is declared", { replicas: 7, queue_autoscaler: {}, "scheduled-scaling-enabled": false }, { replicas: 7, scheduledScalingEnabled: false }, []],
  ["credentials that the service leaves out or blanks stay", { container: { logging: { splunk: { host: "h", token: "" }, axiom: { dataset: "d" } } } },
    { container: { logging: { splunk: { host: "h" }, axiom: { dataset: "d" } } } },
    [`container.logging.axiom.apiToken ${NOT_SHOWN}`, `container.logging.splunk.token ${NOT_SHOWN}`]],
  ["fields that no response shows stay", { startup_probe: { http: { path: "/" } } }, { startupProbe: { http: { path: "/" } } }, [`startupProbe.http.scheme ${NOT_SHOWN}`]],
  ["a value of another type is left out with the rule", { display_name: true, networking: { port: true }, container: { command: "run", image: "i:1", environment_variables: [1] } },
    { container: { image: "i:1" }, networking: {} },
    [refused("container.command", "an array"), refused("container.environmentVariables", "an object"),
      refused("displayName", "a string of 2 to 63 characters that matches ^[ ,-.0-9A-Za-z]+$"), refused("networking.port", "an integer")]],
  ["a list with a value that breaks the API's rules is left out whole", { country_codes: ["de", "xx"], "scaling-actions": [{ replicas: 1.5, schedule: "s" }] }, {},
    [refused("countryCodes", "a lowercase ISO 3166-1 alpha-2 country code"), refused("scalingActions", "an integer")]],
  ["a list whose elements have further fields is left out", { "scaling-actions": [{ replicas: 1, schedule: "s", id: "made" }] }, {},
    ["scalingActions is not declared: an update replaces the list, and the response or the API does not show all of it."]],
  ["a list of which the service blanks a credential is left out", { container: { logging: { http: { host: "h", headers: [{ name: "X-Key", value: "" }], compression: "c", format: "f", password: "p" } } } },
    { container: { logging: { http: { host: "h", compression: "c", format: "f", password: "p" } } } },
    ["container.logging.http.headers is not declared: an update replaces the list, and the response or the API does not show all of it."]],
])("%s", (_, response, args, notes) => {
  const declaration = readResponse(response, containerGroupUpdate);
  expect(declaration.args).toEqual(args);
  expect(declaration.notes.filter((note) => note !== REGISTRY).sort()).toEqual(notes);
  expect(declaration.notes).toContain(REGISTRY);
});
