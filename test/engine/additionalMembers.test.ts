import { expectAbsent } from "../support/canaries";
import { deployed, expectSettled, expectSuccess, PROJECT, type Deployed } from "../support/deployed";
import type { Run } from "../support/stack";

/** One for each field that may hold a secret, of which the program marks none. None is part of another. */
const canary = (field: string) => `cnry-${field}-fedcba9876543210`;
const CANARY = /cnry-[\w-]+-fedcba9876543210/;

const documented = ["username", "password", "axiom", "datadog", "httpPassword", "httpHeader", "newRelic", "splunk"];
const CREDENTIALS = [...documented, "newKind", "newDestination"];

/** Every credential of the API by its name on the wire, those of an undocumented registry and log destination, and `open` beside. */
const additionalMembers = (owner: string) => {
  const value = (field: string) => canary(`${owner}-${field}`);
  return {
    container: {
      registry_authentication: {
        basic: { username: value("username"), password: value("password") },
        new_kind: { service_key: value("newKind") },
      },
      logging: {
        axiom: { api_token: value("axiom"), dataset: "d", host: "open" },
        datadog: { api_key: value("datadog"), host: "open" },
        http: {
          password: value("httpPassword"),
          headers: [{ name: "a", value: value("httpHeader") }],
          host: "open",
          port: 1,
        },
        new_relic: { ingestion_key: value("newRelic"), host: "open" },
        splunk: { token: value("splunk"), host: "open" },
        new_destination: { token: value("newDestination"), host: "open" },
      },
    },
  };
};

const program = (change: number) => `
  const members = ${JSON.stringify({ web: additionalMembers(`web${change}`), all: additionalMembers(`all${change}`), own: additionalMembers(`own${change}`) })};
  new cg.ContainerGroup("web", { replicas: ${change}, additionalMembers: members.web });
  new cg.ContainerGroupFleet("edge", {
    defaults: { replicas: ${change}, additionalMembers: members.all },
    groups: { "edge-a": {}, "edge-b": { additionalMembers: pulumi.output(members.own) } },
  });`;

let all: Deployed;

beforeAll(async () => {
  all = await deployed(
    { acceptUnknownMembers: true, groups: ["web", "edge-a", "edge-b"].map((name) => ({ ...PROJECT, name })) },
    {
      "containergroups:showPatches": "true",
      "containergroups:maxRetries": "0",
      "containergroups:refresh": "patch",
    },
  );
});

afterAll(() => all.close());

/** Nothing in what was printed, and nothing in the state, its backups and its history, the settings and the logs of events. */
function expectKept(run: Run): Run {
  expectAbsent(run.output, CANARY);
  expectAbsent(all.stack.stored(), CANARY);
  return run;
}

const sentBodies = () => all.service.requests.map(({ rawBody }) => rawBody).join("\n");

describe("credentials among additionalMembers are secret without being marked", () => {
  it("in a preview that shows every request", async () => {
    all.stack.program(program(1));
    const run = expectKept(await all.stack.preview());
    expectSuccess(run);
    expect(run.output).toContain('"splunk":{"host":"open","token":"[secret]"}');
    expect(run.output).toContain('"new_destination":{"host":"open","token":"[secret]"}');
  });

  it("after an up, though the requests carry all of them, and the fields beside them are plain", async () => {
    expectSuccess(expectKept(await all.stack.up()));
    for (const owner of ["web1", "all1", "own1"]) {
      expect(CREDENTIALS.filter((field) => !sentBodies().includes(canary(`${owner}-${field}`)))).toEqual([]);
    }
    expect(all.stack.stored()).toContain('"open"');
    expect(all.stack.outputs("web")).toMatchObject({
      additionalMembers: { container: { logging: { new_destination: { host: "open" } } } },
    });
    await expectSettled(all);
  });

  it("after an update, of which the preview names the fields", async () => {
    all.stack.program(program(2));
    all.stack.configure("containergroups:showPatches", "false");
    const run = expectKept(await all.stack.preview());
    expect(run.output).toContain("container.logging.splunk.token (secret)");
    expect(run.output).toContain("container.logging.new_destination.token (secret)");
    all.stack.configure("containergroups:showPatches", "true");
    expectSuccess(expectKept(await all.stack.up()));
    expect(sentBodies()).toContain(canary("own2-newDestination"));
  });

  it("after a refresh that finds other values in the service", async () => {
    for (const name of ["web", "edge-a", "edge-b"]) {
      const stored = all.service.stored("acme", "vision", name) as { container: object };
      const logging = {
        new_destination: { token: canary("theirs"), host: "other" },
        splunk: { token: canary("theirs"), host: "other" },
      };
      all.service.putGroup({ ...stored, ...PROJECT, name, container: { ...stored.container, logging } });
    }
    expectSuccess(expectKept(await all.stack.refresh()));
    expect(all.stack.stored()).toContain('"other"');
    expectSuccess(expectKept(await all.stack.up()));
    await expectSettled(all);
  });

  it("when the service repeats them in an error, and in a response at another path", async () => {
    all.service.fault({
      kind: "status",
      status: 422,
      times: Infinity,
      body: ({ rawBody }: { rawBody: string }) => ({ detail: rawBody }),
    });
    all.stack.program(program(3));
    const refused = expectKept(await all.stack.up(["--continue-on-error"]));
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("the service's message is withheld: it repeats ");
    all.service.clearFaults();
    all.service.fault({
      kind: "body",
      times: Infinity,
      processed: true,
      body: ({ rawBody }: { rawBody: string }, response: unknown) => ({
        ...(response as object),
        current_state: { description: rawBody, last_error: rawBody },
      }),
    });
    expectSuccess(expectKept(await all.stack.up()));
    all.service.clearFaults();
  });

  it("when a response is lost, and when the next update sends them again", async () => {
    all.service.fault({ kind: "reset-after", times: Infinity });
    all.stack.program(program(4));
    const failed = expectKept(await all.stack.up(["--continue-on-error"]));
    expect(failed.code).not.toBe(0);
    expect(failed.output).toContain("may or may not have been made");
    all.service.clearFaults();
    expectSuccess(expectKept(await all.stack.up()));
    await expectSettled(all);
  });

  it("when a typed argument declares one of them too, and when the program removes them", async () => {
    const twice = `splunk: { host: "h", token: ${JSON.stringify(canary("twice"))} }`;
    all.stack.program(`
      const additionalMembers = ${JSON.stringify(additionalMembers("twice"))};
      new cg.ContainerGroup("web", { container: { logging: { ${twice} } }, additionalMembers });`);
    const refused = expectKept(await all.stack.preview());
    expect(refused.output).toContain("additionalMembers.container.logging.splunk.token: is declared by the argument");
    all.stack.program(`new cg.ContainerGroup("web", { replicas: 5 });`);
    expectSuccess(expectKept(await all.stack.up()));
    await expectSettled(all);
    expectSuccess(expectKept(await all.stack.destroy()));
  });
});
