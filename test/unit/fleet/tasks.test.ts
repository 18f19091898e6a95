import { ServiceError } from "../../../provider/core/http/errors";
import { runAll, type Outcome } from "../../../provider/fleet/tasks";

const refusal = (status: number | undefined) => new ServiceError(`status ${status}`, { status });
const names = (count: number) => Array.from({ length: count }, (_, index) => `group-${index}`);
const quiet = { progress: () => undefined };

/** Tasks of which each one tells when it runs, and fails where `failing` says with what. */
function tasksOf(count: number, failing: (index: number) => Error | undefined) {
  const begun: string[] = [];
  let running = 0;
  let most = 0;
  const tasks = new Map(
    names(count).map((name, index) => [
      name,
      async () => {
        begun.push(name);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        const error = failing(index);
        if (error) {
          throw error;
        }
        return name;
      },
    ]),
  );
  return { tasks, begun, most: () => most };
}

const kinds = (outcomes: ReadonlyMap<string, Outcome<unknown>>) =>
  [...outcomes.values()].map((outcome) => (typeof outcome === "string" ? outcome : Object.keys(outcome)[0]));

describe("tasks of many groups", () => {
  it("run as many at once as is allowed, and each has its outcome", async () => {
    const { tasks, most } = tasksOf(20, (index) => (index === 3 ? refusal(422) : undefined));
    const outcomes = await runAll(tasks, 4, quiet);
    expect(most()).toBe(4);
    expect([...outcomes.keys()]).toEqual(names(20));
    expect(outcomes.get("group-3")).toEqual({ failed: refusal(422) });
    expect(outcomes.get("group-4")).toEqual({ done: "group-4" });
  });

  it.each([400, 403, 404, 409, 422])(
    "go on after any number of responses %i, which are about one group",
    async (status) => {
      const { tasks, begun } = tasksOf(50, () => refusal(status));
      await runAll(tasks, 2, quiet);
      expect(begun).toHaveLength(50);
    },
  );

  it("go on after failures that are none of the service", async () => {
    const { tasks, begun } = tasksOf(50, () => new Error("the group stays in this resource"));
    await runAll(tasks, 2, quiet);
    expect(begun).toHaveLength(50);
  });

  it("end when the engine is gone: no further one is begun", async () => {
    const engine = new AbortController();
    const { tasks, begun } = tasksOf(50, (index) => {
      if (index === 4) {
        engine.abort();
      }
      return undefined;
    });
    const outcomes = await runAll(tasks, 2, { ...quiet, signal: engine.signal });
    expect(begun.length).toBeLessThanOrEqual(6);
    expect(outcomes.get("group-49")).toBe("not tried");
  });

  it("end with the first 401: the key is that of all", async () => {
    const { tasks, begun } = tasksOf(50, (index) => (index === 0 ? refusal(401) : undefined));
    const outcomes = await runAll(tasks, 4, quiet);
    expect(begun).toEqual(names(4));
    expect(kinds(outcomes)).toEqual(["failed", "done", "done", "done", ...Array<string>(46).fill("not tried")]);
  });

  it.each([undefined, 429, 500, 503])("end after as many failures in a row as may run at once: %s", async (status) => {
    const { tasks, begun } = tasksOf(50, () => refusal(status));
    await runAll(tasks, 4, quiet);
    expect(begun.length).toBeGreaterThanOrEqual(4);
    expect(begun.length).toBeLessThan(8);
  });

  it("go on where some succeed between the failures", async () => {
    const { tasks, begun } = tasksOf(50, (index) => (index % 3 === 0 ? undefined : refusal(503)));
    await runAll(tasks, 4, quiet);
    expect(begun).toHaveLength(50);
  });

  it("count a result that is indeterminate as a failure", async () => {
    const { tasks, begun } = tasksOf(50, () => undefined);
    await runAll(tasks, 4, { ...quiet, failureIn: () => refusal(undefined) });
    expect(begun.length).toBeLessThan(8);
  });

  it("say how far they are now and then, and not where all is done soon", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate"] });
    try {
      const progress = jest.fn();
      const { tasks } = tasksOf(3, () => undefined);
      await runAll(tasks, 1, { progress });
      expect(progress).not.toHaveBeenCalled();
      let release: (value: string) => void = () => undefined;
      const slow = new Map([...tasks, ["slow", () => new Promise<string>((resolve) => (release = resolve))] as const]);
      const done = runAll(slow, 1, { progress });
      for (let i = 0; i < 10; i++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      jest.advanceTimersByTime(20_000);
      expect(progress.mock.calls).toEqual([[3], [3]]);
      release("slow");
      await done;
      jest.advanceTimersByTime(60_000);
      expect(progress).toHaveBeenCalledTimes(2);
    } finally {
      jest.useRealTimers();
    }
  });
});
