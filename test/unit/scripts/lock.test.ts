import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  expect(printed).toBe("");
  expect(readdirSync(folder)).toEqual([]);
});

it("a lock that no longer beats is taken over, and a sentence says whose it was", async () => {
  const file = path.join(folder, "lock");
  writeFileSync(file, "process 17 on another-container, 5c0b");
  const now = () => (time += 100);
  expect(await withLock(() => Promise.resolve(readdirSync(folder)), { ...options(), now })).toEqual(["lock"]);
  expect(printed).toBe(
    `taking over from the setup of process 17 on another-container, which held ${file} and has not been heard of for a while\n`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

it("a lock is given back when the work fails", async () => {
  await expect(withLock(() => Promise.reject(new Error("npm failed")), options())).rejects.toThrow("npm failed");
  expect(readdirSync(folder)).toEqual([]);
});
