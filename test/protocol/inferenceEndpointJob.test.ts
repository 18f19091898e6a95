import { startEmulator, type Emulator } from "../../emulator";
import { iterateInferenceEndpointJobs, listInferenceEndpointJobs } from "../../provider";

let service: Emulator;

beforeAll(async () => {
  service = await startEmulator({ endpoints: [{ organizationName: "acme", name: "detect", jobs: 1 }] });
});

afterAll(() => service.close());

const source = () => {
  const settings: Record<string, string> = { baseUrl: service.url, apiKey: service.apiKey, organizationName: "acme" };
  return { get: (key: string) => settings[key], env: {} };
};

/** Fields that the API does not document, as text: no writer of JSON has touched it. */
const UNDOCUMENTED =
  '"status":"running","camelCase":null,"trace_id":9223372036854775807,"machine":{"gpu_class":["a_b",{}]}';
const undocumented = {
  status: "running",
  camelCase: null,
  trace_id: "9223372036854775807",
  machine: { gpu_class: ["a_b", {}] },
};

test("a listed job, and each of its events, keeps undocumented fields unchanged", async () => {
  const job = `{"id":"j","input":{"a_b":1},${UNDOCUMENTED},"events":[{"time":"t",${UNDOCUMENTED}},{"time":"u"}]}`;
  service.fault({
    kind: "body",
    times: 2,
    headers: { "content-type": "application/json" },
    body: `{"items":[${job},{"id":"k"}],"page":1,"page_size":100,"total_size":2}`,
  });
  const expected = [
    {
      id: "j",
      input: { a_b: 1 },
      events: [{ time: "t", additionalMembers: undocumented }, { time: "u" }],
      additionalMembers: undocumented,
    },
    { id: "k" },
  ];
  const args = { inferenceEndpointName: "detect" };
  expect((await listInferenceEndpointJobs(source(), args)).items).toEqual(expected);
  const iterated: unknown[] = [];
  for await (const each of iterateInferenceEndpointJobs(source(), args)) {
    iterated.push(each);
  }
  expect(iterated).toEqual(expected);
});

test("a listed job with documented fields alone has no additionalMembers", async () => {
  const { items } = await listInferenceEndpointJobs(source(), { inferenceEndpointName: "detect" });
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toContain("additionalMembers");
});
