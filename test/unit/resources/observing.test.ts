import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../../common/pulumiMarkers";
import { CONTAINER_GROUP_KIND } from "../../../provider/resources/objectKind";
import type { JsonObject } from "../../../common/json";
import { queueJobArguments, queueJobObserved } from "../../../provider/core/schema/queueJob";
import { membersOf } from "../../../provider/core/schema/members";
import { withSecretValues } from "../../../provider/engine/outputValues";
import { observedByKey, splitByKey } from "../../../provider/fleet/observed";
import { keepObserved, observeResponse, type ObservedShape } from "../../../provider/resources/observing";
import { fromProperties } from "../../../provider/engine/state";

// prettier-ignore
const job: ObservedShape = { arguments: membersOf(queueJobArguments), observed: membersOf(queueJobObserved), repeats: { output: [["input"], ["metadata"]] } };
const secret = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });
const full = { observed: "full" } as const;

function observed(
  response: JsonObject,
  properties: { [key: string]: unknown },
  shape: ObservedShape = CONTAINER_GROUP_KIND,
) {
  const warnings: string[] = [];
  const seen = observeResponse(response, fromProperties(properties), full, shape, (message) => warnings.push(message));
  return { seen, outputs: withSecretValues(seen), warnings };
}

const NAMED = { displayName: "hidden-name", __secrets: ["/displayName"] };
const HOOK = "https://hook.example.com/12345678";
const ID = "0e1f2025-0000-4000-8000-000000000000";

describe("what is kept of a response", () => {
  // prettier-ignore
  it.each<[sentence: string, response: JsonObject, args: { [key: string]: unknown }, kept: unknown, shape?: ObservedShape]>([
    ["is the response as it is where nothing is secret", { display_name: "Web", replicas: 3 }, { displayName: "Web" }, { displayName: "Web", replicas: 3 }],
    ["is secret at the path of a marked argument, and the same value elsewhere is not", { replicas: 3, version: 3 }, { replicas: 3, __secrets: ["/replicas"] }, { replicas: secret(3), version: 3 }],
    ["is secret where a text holds a secret's of eight characters or more", { current_state: { description: "of hidden-name" } }, NAMED, { currentState: { description: secret("of hidden-name") } }],
    ["is secret at a marked path whatever its text", { display_name: "other" }, NAMED, { displayName: secret("other") }],
    ["is secret as the group's priority where the container's is marked", { priority: "high" }, { container: { priority: "high" }, __secrets: ["/container/priority"] }, { priority: secret("high") }],
    ["is secret whole where one element of a marked list is", { country_codes: ["fr", "de"] }, { countryCodes: ["de", "fr"], __secrets: ["/countryCodes/1"] }, { countryCodes: secret(["fr", "de"]) }],
    ["is secret where an additional member is marked that it shows, however short", { autostart_policy: true, networking: { auth: true } }, { additionalMembers: { networking: { auth: true } }, __secrets: ["/additionalMembers/networking"] }, { autostartPolicy: true, networking: secret({ auth: true }) }],
    ["is secret as a whole where the declaration is", { version: 3 }, { __secrets: [""] }, secret({ version: 3 })],
    ["of a job is secret where its output holds the webhook as a value", { output: { a: null, seen: [HOOK, 1] } }, { input: 1, webhook: HOOK }, { output: { a: null, seen: [secret(HOOK), 1] } }, job],
    ["of a job is secret where its output holds the webhook in a key", { output: { [`of ${HOOK}`]: 2 } }, { input: 1, webhook: HOOK }, { output: secret(expect.anything()) }, job],
    ["of a job is plain where its output holds a number of its metadata", { output: [12345678, 1] }, { input: 1, metadata: { n: 12345678 }, __secrets: [] }, { output: [12345678, 1] }, job],
    ["of a job is secret whole where its input is marked, however short", { id: ID, output: { y: 2025 } }, { input: { y: 2025 }, __secrets: ["/input"] }, { id: ID, output: secret({ y: 2025 }) }, job],
    ["stays plain where an unmarked environment value is the same", { display_name: "web-mode" }, { container: { environmentVariables: { MODE: "web-mode" } } }, { displayName: "web-mode" }],
  ])("%s", (_, response, args, kept, shape = CONTAINER_GROUP_KIND) => {
    expect(observed(response, args, shape).outputs).toEqual(kept);
  });

  it("is never edited: a registry user's name of seven characters leaves the DNS name whole and plain", () => {
    const container = { registryAuthentication: { basic: { username: "acme-ci", password: "p" } } };
    const { outputs } = observed({ networking: { dns: "acme-ci-web-17.example.com" } }, { container });
    expect(outputs).toEqual({ networking: { dns: "acme-ci-web-17.example.com" } });
  });

  it("is secret where a field that the API does not show holds a secret's text, as a value, a number or a name", () => {
    const given = { displayName: "hidden-name", replicas: 12345678, __secrets: ["/displayName", "/replicas"] };
    const state = { description: "d", status: "running", reason: "of hidden-name", count: 12345678 };
    // prettier-ignore
    expect(observed({ current_state: state }, given).outputs).toEqual({
      currentState: { description: "d", additionalMembers: { status: "running", reason: secret("of hidden-name"), count: secret(12345678) } },
    });
    expect(observed({ current_state: { "of hidden-name": 1 } }, given).outputs).toEqual({
      currentState: { additionalMembers: secret({ "of hidden-name": 1 }) },
    });
    const events: JsonObject[] = [{ time: "t", action: "queued" }, { action: `call ${HOOK}` }];
    expect(observed({ events }, { input: 1, webhook: HOOK }, job).outputs).toEqual({
      events: [
        { time: "t", additionalMembers: { action: "queued" } },
        { additionalMembers: { action: secret(`call ${HOOK}`) } },
      ],
    });
  });

  it("leaves out what Pulumi takes for its own, makes broken characters whole, and warns with the paths", () => {
    const output = { a: "04da6b54-80e4-46f7-96ec-b56ff0331ba9", b: [{ [SIGNATURE_KEY]: "x", c: 1 }], d: "\ud800!" };
    const { outputs, warnings } = observed({ output }, { input: 1 }, job);
    expect(outputs).toEqual({ output: { b: [{ c: 1 }], d: "\ufffd!" } });
    expect(warnings).toEqual([expect.stringContaining(`output.a, output.b["0"]["${SIGNATURE_KEY}"], output.d`)]);
  });
});

describe("what was secret in an earlier response", () => {
  it("stays secret when the argument is no longer declared and no response came", () => {
    const before = { fields: { displayName: "hidden-name", version: 1 }, secrets: ["/displayName"] };
    expect(keepObserved(before, fromProperties({}), job).secrets).toEqual(["/displayName"]);
  });

  it("survives being put together by group and taken apart again", () => {
    const parts = [
      ["web", { fields: { version: 1 }, secrets: [""] }],
      ["edge/a", { fields: { version: 2, replicas: 3 }, secrets: ["/replicas"] }],
      ["none", { fields: {}, secrets: [] }],
    ] as const;
    const whole = observedByKey(parts);
    // prettier-ignore
    expect(withSecretValues(whole)).toEqual({ web: secret({ version: 1 }), "edge/a": { version: 2, replicas: secret(3) }, none: {} });
    const part = splitByKey(whole);
    for (const [key, each] of parts) {
      expect(part(key)).toEqual(each);
    }
    expect(part("absent")).toBeUndefined();
  });
});
