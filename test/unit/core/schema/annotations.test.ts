import { annotations, type Annotation } from "../../../../provider/core/schema/annotation";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { queueUpdate } from "../../../../provider/core/schema/queue";
import { queueJobBody } from "../../../../provider/core/schema/queueJob";
import { header } from "../../../../provider/core/schema/container";
import { membersOf, type Member } from "../../../../provider/core/schema/members";

/** The members of a body for which something holds, and not of what they stand in: as programs write them, `*` for any name or index. */
function pathsWhere(member: Member, holds: (member: Member) => boolean, path = "", isInside = false): string[] {
  const children = [...member.members.values(), ...(member.element ? [{ ...member.element, name: "*" }] : [])];
  const below = children.flatMap((child) =>
    pathsWhere(child, holds, path === "" ? child.name : `${path}.${child.name}`, isInside || holds(member)),
  );
  return holds(member) && !isInside ? [path, ...below] : below;
}

const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"];
const ofProbes = (path: string) => PROBES.map((probe) => `${probe}.${path}`);
const LOGGING = "container.logging";
const DESTINATIONS = ["axiom", "datadog", "http", "newRelic", "splunk", "tcp"].map((name) => `${LOGGING}.${name}`);
const UNITS = [...DESTINATIONS, ...PROBES, "queueAutoscaler"];
const KEYS = [
  "axiom.apiToken",
  "datadog.apiKey",
  "http.headers",
  "http.password",
  "newRelic.ingestionKey",
  "splunk.token",
];
const CREDENTIALS = KEYS.map((path) => `${LOGGING}.${path}`);
const LISTS_OF_HEADERS = [`${LOGGING}.http.headers`, ...ofProbes("http.headers")];

// prettier-ignore
test.each<[sentence: string, holds: (member: Member) => unknown, paths: string[]]>([
  ["credentials, secret without being asked", ({ secrecy }) => secrecy === "credential", [...CREDENTIALS, "container.registryAuthentication"]],
  ["values that may be credentials", ({ secrecy }) => secrecy === "sensitive", ["container.environmentVariables", ...ofProbes("http.headers")]],
  ["units, which are sent whole", ({ entity }) => entity, ["container.registryAuthentication.*", ...UNITS]],
  ["fields that are gone where a response does not show them", ({ absentMeansRemoved }) => absentMeansRemoved, ["container.environmentVariables.*", ...UNITS]],
  ["fields that no response shows", ({ writeOnly }) => writeOnly, ["container.registryAuthentication", `${LOGGING}.http.compression`, `${LOGGING}.http.format`, ...ofProbes("http.scheme")]],
  ["fields that a response shows elsewhere", ({ readAs }) => readAs, ["container.priority"]],
  ["lists whose order carries no meaning", ({ order }) => order === "meaningless", ["countryCodes"]],
  ["lists that a response may show in another order", ({ order }) => order === "notKept", ["container.resources.gpuClasses", `${LOGGING}.datadog.tags`, ...LISTS_OF_HEADERS]],
  ["texts that a response may show in other letter case", ({ ignoreCase }) => ignoreCase, ["container.resources.gpuClasses.*", "countryCodes.*", ...LISTS_OF_HEADERS.map((list) => `${list}.*.name`)]],
  ["fields that are no longer managed where they are removed", ({ unmanagedWhenRemoved }) => unmanagedWhenRemoved, ["replicas"]],
  ["fields that the service moves by itself", ({ movedBy }) => movedBy, ["replicas"]],
  ["fields with a default that is another field", ({ defaultsTo }) => defaultsTo, ["displayName"]],
  ["fields with a value of their own for none", ({ unset }) => unset !== null, ["scalingActions", "scheduledScalingEnabled"]],
])("of a group's update these are %s", (_, holds, paths) => {
  const found = pathsWhere(membersOf(containerGroupUpdate), (member) => Boolean(holds(member)));
  expect(found.sort()).toEqual([...paths].sort());
});

test.each<[field: keyof typeof containerGroupUpdate.shape, annotation: Annotation]>([
  ["displayName", { defaultsTo: "name" }],
  ["replicas", { unmanagedWhenRemoved: true, movedBy: ["queue_autoscaler", "scheduled-scaling-enabled"] }],
  ["scalingActions", { wire: "scaling-actions", unset: [] }],
  ["scheduledScalingEnabled", { wire: "scheduled-scaling-enabled", unset: false }],
])("of a group's update, %s", (field, annotation) => {
  expect(annotations.get(containerGroupUpdate.shape[field])).toEqual(annotation);
});

test("of a header the value may be a credential, whatever is said of the list that it stands in", () => {
  expect(pathsWhere(membersOf(header()), ({ secrecy }) => secrecy === "sensitive")).toEqual(["value"]);
});

test("of a job its webhook is a credential", () => {
  expect(pathsWhere(membersOf(queueJobBody), ({ secrecy }) => secrecy !== undefined)).toEqual(["webhook"]);
  expect(membersOf(queueJobBody).members.get("webhook")?.secrecy).toBe("credential");
});

test("of a queue's update nothing is more than its type says", () => {
  for (const field of Object.values(queueUpdate.shape)) {
    expect(annotations.get(field)).toEqual({});
  }
});
