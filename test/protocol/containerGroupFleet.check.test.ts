import type { Properties } from "../support/providerHost";
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

  // prettier-ignore
  it.each([
    ["takes arguments of 7.9 MB as JSON", 7_900_000, []],
    ["refuses arguments that Pulumi could not carry when a request fails", 8_000_000, [
      "the arguments are too large: as JSON they take 8.0 MB, and Pulumi carries 8.0 MB of one resource when a request fails; make two fleets of it",
    ]],
  ])("%s", async (_, bytes, reasons) => {
    const additionalMembers = { note: "x".repeat(bytes) };
    expect(await failures({ groups: { web: { additionalMembers } } })).toEqual(reasons);
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
