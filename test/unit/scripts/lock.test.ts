import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withLock } from "../../support/scripts";
import { until } from "../../support/until";

let folder: string;
let printed: string;
let time: number;
const options = () => ({ file: path.join(folder, "lock"), every: 20, patience: 1000, now: () => time });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lock-"));
  printed = "";
  time = 0;
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it("a lock that is held, and beats, is waited for, however long", async () => {
  const order: string[] = [];
  const lastBeat = () => statSync(options().file).mtimeMs;
  const first = withLock(async () => {
    for (const before = time; time < before + 5 * options().patience; time += 300) {
      const beat = lastBeat();
      await until(() => lastBeat() > beat, "the lock does not beat");
    }
    order.push("first");
  }, options());
  const second = withLock(() => Promise.resolve(order.push("second")), options());
  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
  expect(printed).not.toContain("taking over");
  expect(readdirSync(folder)).toEqual([]);
});

it("a lock that no longer beats is taken over, and a sentence says whose it was", async () => {
  const file = path.join(folder, "lock");
  writeFileSync(file, "process 17 on another-container, 5c0b");
  const now = () => (time += 100);
  expect(await withLock(() => Promise.resolve(readdirSync(folder)), { ...options(), now })).toEqual(["lock"]);
  expect(printed).toBe(
    `waiting for the setup of process 17 on another-container…\ntaking over from the setup of process 17 on another-container, which held ${file} and has not been heard of for a while\n`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

it("a lock is not taken over when the machine has slept, and its holder had no time to beat yet", async () => {
  const { file } = options();
  writeFileSync(file, "process 17 on another-container, 5c0b");
  let looks = 0;
  const now = () => {
    looks++;
    return time;
  };
  const waiting = withLock(() => Promise.resolve(), { ...options(), now });
  for (const hours of [1, 2, 3]) {
    time = hours * 3_600_000;
    const before = looks;
    await until(() => looks > before + 2, "it does not look");
  }
  expect(readFileSync(file, "utf8")).toBe("process 17 on another-container, 5c0b");
  expect(printed).not.toContain("taking over");
  rmSync(file);
  await waiting;
});

it("a lock that another one took over first, a moment before, stays with that one", async () => {
  const { file } = options();
  writeFileSync(file, "process 17 on another-container, 5c0b");
  const { renameSync } = fs;
  const rename = jest.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    writeFileSync(file, "process 18 on another-container, 9d2e");
    renameSync(from, to);
  });
  const now = () => (rename.mock.calls.length === 0 ? (time += 100) : time);
  const waiting = withLock(() => Promise.resolve(), { ...options(), now });
  await until(() => rename.mock.calls.length > 0, "it does not try to take over");
  expect(readFileSync(file, "utf8")).toBe("process 18 on another-container, 9d2e");
  expect([readdirSync(folder), printed.includes("taking over")]).toEqual([["lock"], false]);
  rmSync(file);
  await waiting;
});
