import { deployed, expectSuccess, type Deployed } from "../support/deployed";
import type { Run } from "../support/stack";

jest.setTimeout(300_000);

/** One for each place that may hold a secret. None is part of another. */
const canary = (place: string): string => `cnry-${place}-${"0123456789abcdef".split("").reverse().join("")}`;

const PLACES = [
  "env",
  "registryUser",
  "registryPassword",
  "axiom",
  "datadog",
  "httpPassword",
  "httpHeader",
  "newRelic",
  "splunk",
  "probeHeader",
  "webhook",
  "input",
  "metadata",
  "additional",
  "displayName",
  "description",
  "onDestroyEnv",
  "onDestroyToken",
];

/** Marked by the program unless the design makes the place secret by itself. */
const BY_ITSELF = new Set([
  "registryUser",
  "registryPassword",
  "axiom",
  "datadog",
  "httpPassword",
  "httpHeader",
  "newRelic",
  "splunk",
  "webhook",
  "onDestroyToken",
]);
const value = (place: string): string => {
  const text = JSON.stringify(place === "webhook" ? `https://hook.example.com/${canary(place)}` : canary(place));
  return BY_ITSELF.has(place) ? text : `pulumi.secret(${text})`;
};

const program = (replicas: number): string => `
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
    additionalMembers: { hidden: { deep: ${value("additional")} } },
    onDestroy: { replicas: 0, container: { environmentVariables: { T: ${value("onDestroyEnv")} }, logging: { splunk: { host: "h", token: ${value("onDestroyToken")} } } } },
  });
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
    {
      "containergroups:showPatches": "true",
      "containergroups:maxRetries": "0",
      "containergroups:requestTimeoutSeconds": "2",
      "containergroups:refresh": "patch",
    },
  );
});

afterAll(() => all.close());

function expectNoCanary(text: string): void {
  for (const place of [...PLACES, "apiKey"]) {
    const found = text.indexOf(canary(place));
    if (found >= 0) {
      throw new Error(`the canary of ${place} shows: …${text.slice(Math.max(0, found - 300), found + 80)}…`);
    }
  }
}

/** Nothing in what was printed, and nothing in the state. */
function expectKept(run: Run): Run {
  expectNoCanary(run.output);
  expectNoCanary(all.stack.export());
  return run;
}

describe("no secret stands in plain text", () => {
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
    for (const place of PLACES.filter((name) => !name.startsWith("onDestroy"))) {
      expect(bodies).toContain(canary(place));
    }
  });

  it("after an update", async () => {
    all.stack.program(program(2));
    expectSuccess(expectKept(await all.stack.up()));
  });

  it("after a refresh that finds drift in places that hold secrets", async () => {
    const stored = all.service.stored("acme", "vision", "web") as { container: { environment_variables: object } };
    all.service.putGroup({
      ...stored,
      organizationName: "acme",
      projectName: "vision",
      name: "web",
      display_name: "Drifted",
      container: { ...stored.container, environment_variables: { TOKEN: "their-environment-value" } },
    });
    const run = expectKept(await all.stack.refresh());
    expectSuccess(run);
    expect(run.output + all.stack.export()).not.toContain("their-environment-value");
    expectSuccess(expectKept(await all.stack.up()));
  });

  it("when the service echoes the whole request in an error, whatever the shape", async () => {
    const shapes = [
      (request: { rawBody: string; headers: object }) => ({
        title: "Refused",
        detail: request.rawBody,
        headers: request.headers,
      }),
      (request: { rawBody: string; headers: object }) =>
        `<html><body>${request.rawBody} ${JSON.stringify(request.headers)}</body></html>`,
      (request: { rawBody: string; headers: object }) => `plain ${request.rawBody} ${JSON.stringify(request.headers)}`,
    ];
    let replicas = 3;
    for (const body of shapes) {
      all.service.fault({ kind: "status", status: 422, times: Infinity, body: body as never });
      all.stack.program(program(replicas++));
      const run = expectKept(await all.stack.up());
      expect(run.code).not.toBe(0);
      expect(run.output).toContain("422");
      all.service.clearFaults();
    }
  });

  it.each(["reset-after", "hang", "truncate", "html"] as const)("when the request meets a fault: %s", async (kind) => {
    all.service.fault({ kind, times: Infinity, status: 500 });
    all.stack.program(program(10 + kind.length));
    expectKept(await all.stack.up());
    all.service.clearFaults();
  });

  it("when validation refuses the places that hold them", async () => {
    all.stack.program(
      program(1)
        .replaceAll("pulumi.secret(", "wrong(")
        .replace("const web", "const wrong = (v) => pulumi.secret([v]);\nconst web"),
    );
    const run = expectKept(await all.stack.preview());
    expect(run.code).not.toBe(0);
    expect(run.output).toContain("got [secret]");
  });

  it("when the program takes them out, one after a failure among them", async () => {
    all.service.fault({ kind: "reset-after", times: Infinity });
    all.stack.program(`new cg.ContainerGroup("web", { replicas: 1 });`);
    expectKept(await all.stack.up());
    all.service.clearFaults();
    expectSuccess(expectKept(await all.stack.up()));
  });

  it("when a value that was plain is marked secret later", async () => {
    const marked = (text: string) =>
      `new cg.ContainerGroup("web", { replicas: 1, container: { environmentVariables: { LATER: ${text} } } });`;
    all.stack.program(marked(JSON.stringify(canary("env"))));
    expectSuccess(await all.stack.up());
    all.service.clearRequests();
    all.stack.program(marked(value("env")));
    expectSuccess(await all.stack.up());
    expect(all.service.requests).toHaveLength(0);
    expectNoCanary(all.stack.export());
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
    const run = expectKept(await all.stack.destroy(["--run-program"]));
    expectSuccess(run);
    expect(run.output + all.stack.export()).not.toContain(rotated);
  });
});
