import { Engine, PROJECT } from "../support/protocol";

const KIND = "containerGroupFleet";
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const path = (name: string) => `/organizations/acme/projects/vision/containers/${name}`;

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start({ showPatches: "true" });
});
beforeEach(() => {
  for (const name of ["web", "worker"]) {
    engine.service.putGroup({ ...PROJECT, name });
  }
  engine.service.clearRequests();
});
afterAll(() => engine.stop());

/** The lines that one call prints, sorted. */
async function printedBy(call: () => Promise<unknown>): Promise<string[]> {
  return (await engine.host.printedBy(call)).split("\n").filter(Boolean).sort();
}

const lineOf = ({ method, path: at, rawBody }: { method: string; path: string; rawBody?: string }) =>
  `${method} ${at} ${rawBody ?? ""}`;

describe("showPatches of a fleet", () => {
  it("prints one request a group, at check byte for byte as create sends it, at diff as update does", async () => {
    const args = { defaults: { replicas: 1 }, groups: { web: {}, worker: { displayName: "Worker" } } };
    let inputs = {};
    const first = await printedBy(async () => {
      inputs = await engine.checked(KIND, args);
    });
    const { id, outs } = await engine.host.create(KIND, inputs);
    expect(first).toEqual(engine.service.requests.map(lineOf).sort());
    expect(first).toHaveLength(2);

    engine.service.clearRequests();
    let update: () => Promise<unknown> = () => Promise.resolve();
    const then = await printedBy(async () => {
      ({ update } = await engine.change(KIND, { id, outs }, { ...args, defaults: { replicas: 2 } }));
    });
    await update();
    expect(then).toEqual(engine.service.requests.map(lineOf).sort());
    expect(then).toHaveLength(2);
  });

  it("prints the onDestroy patch of a removed group", async () => {
    const defaults = { onDestroy: { replicas: 0 } };
    const fleet = await engine.create(KIND, { defaults, groups: { web: {}, worker: {} } });
    const printed = await printedBy(() => engine.change(KIND, fleet, { defaults, groups: { web: {} } }));
    expect(printed).toEqual([`PATCH ${path("worker")} {"replicas":0}`]);
  });

  it("prints the onDestroy patch of each group at a destroy", async () => {
    const args = { defaults: { onDestroy: { replicas: 0 } }, groups: { web: {}, worker: {} } };
    const { id, outs } = await engine.create(KIND, args);
    const printed = await printedBy(() => engine.host.delete(KIND, id, outs));
    expect(printed).toEqual(["web", "worker"].map((name) => `PATCH ${path(name)} {"replicas":0}`));
  });

  it("masks credentials, environment values and what the program marks secret, each in its own group", async () => {
    const printed = await printedBy(() =>
      engine.checked(KIND, {
        defaults: { container: { environmentVariables: { A: "hidden-a" } }, displayName: "Open" },
        groups: {
          web: { container: { registryAuthentication: { basic: { username: "u", password: "hidden-p" } } } },
          worker: { displayName: "hidden-name" },
        },
        __secrets: ["/groups/worker/displayName"],
      }),
    );
    expect(printed).toEqual([
      `PATCH ${path("web")} {"container":{"environment_variables":{"A":"[secret]"},"registry_authentication":{"basic":{"password":"[secret]","username":"[secret]"}}},"display_name":"Open"}`,
      `PATCH ${path("worker")} {"container":{"environment_variables":{"A":"[secret]"}},"display_name":"[secret]"}`,
    ]);
  });

  it("masks credentials among additionalMembers, of the defaults and of an entry", async () => {
    const withLogging = (logging: object) => ({ additionalMembers: { container: { logging } } });
    const printed = await printedBy(() =>
      engine.checked(KIND, {
        defaults: withLogging({ splunk: { host: "h", token: "hidden-a" } }),
        groups: { web: withLogging({ new_destination: { api_key: "hidden-b", host: "h" } }) },
      }),
    );
    expect(printed).toEqual([
      `PATCH ${path("web")} {"container":{"logging":{"new_destination":{"api_key":"[secret]","host":"h"},"splunk":{"host":"h","token":"[secret]"}}}}`,
    ]);
  });

  it.each([["/defaults"], ["/groups"], ["/groups/web"]])(
    "prints no body where %s is secret as a whole",
    async (secretPath) => {
      const printed = await printedBy(() =>
        engine.checked(KIND, {
          defaults: { replicas: 1 },
          groups: { web: { displayName: "x y" } },
          __secrets: [secretPath],
        }),
      );
      expect(printed).toEqual([`PATCH ${path("web")} "[secret]"`]);
    },
  );
});

describe("a fleet with unknown values", () => {
  it.each<[string, object, lines: string[]]>([
    ["all groups", { groups: UNKNOWN }, []],
    ["one group", { groups: { web: UNKNOWN, worker: { replicas: 2 } } }, []],
    ["the defaults", { defaults: UNKNOWN, groups: { web: { replicas: 2 } } }, []],
    [
      "a field",
      { groups: { web: { container: { image: UNKNOWN }, replicas: 2 } } },
      [`PATCH ${path("web")} {"container":{"image":"[unknown]"},"replicas":2}`],
    ],
  ])(
    "of %s counts as changed; no request is printed where the defaults, or one group as a whole, are unknown",
    async (_, args, lines) => {
      const fleet = await engine.create(KIND, { groups: { web: { replicas: 1 }, worker: { replicas: 1 } } });
      let diff = {};
      const printed = await printedBy(async () => {
        ({ diff } = await engine.change(KIND, fleet, { ...args }));
      });
      expect(diff).toMatchObject({ changes: true, replaces: [] });
      expect(printed).toEqual(lines);
    },
  );

  it.each<[string, object]>([
    ["one group", { groups: { web: UNKNOWN } }],
    ["the defaults", { defaults: UNKNOWN, groups: { web: {} } }],
  ])("of %s counts as changed where nothing else is declared", async (_, args) => {
    const fleet = await engine.create(KIND, { groups: { web: {} } });
    expect((await engine.change(KIND, fleet, { ...args })).diff).toMatchObject({ changes: true, replaces: [] });
  });

  it("of one group prints no request when it is new", async () => {
    const args = { groups: { web: UNKNOWN, worker: { replicas: 2 } } };
    expect(await printedBy(() => engine.checked(KIND, args))).toEqual([]);
  });

  it("of projectName is replaced, as with another projectName", async () => {
    const fleet = await engine.create(KIND, { groups: { web: { replicas: 1 } } });
    const { diff } = await engine.change(KIND, fleet, { projectName: UNKNOWN, groups: { web: { replicas: 1 } } });
    expect(diff.replaces).toEqual(["projectName"]);
  });
});
