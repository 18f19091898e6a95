import type { Properties } from "../support/providerHost";
import { Engine } from "../support/protocol";

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start();
});
afterAll(() => engine.stop());

const twice = (path: string, by: string) => `${path}: is declared by ${by} too; declare it in one place`;
const tooLarge =
  "the arguments are too large: as JSON they take 8.0 MB, and Pulumi carries 8.0 MB of one resource when a request fails; make two fleets of it";
const additionalMembers = { replicas: 2 };
const note = (bytes: number) => ({ groups: { web: { additionalMembers: { note: "x".repeat(bytes) } } } });

// The engine sorts what it hands over by name.
const wrong = {
  defaults: { replica: 1 },
  groups: {
    web: { replicas: 900, container: { environmentVariables: { A: 1 } } },
    "Bad Name": {},
    worker: null,
    render: { onDestroy: { replicas: -1 } },
  },
};

// prettier-ignore
test.each<[sentence: string, args: Properties, failures: unknown[]]>([
  ["names the group and the field in each message", wrong, [
    "defaults.replica: no such argument; did you mean defaults.replicas?",
    'groups["Bad Name"]: the name must be a string of 2 to 63 characters that matches ^[a-z][a-z0-9-]{0,61}[a-z0-9]$',
    expect.stringMatching(/^groups\.render\.onDestroy\.replicas: must be an integer.*, got -1$/),
    "groups.web.container.environmentVariables.A: must be a string, got a number",
    expect.stringMatching(/^groups\.web\.replicas: must be an integer.*, got 900$/),
    "groups.worker: must be an object, got null",
  ]],
  ["requires groups", {}, ["groups: is required and must be an object"]],
  ["takes arguments of 7.9 MB as JSON", note(7_900_000), []],
  ["refuses arguments that Pulumi could not carry when a request fails", note(8_000_000), [tooLarge]],
  ["names a field that the defaults declare twice once, and not for each group",
    { defaults: { replicas: 1, additionalMembers }, groups: { web: { replicas: 1 }, worker: { replicas: 1 } } },
    [twice("defaults.additionalMembers.replicas", "the argument defaults.replicas")]],
  ["names a field that a group declares, and the defaults among additionalMembers",
    { defaults: { additionalMembers }, groups: { web: {}, worker: { replicas: 1 } } },
    [twice("groups.worker.additionalMembers.replicas", "the argument groups.worker.replicas")]],
  ["does not name what the defaults mark secret",
    { defaults: { additionalMembers }, groups: { worker: { replicas: 1 } }, __secrets: ["/defaults/additionalMembers"] },
    [twice("groups.worker.additionalMembers (inside a secret value)", "a typed argument")]],
])("the check of a fleet %s", async (_, args, failures) => {
  expect((await engine.host.check("containerGroupFleet", args)).failures).toEqual(failures);
});
