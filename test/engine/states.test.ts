import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { JsonObject } from "../../common/json";
import { expectAbsent } from "../support/canaries";
import { expectSettled, expectSuccess, PROJECT, sent } from "../support/deployed";
import { FIRST, GROUPS, SECOND, startRecorded, STATES } from "../support/recordedStates";

let all: Awaited<ReturnType<typeof startRecorded>>;

const names = [PROJECT.organizationName, PROJECT.projectName] as const;

/** What the service holds of every object, credentials too. */
function documents() {
  const queue = all.service.queue(...names, "renders");
  return {
    groups: Object.fromEntries(GROUPS.map((name) => [name, all.service.stored(...names, name)])),
    queue: { display_name: queue?.["display_name"], description: queue?.["description"] },
  };
}

function restore({ groups, queue }: ReturnType<typeof documents>): void {
  for (const [name, document] of Object.entries(groups)) {
    all.service.putGroup({ ...document, ...PROJECT, name });
  }
  all.service.putQueue({ ...(queue as JsonObject), ...PROJECT, name: "renders" });
}

let first: ReturnType<typeof documents>;
let second: ReturnType<typeof documents>;

beforeAll(async () => {
  all = await startRecorded();
  expectSuccess(await all.stack.up());
  first = documents();
  all.stack.program(SECOND);
  expectSuccess(await all.stack.up());
  second = documents();
});

afterAll(() => all.close());

/** Groups of which another document is put in place before a run. */
const withGroups = (from: ReturnType<typeof documents>, other: ReturnType<typeof documents>, groups: string[]) => ({
  ...from,
  groups: { ...from.groups, ...Object.fromEntries(groups.map((name) => [name, other.groups[name]])) },
});

const patch = (body: object) => ({ method: "PATCH", body });

/** What the service sets as it goes, and what a release kept that none keeps today. */
const MOVES = ["id", "createTime", "updateTime", "currentState", "pendingChange", "version", "__replaceOnChanges"];

/** What the state holds of each resource, in plain text, but for what moves and for what a release put in the place of a secret. */
function lasting(): Record<string, Record<string, unknown>> {
  const { deployment } = JSON.parse(all.stack.export(["--show-secrets"])) as {
    deployment: { resources: { urn: string; type: string; outputs: object }[] };
  };
  const kept = (key: string, value: unknown): unknown => {
    if (MOVES.includes(key) || value === "[secret]") {
      return undefined;
    }
    const { plaintext } = (value ?? {}) as { plaintext?: string };
    return plaintext === undefined ? value : (JSON.parse(plaintext) as unknown);
  };
  const ours = deployment.resources.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/"));
  const outputs = ours.map(({ urn, outputs }) => [urn.split("::").at(-1), outputs] as const);
  return JSON.parse(JSON.stringify(Object.fromEntries(outputs), kept)) as ReturnType<typeof lasting>;
}

test("no recorded state is gone", () => {
  expect(readdirSync(STATES)).toContain("0.1.0-4f998ea");
});

describe.each(readdirSync(STATES))("the states of release %s", (release) => {
  const file = (name: string) => path.join(STATES, release, name);
  const run = async (program: string, command: "preview" | "up" | "refresh" | "destroy") => {
    all.stack.program(program);
    all.service.clearRequests();
    const result = await all.stack[command]();
    expectSuccess(result);
    return { ...result, changed: result.steps.filter(({ operation }) => operation !== "same") };
  };

  it.each(["settled.json", "failed.json"])("hold no secret and no path of a machine: %s", (name) => {
    expect(readFileSync(file(name), "utf8")).not.toMatch(/canary|"\/(?:home|root|tmp|work|Users)\//);
  });

  it("of a program that succeeded show no change at a preview, and none after a refresh and an update", async () => {
    restore(first);
    all.stack.import(file("settled.json"));
    const preview = await run(FIRST, "preview");
    expect(preview.changed).toEqual([]);
    expect(preview.output).not.toMatch(/acme\/vision\/\S+: /);
    expect(sent(all.service)).toEqual([]);

    const before = lasting();
    expect(Object.keys(before).sort()).toEqual(["edge", "job", "renders", "web", "worker"]);
    await run(FIRST, "refresh");
    expect(sent(all.service)).toEqual([...GROUPS, "renders"].map(() => patch({})));
    expect(lasting()).toMatchObject(before);
    expectAbsent(all.stack.export(), "canary");

    const { changed } = await run(FIRST, "up");
    expect(changed).toEqual([]);
    expect(sent(all.service)).toEqual([]);
    expect(documents()).toEqual(first);
  });

  it("of a program that succeeded are updated with what another program changes, and with nothing else", async () => {
    restore(first);
    all.stack.import(file("settled.json"));
    await run(SECOND, "up");
    const container = { image: "i:2", environment_variables: { TOKEN: "canary-token-two" } };
    const bodies = all.service.requests.map(({ method, path: at, body }) => [
      `${method} ${at.split("/").at(-1)}`,
      body,
    ]);
    expect(Object.fromEntries(bodies)).toEqual({
      "PATCH web": { container, liveness_probe: null },
      "PATCH edge-de": { container, replicas: 7, display_name: null },
      "PATCH edge-fr": { container },
      "PATCH edge-jp": { container },
      // Removed from the fleet: its onDestroy patch.
      "PATCH edge-us": { replicas: 0 },
      "PATCH renders": { description: "canary description two" },
      "POST jobs": { input: 2 },
    });
    expect(bodies).toHaveLength(7);
    expect(documents()).toEqual(second);
    await expectSettled(all);
  });

  it("of a program that succeeded are destroyed with its onDestroy patches", async () => {
    restore(first);
    all.stack.import(file("settled.json"));
    await run(FIRST, "destroy");
    const scaledDown = all.service.requests.map(({ path: at }) => at.split("/").at(-1)).sort();
    expect(scaledDown).toEqual(["edge-de", "edge-fr", "edge-jp", "edge-us", "web"]);
    expect(sent(all.service)).toEqual(scaledDown.map(() => patch({ replicas: 0 })));
  });

  it("of a program that failed in part lead to what it declares, whether or not the lost requests arrived", async () => {
    restore(withGroups(first, second, ["edge-jp"]));
    all.stack.import(file("failed.json"));
    await run(SECOND, "up");
    expect(documents()).toEqual(second);
    expect(all.service.requests.filter(({ method }) => method === "POST")).toEqual([]);
    await expectSettled(all);
  });

  it("of a program that failed in part lead back to what the program before declares", async () => {
    restore(withGroups(second, first, ["edge-de"]));
    all.stack.import(file("failed.json"));
    await run(FIRST, "up");
    expect(documents()).toEqual(first);
    expect(all.service.requests.filter(({ method }) => method === "POST")).toEqual([]);
    await expectSettled(all);
  });
});
