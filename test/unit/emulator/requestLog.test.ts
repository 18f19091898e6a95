import { RequestLog, type OpenRequest } from "../../../emulator/http/requestLog";
import { until } from "../../support/until";
import { call, closeAll, GROUP_PATH, start } from "./client";

afterEach(closeAll);

const MIB = 1024 * 1024;

function request(path: string): OpenRequest {
  const empty = { headers: {}, body: undefined, rawBody: "", status: 0, startedAt: 0 };
  return { ...empty, method: "PATCH", path, requestId: path };
}

/** Adds a request that has this body at once. */
function add(log: RequestLog, path: string, rawBody: string): void {
  const added = request(path);
  log.add(added);
  added.rawBody = rawBody;
  log.measure(added);
}

const paths = ({ requests }: Pick<RequestLog, "requests">): string[] => requests.map(({ path }) => path);

describe("the log keeps", () => {
  test("no more requests than it may, the last ones", () => {
    const log = new RequestLog(2);
    ["a", "b", "c"].forEach((path) => add(log, path, ""));
    expect([paths(log), log.count]).toEqual([["b", "c"], 3]);
  });

  test("no more bytes than it may, of the last requests", () => {
    const log = new RequestLog(10, 10);
    add(log, "a", "12345");
    add(log, "b", "12345");
    expect(paths(log)).toEqual(["a", "b"]);
    add(log, "c", "1");
    expect(paths(log)).toEqual(["b", "c"]);
    add(log, "d", "123456789");
    expect(paths(log)).toEqual(["c", "d"]);
    expect(log.count).toBe(4);
  });

  test("bytes rather than characters", () => {
    const log = new RequestLog(10, 10);
    add(log, "a", "12345");
    add(log, "b", "äöü");
    expect(paths(log)).toEqual(["b"]);
  });

  test("the last request, however large it is, and only that", () => {
    const log = new RequestLog(10, 10);
    add(log, "a", "1");
    add(log, "b", "12345678901");
    expect(paths(log)).toEqual(["b"]);
    add(log, "c", "1");
    expect(paths(log)).toEqual(["c"]);
  });

  test("none where it may keep none", () => {
    const log = new RequestLog(0, 10);
    add(log, "a", "12345678901");
    expect([paths(log), log.count]).toEqual([[], 1]);
  });

  test("20,000 requests by default", () => {
    const log = new RequestLog();
    Array.from({ length: 20_001 }, (_, index) => add(log, String(index), ""));
    expect([log.requests.length, log.requests[0]?.path]).toEqual([20_000, "1"]);
  });

  test("256 MiB by default", () => {
    const log = new RequestLog();
    const body = "x".repeat(64 * MIB);
    ["a", "b", "c", "d"].forEach((path) => add(log, path, body));
    expect(paths(log)).toEqual(["a", "b", "c", "d"]);
    add(log, "e", "x");
    expect(paths(log)).toEqual(["b", "c", "d", "e"]);
  });
});

test("the bytes of what is no longer in the log do not count", () => {
  const log = new RequestLog(2, 10);
  const late = request("late");
  log.add(late);
  add(log, "a", "1234");
  add(log, "b", "1234");
  late.rawBody = "12345678901";
  log.measure(late);
  expect(paths(log)).toEqual(["a", "b"]);
  add(log, "c", "123456");
  expect(paths(log)).toEqual(["b", "c"]);
  log.clear();
  add(log, "d", "12345");
  add(log, "e", "12345");
  expect(paths(log)).toEqual(["d", "e"]);
});

describe("of the requests to an emulator", () => {
  const body = (length: number) => ({ container: { environment_variables: { A: "x".repeat(length) } } });

  test("those are kept that have the bytes it was given together, and the others count", async () => {
    const emulator = await start({ maxRequestBytes: 5000 });
    for (const length of [1001, 1002, 1003]) {
      await call(emulator, "PATCH", GROUP_PATH, body(length));
    }
    // Each counts twice and a little more: in its body, and in the group.
    const kept = emulator.requests.map(({ rawBody }) => rawBody);
    expect(kept).toEqual([1002, 1003].map((length) => JSON.stringify(body(length))));
    expect(emulator.requestCount).toBe(3);
  });

  test("one counts with the object that it changed, though its own body is small", async () => {
    const emulator = await start({ maxRequestBytes: 5000 });
    await call(emulator, "PATCH", GROUP_PATH, body(3000));
    emulator.clearRequests();
    await call(emulator, "PATCH", GROUP_PATH, { replicas: 2 });
    await call(emulator, "PATCH", GROUP_PATH, { replicas: 3 });
    expect(emulator.requests).toMatchObject([{ body: { replicas: 3 } }]);
  });

  test("one that is refused counts, and one that still waits for its response", async () => {
    const emulator = await start({ maxRequestBytes: 5000 });
    const large = body(3000);
    await call(emulator, "PATCH", "/nowhere", large);
    emulator.fault({ kind: "hang" });
    const hung = call(emulator, "PATCH", GROUP_PATH, large).catch(() => "cut");
    await until(() => emulator.requests[0]?.path === GROUP_PATH, "the first request is not dropped");
    expect(emulator.requests).toHaveLength(1);
    await emulator.close();
    expect(await hung).toBe("cut");
  });
});
