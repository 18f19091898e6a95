import { readCommandLine } from "../../../emulator/cli/commandLine";
import { call, closeAll, GROUP_PATH, start } from "./client";

afterEach(closeAll);

test.each([
  [[], 1000],
  [["--keep-requests", "2"], 2],
  [["--keep-requests=0"], 0],
  [["--keep-requests", "1000000"], 1_000_000],
])("the command line %j keeps %d requests", (args, maxRequests) => {
  expect(readCommandLine(args)).toMatchObject({ maxRequests });
});

test.each(["1000001", "-1", "many"])("--keep-requests %s is refused", (value) => {
  expect(() => readCommandLine(["--keep-requests", value])).toThrow(
    `--keep-requests: "${value}" must be an integer from 0 to 1000000`,
  );
});

test("an emulator that is started with what the command line asks for keeps as many", async () => {
  const emulator = await start(readCommandLine(["--keep-requests", "2"]));
  for (const replicas of [1, 2, 3]) {
    await call(emulator, "PATCH", GROUP_PATH, { replicas });
  }
  expect(emulator.requests).toMatchObject([{ body: { replicas: 2 } }, { body: { replicas: 3 } }]);
  expect(emulator.requestCount).toBe(3);
});
