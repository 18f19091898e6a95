import { expectAbsent } from "../support/canaries";
import { deployed, expectSuccess, sent, type Deployed } from "../support/deployed";
import { changeGroup } from "../support/service";
import type { Run } from "../support/stack";

/** One for each field that may hold a secret. None is part of another. */
const canary = (field: string): string => `cnry-${field}-${"0123456789abcdef".split("").reverse().join("")}`;

/** Fields that are secret without being marked. */
// prettier-ignore
const UNMARKED = new Set([
  "registryUser", "registryPassword", "axiom", "datadog", "httpPassword", "httpHeader", "newRelic", "splunk", "webhook", "onDestroyToken",
  "newDestination",
]);
const MARKED = ["env", "probeHeader", "input", "metadata", "additional", "displayName", "description", "onDestroyEnv"];
const FIELDS = [...UNMARKED, ...MARKED];

const value = (field: string): string => {
  const text = JSON.stringify(field === "webhook" ? `https://hook.example.com/${canary(field)}` : canary(field));
  return UNMARKED.has(field) ? text : `pulumi.secret(${text})`;
};

const group = (replicas: number): string => `
  const web = new cg.ContainerGroup("web", {
    replicas: ${replicas},
    displayName: ${value("displayName")},
    container: {
      image: "i:${replicas}",
      environmentVariables: { TOKEN: ${value("env")} },
      registryAuthentication: { basic: { username: ${value("registryUser")}, password: ${value("registryPassword")} } },
      logging: {
        axiom: { host: "h", dataset: "d", apiToken: ${value("axiom")} },
        datadog: { host: "h", apiKey: ${value("datadog")} },
        http: { host: "h", port: 1, password: ${value("httpPassword")}, headers: [{ name: "a", value: ${value("httpHeader")} }] },
        newRelic: { host: "h", ingestionKey: ${value("newRelic")} },
        splunk: { host: "h", token: ${value("splunk")} },
      },
    },
    livenessProbe: { http: { path: "/", port: 80, headers: [{ name: "a", value: ${value("probeHeader")} }] } },
    additionalMembers: {
      hidden: { deep: ${value("additional")} },
      container: { logging: { new_destination: { token: ${value("newDestination")}, host: "open" } } },
    },
    onDestroy: { replicas: 0, container: { environmentVariables: { T: ${value("onDestroyEnv")} }, logging: { splunk: { host: "h", token: ${value("onDestroyToken")} } } } },
  });`;

const program = (replicas: number): string => `
  ${group(replicas)}
  new cg.Queue("renders", { description: ${value("description")} });
  new cg.QueueJob("job", {
    queueName: "renders",
    input: { page: ${replicas}, token: ${value("input")} },
    metadata: { note: ${value("metadata")} },
    webhook: ${value("webhook")},
  });`;

let all: Deployed;
const KEY = canary("apiKey");

beforeAll(async () => {
  all = await deployed(
    { apiKey: KEY, acceptUnknownMembers: true },
    { "containergroups:showPatches": "true", "containergroups:maxRetries": "0", "containergroups:refresh": "patch" },
  );
});

afterAll(() => all.close());

function expectNoCanary(text: string): void {
  for (const field of [...FIELDS, "apiKey"]) {
    expectAbsent(text, canary(field));
  }
}

/** Nothing in what was printed, and nothing in the state, its backups and its history, the settings and the logs of events. */
function expectKept(run: Run): Run {
  expectNoCanary(run.output);
  expectNoCanary(all.stack.stored());
  return run;
}

/** The run failed at the resources, not before them, and it met the fault. */
function expectFailure(run: Run, error: string | RegExp, fault?: string): void {
  expect(run.code).not.toBe(0);
  expect(run.output).toMatch(error);
  expect(run.steps).not.toEqual([]);
  expect(all.service.requests.filter((request) => request.fault === fault)).not.toEqual([]);
}

/** A run without a failure. */
async function recovered(): Promise<void> {
  all.service.clearFaults();
  expectSuccess(expectKept(await all.stack.up()));
}

