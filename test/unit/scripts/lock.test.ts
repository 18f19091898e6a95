import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withLock } from "../../support/scripts";

let folder: string;
let told: string;
const options = () => ({ file: path.join(folder, "lock"), every: 20, patience: 1000 });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lock-"));
  told = "";
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    told += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it("a lock that is held, and beats, is waited for, however long", async () => {
  const order: string[] = [];
  const first = withLock(async () => {
    await sleep(1500);
    order.push("first");
  }, options());
  const second = withLock(() => Promise.resolve(order.push("second")), options());
  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
  expect(told).toBe("");
  expect(readdirSync(folder)).toEqual([]);
});

it("a lock that no longer beats is taken over, and a sentence says whose it was", async () => {
  const file = path.join(folder, "lock");
  writeFileSync(file, "process 17 on another-container, 5c0b");
  expect(await withLock(() => Promise.resolve(readdirSync(folder)), options())).toEqual(["lock"]);
  expect(told).toBe(
    `taking over from the setup of process 17 on another-container, which held ${file} and has not been heard of for a while\n`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

it("a lock is given back when the work fails", async () => {
  await expect(withLock(() => Promise.reject(new Error("npm failed")), options())).rejects.toThrow("npm failed");
  expect(readdirSync(folder)).toEqual([]);
});
