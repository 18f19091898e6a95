import { Engine } from "../support/protocol";
import type { Kind, Properties } from "../support/providerHost";

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const KIND = "containerGroup";

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start({ showPatches: "true" });
});
beforeEach(() => engine.service.reset());
afterAll(() => engine.stop());

const PROJECT_PATH = "/organizations/acme/projects/vision";
const patch = (body: string) => `PATCH ${PROJECT_PATH}/containers/web ${body}\n`;
const sentLine = () => patch(engine.service.requests.at(-1)?.rawBody ?? "");

const printedAtCheck = (kind: Kind, args: Properties) => engine.host.printedBy(() => engine.checked(kind, args));
async function printedAtDiff(before: Properties, after: Properties) {
  const created = await engine.create(KIND, { name: "web", ...before });
  let change: Awaited<ReturnType<Engine["change"]>> | undefined;
  const printed = await engine.host.printedBy(async () => {
    change = await engine.change(KIND, created, { name: "web", ...after });
  });
  return { printed, diff: change?.diff, update: () => change?.update() };
}

const WITH_SECRETS = {
  name: "web",
  displayName: "canary-1",
  container: {
    environmentVariables: { LOG_LEVEL: "info", TOKEN: "canary-2" },
    registryAuthentication: { basic: { username: "canary-3", password: "canary-4" } },
    logging: { datadog: { host: "h", apiKey: "canary-5" } },
  },
  livenessProbe: { http: { port: 80, headers: [{ name: "x", value: "v" }] } },
  additionalMembers: { hidden: { a: "canary-7" } },
  __secrets: ["/displayName", "/container/environmentVariables/TOKEN", "/additionalMembers/hidden"],
};
const JOB = { queueName: "renders", input: { a: 1 }, webhook: "https://hook.example.com/canary" };
const UNKNOWNS = {
  name: "web",
  replicas: UNKNOWN,
  countryCodes: ["de", UNKNOWN],
  container: { resources: UNKNOWN, environmentVariables: { A: UNKNOWN } },
};

describe("showPatches prints", () => {
  // prettier-ignore
  it.each<[sentence: string, kind: Kind, args: Properties, printed: string]>([
    ["credentials and what the program marks secret as [secret], and other values as the engine's own diff does", KIND, WITH_SECRETS,
      patch('{"container":{"environment_variables":{"LOG_LEVEL":"info","TOKEN":"[secret]"},"logging":{"datadog":{"api_key":"[secret]","host":"h"}},"registry_authentication":{"basic":{"password":"[secret]","username":"[secret]"}}},"display_name":"[secret]","hidden":"[secret]","liveness_probe":{"http":{"headers":[{"name":"x","value":"v"}],"port":80}}}')],
    ["a job, and its webhook as [secret]", "queueJob", JOB, `POST ${PROJECT_PATH}/queues/renders/jobs {"input":{"a":1},"webhook":"[secret]"}\n`],
    ["unknown values as such, at any depth", KIND, UNKNOWNS,
      patch('{"container":{"environment_variables":{"A":"[unknown]"},"resources":"[unknown]"},"country_codes":["de","[unknown]"],"replicas":"[unknown]"}')],
  ])("%s", async (_, kind, args, printed) => {
    expect(await printedAtCheck(kind, args)).toBe(printed);
    expect(engine.service.requests).toHaveLength(0);
  });

  it("the first request at check, byte for byte as create then sends it", async () => {
    let inputs = {};
    const args = { name: "web", replicas: 3, countryCodes: ["fr", "de"], container: { image: "i" } };
    const printed = await engine.host.printedBy(async () => {
      inputs = await engine.checked(KIND, args);
    });
    await engine.host.create(KIND, inputs);
    expect(printed).toBe(sentLine());
  });

  it("a change at diff, byte for byte as update then sends it", async () => {
    const after = { replicas: 4, container: { command: ["a"] } };
    const { printed, update } = await printedAtDiff({ replicas: 3, displayName: "Web" }, after);
    await update();
    expect(printed).toBe(sentLine());
  });

  it("no removal of additional members that are not known yet, which count as changed", async () => {
    const before = { replicas: 3, additionalMembers: { networking: { auth: true } } };
    const { printed, diff } = await printedAtDiff(before, { replicas: 3, additionalMembers: UNKNOWN });
    expect([printed, diff?.changes]).toEqual(["", true]);
    const further = await printedAtDiff(before, { replicas: 4, additionalMembers: UNKNOWN });
    expect(further.printed).toBe(patch('{"replicas":4}'));
  });

  it("nothing for a change that makes no request", async () => {
    const { printed } = await printedAtDiff({ replicas: 3 }, { replicas: 3, onDestroy: { replicas: 0 } });
    expect(printed).toBe("");
  });

  it("the onDestroy patch of a destroy", async () => {
    const onDestroy = { replicas: 0, container: { environmentVariables: { T: "plain" } } };
    const { id, outs } = await engine.create(KIND, { name: "web", onDestroy });
    const printed = await engine.host.printedBy(() => engine.host.delete(KIND, id, outs));
    expect(printed).toBe(patch('{"container":{"environment_variables":{"T":"plain"}},"replicas":0}'));
  });

  it("a name that is not known yet as that, and in no path", async () => {
    const printed = await printedAtCheck("queue", { name: UNKNOWN, description: "d" });
    expect(printed).toContain("not known yet");
    expect(printed).not.toContain(UNKNOWN);
  });
});

it.each<[args: Properties, replaces: string[]]>([
  [{ replicas: UNKNOWN }, []],
  [{ name: UNKNOWN, replicas: 3 }, ["name"]],
])("unknown values count as changed: %j", async (args, replaces) => {
  expect((await printedAtDiff({ replicas: 3 }, args)).diff).toMatchObject({ changes: true, replaces });
});

it("a change of secret values alone is printed at the preview with the fields' names, without values", async () => {
  await engine.host.newRun({ showPatches: "false" });
  const args = (token: string, mode: string) => ({
    container: {
      environmentVariables: { API_TOKEN: token, MODE: mode },
      registryAuthentication: { basic: { username: "u", password: token } },
    },
    __secrets: ["/container/environmentVariables/API_TOKEN"],
  });
  const { printed } = await printedAtDiff(args("canary-1", "fast"), args("canary-2", "slow"));
  expect(printed).toBe(
    "acme/vision/web changes container.environmentVariables.API_TOKEN (secret), " +
      "container.registryAuthentication.basic.password (secret), container.registryAuthentication.basic.username (secret)\n",
  );
});
