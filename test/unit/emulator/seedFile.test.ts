import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readSeedFile } from "../../../emulator";
import { call, closeAll, JOBS_PATH, NAMES, QUEUE_NAMES, start } from "./client";

const NOTHING = { groups: [], queues: [], endpoints: [] };

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), "seed-"))));
afterEach(closeAll);
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string, name = "seed.yaml"): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const YAML = `
organizations:
  acme:
    projects:
      vision:
        groups:
          web:
            replicas: 3
            container:
              image: registry.example/app:1
              environment_variables: { LOG_LEVEL: info }
          plain: {}
        queues:
          renders:
            description: Pages to render
            container_groups: [web]
            jobs:
              - input: { exact: 1.10, big: 12345678901234567890 }
                create_time: 2026-01-01T00:00:00Z
              - input: null
    endpoints:
      transcribe:
        jobs: 2
        queue: { project_name: vision, queue_name: renders }
      other:
        jobs:
          - input: { page: 1.0 }
`;

test("a seed file has groups, queues with jobs, and endpoints with jobs, its numbers to the last digit", async () => {
  // A job that has just been made stays pending for so long.
  const emulator = await start({ ...NOTHING, settleMs: 600_000, seed: readSeedFile(fileOf(YAML)) });
  expect(emulator.group(...NAMES)).toMatchObject({
    replicas: 3,
    container: { image: "registry.example/app:1", environment_variables: { LOG_LEVEL: "info" } },
    queue_connection: { queue_name: "renders" },
  });
  expect(emulator.group("acme", "vision", "plain")).toMatchObject({ replicas: 1 });
  expect(emulator.queue(...QUEUE_NAMES)).toMatchObject({
    description: "Pages to render",
    container_groups: [{ name: "web" }],
  });
  expect(emulator.jobs(...QUEUE_NAMES)).toMatchObject([
    { status: "succeeded", create_time: "2026-01-01T00:00:00.000Z" },
    { status: "pending", input: null },
  ]);
  const listed = await call(emulator, "GET", JOBS_PATH);
  expect(listed.json).toMatchObject({ total_size: 4 });
  expect(listed.text).toContain('"input":{"exact":1.10,"big":12345678901234567890}');
  const other = await call(emulator, "GET", "/organizations/acme/inference-endpoints/other/jobs");
  expect(other.text).toContain('"input":{"page":1.0}');
});

test("a seed file that is named .json is JSON, with all digits, too", async () => {
  const text = within('"queues": { "renders": { "jobs": [{ "input": 1.10 }, { "input": 12345678901234567890 }] } }');
  const json = text.replaceAll(/\b(organizations|acme|projects|vision)\b/g, '"$1"');
  const emulator = await start({ ...NOTHING, seed: readSeedFile(fileOf(json, "seed.json")) });
  expect(emulator.jobs(...QUEUE_NAMES)).toMatchObject([{ input: 1.1 }, { input: "12345678901234567890" }]);
});

const within = (project: string): string => `{ organizations: { acme: { projects: { vision: { ${project} } } } } }`;

// prettier-ignore
test.each([
  ["a file that is not there", undefined, "ENOENT: no such file or directory"],
  ["text that is no YAML, in two places", "a: [\nb: 'x\n", /^.*Flow sequence.*; .*quote.*$/],
])("%s is refused in one line that names the file", (_, text, reason) => {
  const file = text === undefined ? "nowhere.yaml" : fileOf(text, "bad.yaml");
  expect(() => readSeedFile(file)).toThrow(`the seed file ${file} cannot be taken: `);
  expect(() => readSeedFile(file)).toThrow(reason);
});

// prettier-ignore
test.each([
  ["no mapping", "[1]", "seed: must be object"],
  ["no organizations", "{}", "seed: /organizations is required"],
  ["infinity, which no JSON has", within("groups: { web: { replicas: .inf } }"), "group web: /replicas must be integer"],
  [
    "several mistakes, told at once",
    `{ organizations: { acme: { project: {}, projects: { vision: {
      groups: { web: { replicas: many, colour: red }, Web: { version: 0 }, good: {} },
      queues: { renders: { container_groups: [web, nobody], description: 1 }, more: { container_groups: [nobody], jobs: [{ input: 1 }, {}] } },
    } }, endpoints: { transcribe: { jobs: -1 } } } } }`,
    [
      "seed: /organizations/acme/project is not a field of a seed", '"Web" is not a resource name',
      "group web: /colour is not a field of the API (emulator rule); /replicas must be integer", "group Web: /version must be >= 1",
      "queue renders: /description must be string", "queue more: /jobs/1/input is required", "endpoint transcribe: /jobs must be >= 0",
      "queue renders: there is no container group nobody", "queue more: there is no container group nobody",
    ].join("; "),
  ],
])("%s: all of it is refused, and nothing is put", async (_, text, reason) => {
  const emulator = await start(NOTHING);
  const document = readSeedFile(fileOf(text));
  expect(() => emulator.seed(document)).toThrow(new TypeError(reason));
  expect(emulator.snapshot()).toEqual({ organizations: {} });
});
