import { RequestLog, type OpenRequest } from "../../../emulator/http/requestLog";
import { until } from "../../support/until";
import { call, closeAll, GROUP_PATH, start } from "./client";

afterEach(closeAll);

/** Gives a log a request that is settled. */
function add(log: RequestLog, rawBody: string, change?: OpenRequest["change"]): void {
  const request: OpenRequest = {
    method: "PATCH",
    path: "/",
    headers: {},
    body: undefined,
    rawBody,
    status: 0,
    startedAt: 0,
    requestId: "",
    change,
  };
  log.add(request);
  log.settle(request);
}

// prettier-ignore
test.each<[words: string, log: RequestLog, bodies: string[], kept: string[]]>([
  ["no more requests than it may, the last ones", new RequestLog(2), ["a", "b", "c"], ["b", "c"]],
  ["no more bytes than it may", new RequestLog(9, 10), ["12345", "54321", "1", "123456789"], ["1", "123456789"]],
  ["bytes rather than characters", new RequestLog(9, 10), ["12345", "äöü"], ["äöü"]],
  ["the last request, however large it is", new RequestLog(9, 10), ["1", "12345678901"], ["12345678901"]],
  ["only that", new RequestLog(9, 10), ["12345678901", "1"], ["1"]],
  ["none where it may keep none", new RequestLog(0, 10), ["1"], []],
])("the log keeps %s", (_words, log, bodies, kept) => {
  bodies.forEach((body) => add(log, body));
  expect(log.count).toBe(bodies.length);
  expect(log.requests.map(({ rawBody }) => rawBody)).toEqual(kept);
});

test("the log keeps 20,000 requests of 256 MiB together by default", () => {
  expect(new RequestLog()).toMatchObject({ maxRequests: 20_000, maxBytes: 256 * 1024 * 1024 });
});

test("a request counts with the object that it changed, and no longer when the log is cleared", () => {
  const log = new RequestLog(9, 30);
  const changeTo = (replicas: number) => add(log, "", { kind: "group", after: { replicas } });
  [1, 2].forEach(changeTo);
  expect(log.requests).toHaveLength(2);
  changeTo(3);
  expect(log.requests.map(({ change }) => change?.after)).toEqual([{ replicas: 2 }, { replicas: 3 }]);
  log.clear();
  [4, 5].forEach(changeTo);
  expect(log.requests).toHaveLength(2);
});

test("an emulator keeps as many as it is told, also while they wait, and counts all of them", async () => {
  const emulator = await start({ maxRequests: 2 });
  emulator.fault({ kind: "hang", after: 2 });
  for (const replicas of [1, 2]) {
    await call(emulator, "PATCH", GROUP_PATH, { replicas });
  }
  const hung = call(emulator, "PATCH", GROUP_PATH, { replicas: 3 }).catch(() => "cut");
  await until(() => emulator.requestCount === 3, "no third request");
  expect(emulator.requests).toMatchObject([{ body: { replicas: 2 } }, { body: { replicas: 3 } }]);
  emulator.clearRequests();
  expect([emulator.requests, emulator.requestCount]).toEqual([[], 0]);
  await emulator.close();
  expect(await hung).toBe("cut");
});
