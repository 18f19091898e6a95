import { closestName } from "../../../../provider/core/check/closestName";

describe("the name that was probably meant", () => {
  // prettier-ignore
  test.each<[sentence: string, name: string, known: string[], meant: string | undefined]>([
    ["is that with the fewest slips, wherever it stands", "replica", ["replicate", "replicas"], "replicas"],
    ["and not a later one with more", "replica", ["replicas", "replicate"], "replicas"],
    ["is the first of those that are as close", "bpu", ["cpu", "gpu"], "cpu"],
    ["is spelt in another way, whatever its length", "QUEUE_auto-scaler", ["queueAutoscaler"], "queueAutoscaler"],
    ["has one slip where it is short", "cpi", ["cpu"], "cpu"],
    ["not two", "cup", ["cpu"], undefined],
    ["has two slips from four letters on", "nmae", ["name"], "name"],
    ["not three", "nmaes", ["name"], undefined],
    ["has a slip for every three letters where it is long", "envronmntVarable", ["environmentVariables"], "environmentVariables"],
    ["is none where none is close", "env", ["image", "command"], undefined],
    ["is none where none is known", "env", [], undefined],
  ])("%s", (_, name, known, meant) => {
    expect(closestName(name, known)).toBe(meant);
  });
});
