import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { Config } from "@pulumi/pulumi/cmd/dynamic-provider/config";
import fc from "fast-check";
import type { Emulator } from "../../../../emulator";
import { containerGroup, queue, queueJob } from "../../../../provider";
import { PROJECT } from "../../../support/configuration";
import { configurationFor, startService } from "../../../support/service";

jest.setTimeout(600_000);

type Properties = { [key: string]: unknown };

const CANARY = "canary-of-the-service";

let service: Emulator;
let response: unknown;
let kinds: { provider: ResourceProvider; inputs: Properties }[];

beforeAll(async () => {
  jest.spyOn(console, "log").mockImplementation(() => undefined);
  service = await startService();
  const config = new Config(configurationFor(service, { maxRetries: "0", refresh: "patch" }), "test");
  // prettier-ignore
  kinds = [
    { provider: containerGroup(), inputs: { ...PROJECT, name: "web", replicas: 1, container: { image: "i", environmentVariables: { A: "1" } }, livenessProbe: { tcp: { port: 1 } } } },
    { provider: queue(), inputs: { ...PROJECT, name: "renders", description: "d" } },
    { provider: queueJob(), inputs: { ...PROJECT, queueName: "renders", input: 1 } },
  ];
  for (const { provider } of kinds) {
    void provider.configure?.({ config });
  }
  // prettier-ignore
  service.fault({ kind: "body", processed: true, times: Infinity, status: 200, headers: { "content-type": "application/json" }, body: () => response });
});

afterAll(() => service.close());

const json = fc.jsonValue({ maxDepth: 4 });

/** Bodies that look like responses: documented names with any values, and credentials that must not be kept. */
const lookalike = fc.record(
  {
    ...{ id: json, version: json, pending_change: json, current_state: json, replicas: json, networking: json },
    ...{ queue_connection: json, events: json, output: json, status: json },
    container_groups: fc.oneof(
      json,
      fc.array(fc.record({ id: json, container: fc.constant({ environment_variables: { X: CANARY } }) })),
    ),
    liveness_probe: fc.oneof(json, fc.constant({ http: { headers: [{ name: "a", value: CANARY }] } })),
    container: fc.oneof(
      json,
      fc.record({
        ...{ size: json, hash: json, image: json },
        environment_variables: fc.oneof(json, fc.constant({ A: CANARY, B: CANARY })),
        logging: fc.oneof(
          json,
          fc.constant({
            splunk: { token: CANARY },
            http: { headers: [{ name: CANARY, value: CANARY }], password: CANARY },
          }),
        ),
        registry_authentication: fc.constant({ basic: { password: CANARY } }),
      }),
    ),
  },
  { requiredKeys: [] },
);

/** Outputs must be what the engine's transport can carry, and hold nothing that the service alone knows. */
function expectKeepable(outs: Properties | undefined): void {
  Struct.fromJavaScript(outs as { [key: string]: JavaScriptValue });
  if (JSON.stringify(outs).includes(CANARY)) {
    throw new Error(`a value of the service's is kept: ${JSON.stringify(outs)}`);
  }
}

it("any JSON as a response is taken, and what is kept of it the engine can carry, without credentials", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(json, lookalike), async (body) => {
      // The emulator sends a string as it is.
      response = typeof body === "string" ? JSON.stringify(body) : body;
      service.clearRequests();
      for (const { provider, inputs } of kinds) {
        const outs = await provider.create(inputs).then(
          (created) => created.outs as Properties,
          (error: unknown) => (error as { properties?: Properties }).properties,
        );
        expectKeepable(outs);
        const read = await provider.read?.("id", outs);
        expectKeepable(read?.props as Properties);
        if (read?.inputs) {
          expectKeepable(read.inputs as Properties);
        }
      }
    }),
    { numRuns: 400 },
  );
});

it("a thousand events and a body of 10 MB are read", async () => {
  const events = Array.from({ length: 1000 }, (_, i) => ({
    time: new Date(i).toISOString(),
    more: "x".repeat(10_000),
  }));
  response = { id: "3f1c9a52-6f0e-4d5e-9d0e-1a2b3c4d5e6f", events };
  const created = await kinds[2]?.provider.create(kinds[2].inputs);
  const { events: kept } = (created?.outs as { observed: { events: unknown[] } }).observed;
  expect(kept).toHaveLength(1000);
  expect(JSON.stringify(kept).length).toBeGreaterThan(10_000_000);
});
