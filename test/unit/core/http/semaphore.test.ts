import { Semaphore } from "../../../../provider/core/http/semaphore";

describe("Semaphore", () => {
  test("is acquired in the order of asking, by as many as it admits", async () => {
    const semaphore = new Semaphore(2);
    const order: number[] = [];
    const acquiring = [1, 2, 3, 4].map((number) => semaphore.acquire().then(() => order.push(number)));
    await Promise.all(acquiring.slice(0, 2));
    await new Promise(setImmediate);
    expect(order).toEqual([1, 2]);
    semaphore.release();
    await acquiring[2];
    expect(order).toEqual([1, 2, 3]);
    semaphore.release();
    await acquiring[3];
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test("stays as wide when one who waits is cancelled", async () => {
    const semaphore = new Semaphore(1);
    expect(await semaphore.acquire()).toBe(true);
    const stop = new AbortController();
    const cancelled = semaphore.acquire(stop.signal);
    const next = semaphore.acquire();
    stop.abort();
    expect(await cancelled).toBe(false);
    semaphore.release();
    expect(await next).toBe(true);
    semaphore.release();
    expect(await semaphore.acquire(stop.signal)).toBe(false);
    expect(await semaphore.acquire(new AbortController().signal)).toBe(true);
  });
});
