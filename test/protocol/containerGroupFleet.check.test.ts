import type { Properties } from "../support/dynamicProvider";
import { Engine } from "../support/protocol";

const KIND = "containerGroupFleet";

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start();
});

afterAll(() => engine.stop());

describe("the check of a fleet", () => {
  const failures = async (args: Properties, olds?: Properties) => (await engine.host.check(KIND, args, olds)).failures;

  it("names the group and the field in each message", async () => {
    const reasons = await failures({
      defaults: { replica: 1 },
      groups: {
        web: { replicas: 900, container: { environmentVariables: { A: 1 } } },
        "Bad Name": {},
        worker: null,
        render: { onDestroy: { replicas: -1 } },
      },
    });
    // The engine sorts what it hands over by name.
    expect(reasons).toEqual([
      "defaults.replica: no such argument; did you mean defaults.replicas?",
      'groups["Bad Name"]: the name must be a string of 2 to 63 characters that matches ^[a-z][a-z0-9-]{0,61}[a-z0-9]$',
      expect.stringMatching(/^groups\.render\.onDestroy\.replicas: must be an integer.*, got -1$/),
      "groups.web.container.environmentVariables.A: must be a string, got a number",
      expect.stringMatching(/^groups\.web\.replicas: must be an integer.*, got 900$/),
      "groups.worker: must be an object, got null",
    ]);
  });

  it("does not name what the defaults mark secret", async () => {
    const additionalMembers = { replicas: 2 };
    const worker = { replicas: 1 };
    expect(
      await failures({
        defaults: { additionalMembers },
        groups: { worker },
        __secrets: ["/defaults/additionalMembers"],
      }),
    ).toEqual([
      "groups.worker.additionalMembers (inside a secret value): is declared by a typed argument too; declare it in one place",
    ]);
  });

  describe("of what is too large to be kept after a failure", () => {
    const HALF = "x".repeat(6_000_000);
    const MANY = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`group-${index + 1000}`.padEnd(63, "x"), {}]),
    );
    const note = (text: string) => ({ additionalMembers: { note: text } });
    const tooLarge = (megabytes: string) =>
      `the arguments are too large: with what has to be kept when a request fails they take ${megabytes} MB, and ` +
      "Pulumi carries at most 11.5 MB of one resource then; make two fleets of it";

    it.each<[sentence: string, before: Properties | undefined, after: Properties, megabytes: string | undefined]>([
      ["refuses two large groups", undefined, { groups: { web: note(HALF), worker: note(HALF) } }, "12.0"],
      ["takes one", undefined, { groups: { web: note(HALF), worker: {} } }, undefined],
      [
        "counts the larger of what is declared of a group and what was",
        { groups: { web: note(HALF), worker: {} } },
        { groups: { web: note(`${HALF}y`), worker: {} } },
        undefined,
      ],
      ["counts a group that is removed", { groups: { web: note(HALF) } }, { groups: { worker: note(HALF) } }, "12.0"],
      [
        "counts the defaults of before",
        { defaults: note(HALF), groups: {} },
        { groups: { worker: note(HALF) } },
        "12.0",
      ],
      ["counts the defaults of now", undefined, { defaults: note(HALF + HALF), groups: {} }, "12.0"],
      ["takes defaults of 11.4 MB", undefined, { defaults: note("x".repeat(11_400_000)), groups: {} }, undefined],
      [
        "counts the name of each group, and what is observed of it",
        undefined,
        { defaults: note("x".repeat(11_400_000)), groups: MANY },
        "12.0",
      ],
    ])("%s", async (_, before, after, size) => {
      expect(await failures(after, before)).toEqual(size === undefined ? [] : [tooLarge(size)]);
    });
  });

  it("requires groups", async () => {
    expect(await failures({})).toEqual(["groups: is required and must be an object"]);
  });

  it("names a field that is declared twice, of the defaults once and not for each group", async () => {
    expect(
      await failures({
        defaults: { replicas: 1, additionalMembers: { replicas: 2 } },
        groups: { web: { replicas: 1 }, worker: { replicas: 1 } },
      }),
    ).toEqual([
      "defaults.additionalMembers.replicas: is declared by the argument defaults.replicas too; declare it in one place",
    ]);
    expect(
      await failures({
        defaults: { additionalMembers: { replicas: 2 } },
        groups: { web: {}, worker: { replicas: 1 } },
      }),
    ).toEqual([
      "groups.worker.additionalMembers.replicas: is declared by the argument groups.worker.replicas too; declare it in one place",
    ]);
  });
});
