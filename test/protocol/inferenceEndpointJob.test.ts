import { startEmulator, type Emulator } from "../../emulator";
import { iterateInferenceEndpointJobs, listInferenceEndpointJobs } from "../../provider";

let service: Emulator;

beforeAll(async () => {
  service = await startEmulator({ endpoints: [{ organizationName: "acme", name: "detect" }] });
});

afterAll(() => service.close());

test("a listed job has the names of programs, and keeps undocumented fields unchanged", async () => {
  const settings: Record<string, string> = { baseUrl: service.url, apiKey: service.apiKey, organizationName: "acme" };
  const source = { get: (key: string) => settings[key], env: {} };
  const args = { inferenceEndpointName: "detect" };
  const job = { id: "j", create_time: "t", input: { a_b: 1 }, trace_id: "7", machine: { gpu_class: ["a_b", {}] } };
  service.fault({
    kind: "body",
    times: 2,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ items: [job], page: 1, page_size: 100, total_size: 1 }),
  });
  const additionalMembers = { trace_id: "7", machine: { gpu_class: ["a_b", {}] } };
  const expected = [{ id: "j", createTime: "t", input: { a_b: 1 }, additionalMembers }];
  expect((await listInferenceEndpointJobs(source, args)).items).toEqual(expected);
  const iterated: unknown[] = [];
  for await (const each of iterateInferenceEndpointJobs(source, args)) {
    iterated.push(each);
  }
  expect(iterated).toEqual(expected);
});
