import * as pulumi from "@pulumi/pulumi";
import { iterateInferenceEndpointJobs, listInferenceEndpointJobs, listInferenceEndpointJobsOutput } from "../../../sdk";
import type { SettingsSource } from "../../../common/settings";
import { sent, setSettings, startUnmockedRun, unknownOutput, valueOf } from "./support";

const page = { items: [{ id: "1" }], page: 1, pageSize: 1, totalSize: 1 };
const list = jest.fn((_source: SettingsSource, _args: unknown) => Promise.resolve(page));
const iterate = jest.fn(async function* (_source: SettingsSource, _args: unknown) {
  yield* [{ id: "1" }, { id: "2" }];
});
jest.mock("../../../provider", () => ({
  listInferenceEndpointJobs: (source: SettingsSource, args: unknown) => list(source, args),
  iterateInferenceEndpointJobs: (source: SettingsSource, args: unknown) => iterate(source, args),
}));

beforeEach(() => {
  startUnmockedRun();
  jest.clearAllMocks();
});

test("a page is listed with the arguments as they are and the stack's settings", async () => {
  setSettings({ apiKey: "k", profiles: '{"eu":{}}' });
  const args = { inferenceEndpointName: "detect", page: 2, profile: "eu" };
  expect(await listInferenceEndpointJobs(args)).toEqual(page);
  expect(list).toHaveBeenCalledTimes(1);
  const [source, given] = list.mock.calls[0] ?? [];
  expect(given).toEqual(args);
  // prettier-ignore
  expect([source?.get("apiKey"), source?.get("profiles"), source?.get("baseUrl")]).toEqual(["k", '{"eu":{}}', undefined]);
  expect(source?.env).toBe(process.env);
});

describe("for outputs", () => {
  test("the arguments arrive as values", async () => {
    const inferenceEndpointName = pulumi.output("detect");
    const result = listInferenceEndpointJobsOutput({ inferenceEndpointName, pageSize: Promise.resolve(5) });
    expect(await sent(result)).toEqual(page);
    expect(await sent(result.totalSize)).toBe(1);
    expect(list.mock.calls.map(([, args]) => args)).toEqual([{ inferenceEndpointName: "detect", pageSize: 5 }]);
  });

  test("a secret argument makes the result secret", async () => {
    const result = listInferenceEndpointJobsOutput({ inferenceEndpointName: pulumi.secret("detect") });
    expect([await pulumi.isSecret(result), await valueOf(result)]).toEqual([true, page]);
  });

  test("an unknown argument makes the result unknown, and no request", async () => {
    startUnmockedRun({ preview: true });
    const result = listInferenceEndpointJobsOutput({ inferenceEndpointName: unknownOutput(), page: 1 });
    expect(await sent(result)).toBe("UNKNOWN");
    expect(list).not.toHaveBeenCalled();
  });

  test("an error of the listing is the output's", async () => {
    list.mockRejectedValueOnce(new Error("no such endpoint"));
    await expect(sent(listInferenceEndpointJobsOutput({ inferenceEndpointName: "detect" }))).rejects.toThrow(
      "no such endpoint",
    );
  });
});

test("each loop over the jobs begins anew, and none begins before it is asked for", async () => {
  const args = { inferenceEndpointName: "detect", maxItems: 10 };
  const jobs = iterateInferenceEndpointJobs(args);
  expect(iterate).not.toHaveBeenCalled();
  for (let loop = 1; loop <= 2; loop++) {
    const ids: unknown[] = [];
    for await (const job of jobs) {
      ids.push(job.id);
    }
    expect(ids).toEqual(["1", "2"]);
    expect(iterate).toHaveBeenCalledTimes(loop);
  }
  expect(iterate.mock.calls.map(([, given]) => given)).toEqual([args, args]);
});
