import type { Emulator, JsonObject } from "../../../emulator";
import { call, Clock, closeAll, JOBS_PATH, QUEUE_NAMES, QUEUE_PATH, start, violations } from "./client";

afterEach(closeAll);

const TRANSCRIBE = { organizationName: "acme", name: "transcribe" };

async function page(emulator: Emulator, query: string) {
  const { json } = await call(emulator, "GET", JOBS_PATH + query);
  return { ...json, items: json["items"] as JsonObject[] };
}

test("a page has the wrapper of section 2.13, and the sizes that were asked for", async () => {
  const emulator = await start({ endpoints: [{ ...TRANSCRIBE, jobs: 7 }] });
  const second = await page(emulator, "?page=2&page_size=3");
  expect(second).toMatchObject({ page: 2, page_size: 3, total_size: 7 });
  expect(second.items.map(({ input }) => input)).toEqual([{ index: 3 }, { index: 4 }, { index: 5 }]);
  expect((await page(emulator, "?page=3&page_size=3")).items).toHaveLength(1);
  expect(await page(emulator, "?page=4&page_size=3")).toMatchObject({ items: [], page: 4, total_size: 7 });
  expect(await page(emulator, "?page=2147483647&page_size=100")).toMatchObject({ items: [], total_size: 7 });
});

test("by default a page has the first hundred, each with an id of its own", async () => {
  const emulator = await start({ endpoints: [{ ...TRANSCRIBE, jobs: 150 }] });
  const first = await page(emulator, "");
  expect(first).toMatchObject({ page: 1, page_size: 100, total_size: 150 });
  expect(new Set(first.items.map(({ id }) => id)).size).toBe(100);
});

const RANGE = (name: string, max: number) => [
  [`?${name}=0`, [`/${name} must be >= 1`]],
  [`?${name}=${max + 1}`, [`/${name} must be <= ${max}`]],
];
test.each([
  ...RANGE("page", 2147483647),
  ...RANGE("page_size", 100),
  ...["-1", "1.0", "", "1e2", "1&page=2"].map((value) => [`?page=${value}`, ["/page must be integer"]]),
  ["?pageSize=5", ["/pageSize is not a field of the API (emulator rule)"]],
  ["?page=x&page_size=y", ["/page must be integer", "/page_size must be integer"]],
] as [string, string[]][])("the query %s is refused: %j", async (query, expected) => {
  const refused = await call(await start(), "GET", JOBS_PATH + query);
  expect(refused.status).toBe(400);
  expect(violations(refused)).toEqual(expected);
});

test("seeded jobs are shown as they are, with what is missing made up", async () => {
  const emulator = await start({
    endpoints: [{ ...TRANSCRIBE, jobs: [{ input: "a", webhook_url: "https://x.test" }, {}] }],
  });
  const { items } = await page(emulator, "");
  expect(items).toHaveLength(2);
  expect(items[0]).toEqual({
    create_time: expect.any(String),
    events: [{ time: expect.any(String) }],
    id: expect.any(String),
    inference_endpoint_name: "transcribe",
    input: "a",
    organization_name: "acme",
    update_time: expect.any(String),
    webhook_url: "https://x.test",
  });
  await expect(start({ endpoints: [{ ...TRANSCRIBE, jobs: [{ state: "x" }] }] })).rejects.toThrow(/\/jobs\/0\/state/);
});

test("a linked queue's jobs follow the endpoint's own, and no other endpoint shows them", async () => {
  const clock = new Clock();
  const queue = { projectName: "vision", queueName: "renders" };
  const emulator = await start({
    now: clock.now,
    endpoints: [
      { ...TRANSCRIBE, jobs: 2, queue },
      { organizationName: "acme", name: "other" },
    ],
  });
  await call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input: { n: 1 }, webhook: "https://x.test" });
  const [job] = emulator.jobs(...QUEUE_NAMES);
  clock.time += 1000;
  const { items } = await page(emulator, "?page=2&page_size=2");
  expect(items).toEqual([
    {
      create_time: job?.["create_time"],
      events: [{ time: expect.any(String) }, { time: expect.any(String) }, { time: expect.any(String) }],
      id: job?.["id"],
      inference_endpoint_name: "transcribe",
      input: { n: 1 },
      organization_name: "acme",
      output: { n: 1 },
      update_time: expect.any(String),
      webhook: "https://x.test",
      webhook_url: "https://x.test",
    },
  ]);
  const other = await call(emulator, "GET", "/organizations/acme/inference-endpoints/other/jobs");
  expect(other.json).toMatchObject({ items: [], total_size: 0 });
});
