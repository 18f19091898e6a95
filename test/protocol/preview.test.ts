import { Engine, PROJECT } from "../support/protocol";

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start({ showPatches: "true" });
});
beforeEach(() => {
  engine.service.putGroup({ ...PROJECT, name: "web" });
  engine.service.clearRequests();
});
afterAll(() => engine.stop());

/** What one call prints. */
const printedBy = (call: () => Promise<unknown>) => engine.host.printedBy(call);

const line = (method: string, path: string, body: string) => `${method} ${path} ${body}\n`;
const GROUP = "/organizations/acme/projects/vision/containers/web";

describe("showPatches", () => {
  it("prints the first request at check, byte for byte as create then sends it", async () => {
    let inputs = {};
    const printed = await printedBy(async () => {
      inputs = await engine.checked("containerGroup", {
        name: "web",
        replicas: 3,
        countryCodes: ["fr", "de"],
        container: { image: "i" },
      });
    });
    await engine.host.create("containerGroup", inputs);
    const [request] = engine.service.requests;
    expect(printed).toBe(line("PATCH", request?.path ?? "", request?.rawBody ?? ""));
    expect(request?.path).toBe(GROUP);
  });

  it("prints a change at diff, byte for byte as update then sends it", async () => {
    const created = await engine.create("containerGroup", { name: "web", replicas: 3, displayName: "Web" });
    engine.service.clearRequests();
    let update: () => Promise<unknown> = () => Promise.resolve();
    const printed = await printedBy(async () => {
      ({ update } = await engine.change("containerGroup", created, {
        name: "web",
        replicas: 4,
        container: { command: ["a"] },
      }));
    });
    await update();
    expect(printed).toBe(line("PATCH", GROUP, engine.service.requests[0]?.rawBody ?? ""));
  });

  it("masks credentials, environment values, probe headers and what the program marks secret", async () => {
    const printed = await printedBy(() =>
      engine.checked("containerGroup", {
        name: "web",
        displayName: "canary-1",
        container: {
          environmentVariables: { TOKEN: "canary-2" },
          registryAuthentication: { basic: { username: "canary-3", password: "canary-4" } },
          logging: { datadog: { host: "h", apiKey: "canary-5" } },
        },
        livenessProbe: { http: { port: 80, headers: [{ name: "x", value: "canary-6" }] } },
        additionalMembers: { hidden: { a: "canary-7" } },
        __secrets: ["/displayName", "/additionalMembers/hidden"],
      }),
    );
    expect(printed).not.toContain("canary");
    expect(printed).toContain('"TOKEN":"[secret]"');
    expect(printed).toContain('"display_name":"[secret]"');
    expect(printed).toContain('"hidden":"[secret]"');
    expect(printed).toContain('"port":80');
  });

  it("masks credentials among additionalMembers, also of an undocumented log destination and registry", async () => {
    const printed = await printedBy(() =>
      engine.checked("containerGroup", {
        name: "web",
        additionalMembers: {
          container: {
            registry_authentication: { basic: { password: "canary-1" }, new_kind: { some_key: ["canary-2"] } },
            logging: {
              http: { host: "h", password: "canary-3", headers: { "X-Key": "canary-4" } },
              new_destination: { host: "h", token: "canary-5" },
            },
          },
        },
      }),
    );
    expect(printed).toBe(
      line(
        "PATCH",
        GROUP,
        '{"container":{"logging":{"http":{"headers":{"X-Key":"[secret]"},"host":"h","password":"[secret]"},' +
          '"new_destination":{"host":"h","token":"[secret]"}},' +
          '"registry_authentication":{"basic":{"password":"[secret]"},"new_kind":{"some_key":["[secret]"]}}}}',
      ),
    );
  });

  it("prints a job, and its webhook as a secret", async () => {
    const printed = await printedBy(() =>
      engine.checked("queueJob", { queueName: "renders", input: { a: 1 }, webhook: "https://hook.example.com/canary" }),
    );
    expect(printed).toBe(
      line("POST", "/organizations/acme/projects/vision/queues/renders/jobs", '{"input":{"a":1},"webhook":"[secret]"}'),
    );
  });

  it("prints nothing for a change that makes no request", async () => {
    const created = await engine.create("containerGroup", { name: "web", replicas: 3 });
    const printed = await printedBy(() =>
      engine.change("containerGroup", created, { name: "web", replicas: 3, onDestroy: { replicas: 0 } }),
    );
    expect(printed).toBe("");
  });

  it("prints the onDestroy patch of a destroy", async () => {
    const created = await engine.create("containerGroup", {
      name: "web",
      onDestroy: { replicas: 0, container: { environmentVariables: { T: "canary" } } },
    });
    const printed = await printedBy(() => engine.host.delete("containerGroup", created.id, created.outs));
    expect(printed).toBe(line("PATCH", GROUP, '{"container":{"environment_variables":{"T":"[secret]"}},"replicas":0}'));
  });
});

describe("unknown values", () => {
  it("pass validation at any depth and are shown as such", async () => {
    const printed = await printedBy(() =>
      engine.checked("containerGroup", {
        name: "web",
        replicas: UNKNOWN,
        countryCodes: ["de", UNKNOWN],
        container: { resources: UNKNOWN, environmentVariables: { A: UNKNOWN } },
      }),
    );
    expect(printed).toBe(
      line(
        "PATCH",
        GROUP,
        '{"container":{"environment_variables":{"A":"[unknown]"},"resources":"[unknown]"},"country_codes":["de","[unknown]"],"replicas":"[unknown]"}',
      ),
    );
    expect(engine.service.requests).toHaveLength(0);
  });

  it("count as changed", async () => {
    const created = await engine.create("containerGroup", { name: "web", replicas: 3 });
    expect((await engine.change("containerGroup", created, { name: "web", replicas: UNKNOWN })).diff).toMatchObject({
      changes: true,
      replaces: [],
    });
    expect((await engine.change("containerGroup", created, { name: UNKNOWN, replicas: 3 })).diff).toMatchObject({
      changes: true,
      replaces: ["name"],
    });
  });

  it("reach no path of a request", async () => {
    const printed = await printedBy(() => engine.checked("queue", { name: UNKNOWN, description: "d" }));
    expect(printed).toContain("not known yet");
    expect(printed).not.toContain(UNKNOWN);
  });
});

describe("a change of secret values alone", () => {
  it("is printed at the preview with the fields' names, without values", async () => {
    await engine.host.newRun({ showPatches: "false" });
    const args = (token: string, mode: string) => ({
      name: "web",
      container: {
        environmentVariables: { API_TOKEN: token, MODE: mode },
        registryAuthentication: { basic: { username: "u", password: token } },
      },
      __secrets: ["/container/environmentVariables/API_TOKEN"],
    });
    const created = await engine.create("containerGroup", args("canary-1", "fast"));
    const printed = await printedBy(() => engine.change("containerGroup", created, args("canary-2", "slow")));
    expect(printed).toBe(
      "acme/vision/web changes container.environmentVariables.API_TOKEN (secret), " +
        "container.registryAuthentication.basic.password (secret), container.registryAuthentication.basic.username (secret)\n",
    );
  });
});
