import type { JsonObject } from "../../../emulator";
import {
  call,
  Clock,
  closeAll,
  GROUP_PATH,
  IN_VISION,
  NAMES,
  QUEUE_NAMES,
  QUEUE_PATH,
  start,
  violations,
} from "./client";

afterEach(closeAll);

test("a response has every field of a queue, and the attached groups in full", async () => {
  const emulator = await start({ settleMs: 0 });
  await call(emulator, "PATCH", GROUP_PATH, { replicas: 5 });
  const { status, json } = await call(emulator, "PATCH", QUEUE_PATH, { description: "notes", display_name: "Renders" });
  expect(status).toBe(200);
  expect(json).toEqual({
    container_groups: [emulator.group(...NAMES)],
    create_time: expect.any(String),
    current_queue_length: 0,
    description: "notes",
    display_name: "Renders",
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "renders",
    update_time: expect.any(String),
  });
  expect(emulator.queue(...QUEUE_NAMES)).toEqual(json);
});

test("null removes the description and sets the display name to the queue's name", async () => {
  const seed = { ...IN_VISION, name: "renders", display_name: "Shown", description: "notes" };
  const emulator = await start({ queues: [seed] });
  const { json } = await call(emulator, "PATCH", QUEUE_PATH, { description: null, display_name: null });
  expect(json).not.toHaveProperty("description");
  expect(json).toMatchObject({ display_name: "renders", container_groups: [] });
});

test("only a change moves the update time", async () => {
  const clock = new Clock();
  const emulator = await start({ now: clock.now });
  clock.time += 1000;
  const patch = async (body: JsonObject) => (await call(emulator, "PATCH", QUEUE_PATH, body)).json["update_time"];
  expect(await patch({})).toBe("2026-01-01T00:00:00.000Z");
  expect(await patch({ display_name: "renders" })).toBe("2026-01-01T00:00:00.000Z");
  expect(await patch({ description: "" })).toBe("2026-01-01T00:00:01.000Z");
});

test.each([
  ['{"description":1}', "/description must be string"],
  ['"x"', " must be object"],
])("the patch %s is refused: %s", async (patch, violation) => {
  const emulator = await start();
  const refused = await call(emulator, "PATCH", QUEUE_PATH, patch);
  expect(refused.status).toBe(400);
  expect(violations(refused)).toEqual([violation]);
});

test("current_queue_length counts the jobs that are pending", async () => {
  const clock = new Clock();
  const emulator = await start({ now: clock.now, settleMs: 1000 });
  const length = () => emulator.queue(...QUEUE_NAMES)?.["current_queue_length"];
  await call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input: 1 });
  clock.time += 600;
  await call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input: 2 });
  expect(length()).toBe(2);
  clock.time += 600;
  expect(length()).toBe(1);
  clock.time += 600;
  expect(length()).toBe(0);
});

test("a group stays attached when it is replaced, and a queue needs groups that exist", async () => {
  const emulator = await start();
  emulator.putGroup({ ...IN_VISION, name: "web", replicas: 9 });
  expect(emulator.queue(...QUEUE_NAMES)).toMatchObject({
    container_groups: [{ replicas: 9, queue_connection: { queue_name: "renders" } }],
  });
  expect(() => emulator.putQueue({ ...IN_VISION, name: "more", containerGroups: ["nobody"] })).toThrow(/nobody/);
  const many = Array.from({ length: 101 }, () => "web");
  expect(() => emulator.putQueue({ ...IN_VISION, name: "more", containerGroups: many })).toThrow(/100/);
});
