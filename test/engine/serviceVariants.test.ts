import type { EmulatorOptions } from "../../emulator";
import { deployed, expectNoStackTrace, expectSettled, expectSuccess, sent } from "../support/deployed";

const PROGRAM = `
  const web = new cg.ContainerGroup("web", { replicas: 2, priority: undefined, container: { image: "i:1", priority: "high" } });
  const renders = new cg.Queue("renders", { displayName: "Renders" });
  new cg.QueueJob("job", { queueName: renders.name, input: { version: web.observed.version } });`;

/** The same program against a service that is set up in another way. */
async function runs(options: EmulatorOptions, settings: Record<string, string>) {
  const all = await deployed(options, settings);
  try {
    all.stack.program(PROGRAM);
    expectSuccess(await all.stack.up());
    expect(
      sent(all.service)
        .map(({ method }) => method)
        .sort(),
    ).toEqual(["PATCH", "PATCH", "POST"]);
    await expectSettled(all);
  } finally {
    await all.close();
  }
}

it("a service with a base path, another key and another header is sent what is declared, and settles", async () => {
  await runs(
    { basePath: "/api/v2", apiKeyHeader: "X-Key", apiKey: "k-123" },
    { "containergroups:apiKeyHeader": "X-Key" },
  );
});

it("a service whose responses have more fields, nulls, less than documented and another media type settles", async () => {
  const all = await deployed();
  try {
    const strange = (_request: unknown, response: unknown) => ({
      ...(response as object),
      brand_new: { deep: [1, null] },
      priority: null,
      current_state: null,
      queue_connection: "none",
      events: undefined,
      description: null,
    });
    all.service.fault({
      kind: "body",
      times: Infinity,
      processed: true,
      headers: { "content-type": "application/merge-patch+json; charset=utf-8" },
      body: strange,
    });
    all.stack.program(PROGRAM);
    const run = await all.stack.up();
    expectSuccess(run);
    expect(JSON.stringify(all.stack.outputs("web"))).not.toContain("brand_new");
    await expectSettled(all);
  } finally {
    await all.close();
  }
});

const errors: [sentence: string, body: unknown, type: string, quoted: string][] = [
  ["problem+json", { title: "Too many", detail: "five at most" }, "application/problem+json", "Too many: five at most"],
  ["its own JSON", { error: { code: 17, message: "five at most" } }, "application/json", "five at most"],
  ["HTML", "<html><title>Bad gateway said</title><body>x</body></html>", "text/html", "Bad gateway said"],
  ["nothing", "", "text/plain", "400 Bad Request"],
];

it("a service whose errors are of any shape is quoted in one line", async () => {
  const all = await deployed({}, { "containergroups:maxRetries": "0" });
  try {
    all.stack.program(`new cg.ContainerGroup("web", { replicas: 2 });`);
    for (const [, body, type, quoted] of errors) {
      all.service.fault({ kind: "status", status: 400, body, headers: { "content-type": type } });
      const run = await all.stack.up();
      expect(run.code).not.toBe(0);
      expect(run.output).toContain(quoted);
      expectNoStackTrace(run.output);
    }
    expectSuccess(await all.stack.up());
  } finally {
    await all.close();
  }
});