describe("no secret is in plain text", () => {
  it("in a preview that shows every request", async () => {
    all.stack.program(program(1));
    const run = expectKept(await all.stack.preview());
    expectSuccess(run);
    expect(run.output).toContain("PATCH /organizations/acme/projects/vision/containers/web");
    expect(run.output).toContain("[secret]");
  });

  it("after an up, though the requests carry all of them", async () => {
    expectSuccess(expectKept(await all.stack.up()));
    const bodies = all.service.requests.map(({ rawBody }) => rawBody).join("\n");
    for (const field of FIELDS.filter((name) => !name.startsWith("onDestroy"))) {
      expect(bodies).toContain(canary(field));
    }
  });

  it("after an update whose response repeats the whole request at another path", async () => {
    all.service.fault({
      kind: "body",
      times: Infinity,
      processed: true,
      body: ({ rawBody }: { rawBody: string }, response: unknown) => ({
        ...(response as object),
        current_state: { description: rawBody, last_error: rawBody },
      }),
    });
    all.stack.program(program(2));
    expectSuccess(expectKept(await all.stack.up()));
    expect(all.stack.stored()).toContain('"open"');
    all.service.clearFaults();
  });

  it("after a refresh that finds drift in fields that hold secrets", async () => {
    const stored = all.service.stored("acme", "vision", "web") as { container: { environment_variables: object } };
    const container = { ...stored.container, environment_variables: { TOKEN: "their-environment-value" } };
    changeGroup(all.service, "web", { display_name: "Drifted", container });
    const run = expectKept(await all.stack.refresh());
    expectSuccess(run);
    expect(all.service.requests.at(-1)?.body).toEqual({});
    expectAbsent(run.output + all.stack.stored(), "their-environment-value");
    expectSuccess(expectKept(await all.stack.up()));
  });

  it("when the service echoes the whole request in an error", async () => {
    const echo = ({ rawBody, headers }: { rawBody: string; headers: object }) => ({ detail: rawBody, headers });
    all.service.clearRequests();
    all.service.fault({ kind: "status", status: 422, times: Infinity, body: echo as never });
    all.stack.program(program(3));
    // Whichever resource fails first, the other is made too.
    const run = expectKept(await all.stack.up(["--continue-on-error"]));
    expectFailure(run, "422 Unprocessable Entity: the service's message is withheld: it repeats ", "status");
    expect(all.service.requests.map(({ method }) => method).sort()).toEqual(["PATCH", "POST"]);
    all.service.clearFaults();
  });

  it.each([
    ["reset-after", /may or may not have been made/],
    ["truncate", /The job is kept as posted/],
    ["html", /500 Internal Server Error/],
  ] as const)("when the request meets a fault: %s", async (kind, error) => {
    all.service.clearRequests();
    all.service.fault({ kind, times: Infinity, ...(kind === "html" && { status: 500 }) });
    all.stack.program(program(10 + kind.length));
    expectFailure(expectKept(await all.stack.up(["--continue-on-error"])), error, kind);
    await recovered();
  });

  it("when the program removes them, also after a failure", async () => {
    all.service.clearRequests();
    all.service.fault({ kind: "reset-after", times: Infinity });
    all.stack.program(`new cg.ContainerGroup("web", { replicas: 1 });`);
    expectFailure(expectKept(await all.stack.up()), "may or may not have been made", "reset-after");
    await recovered();
    const left = all.service.stored("acme", "vision", "web");
    expect(left).toMatchObject({ replicas: 1, hidden: {} });
    expect(left).not.toHaveProperty("display_name");
    expectNoCanary(JSON.stringify(left));
  });

  it("when a value that was plain is marked secret later: from then on", async () => {
    const plain = "cnry-plain-at-first";
    const marked = (text: string) =>
      `new cg.ContainerGroup("web", { replicas: 1, container: { environmentVariables: { LATER: ${text} } } });`;
    all.stack.program(marked(JSON.stringify(plain)));
    expectSuccess(await all.stack.up());
    expect(all.stack.export()).toContain(plain);
    all.service.clearRequests();
    all.stack.program(marked(`pulumi.secret(${JSON.stringify(plain)})`));
    const run = await all.stack.up();
    expectSuccess(run);
    expect(all.service.requests).toHaveLength(0);
    expect(run.output + all.stack.export()).not.toContain(plain);
  });

  it("when a fleet is secret as a whole, or known later", async () => {
    const later = `new cg.QueueJob("later", { queueName: "renders", input: 1 }).id.apply(() => ({ displayName: "${canary("displayName")}" }))`;
    const groups = `{ web: { container: { environmentVariables: { TOKEN: "${canary("env")}" } } } }`;
    all.stack.program(
      `new cg.ContainerGroupFleet("edge", { defaults: pulumi.secret(${later}), groups: pulumi.secret(${groups}) });`,
    );
    expectSuccess(expectKept(await all.stack.up()));
    expect(all.service.stored("acme", "vision", "web")).toMatchObject({
      display_name: canary("displayName"),
      container: { environment_variables: { TOKEN: canary("env") } },
    });
  });

  it("after a destroy, and a key that was rotated is used by refresh and destroy with --run-program", async () => {
    all.stack.program(program(1));
    expectSuccess(expectKept(await all.stack.up()));
    const rotated = canary("rotated");
    all.service.rotateKey(rotated);
    all.stack.configure("containergroups:apiKey", rotated);
    const stale = expectKept(await all.stack.refresh());
    expect(stale.code).not.toBe(0);
    expect(stale.output).toContain("--run-program");
    const refused = expectKept(await all.stack.destroy());
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("--run-program");
    expectSuccess(expectKept(await all.stack.refresh(["--run-program"])));
    all.service.clearRequests();
    const run = expectKept(await all.stack.destroy(["--run-program"]));
    expectSuccess(run);
    // The secrets of onDestroy travel now, and with the key that holds now.
    const container = {
      environment_variables: { T: canary("onDestroyEnv") },
      logging: { splunk: { host: "h", token: canary("onDestroyToken") } },
    };
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 0, container } }]);
    expect(all.service.requests[0]).toMatchObject({ status: 200, headers: { "service-api-key": rotated } });
    expectAbsent(run.output + all.stack.stored(), rotated);
  });
});
