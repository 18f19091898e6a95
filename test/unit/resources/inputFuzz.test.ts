import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { Config } from "@pulumi/pulumi/cmd/dynamic-provider/config";
import fc from "fast-check";
import { startEmulator, type Emulator } from "../../../emulator";
import { containerGroup, queue, queueJob } from "../../../provider";
import { UNKNOWN } from "../../../common/unknown";
import { configurationFor } from "../../support/service";

jest.setTimeout(600_000);

// fast-check prints the seed and the path of a case that fails.
const RUNS = { numRuns: 3000 };

type Properties = { [key: string]: unknown };

const NAME = "[a-z][a-z0-9-]{0,61}[a-z0-9]";
const IN_PROJECT = `^/organizations/${NAME}/projects/${NAME}`;

// prettier-ignore
const KINDS: [kind: string, make: () => ResourceProvider, path: string, valid: Properties][] = [
  ["group", containerGroup, `/containers/${NAME}$`, {
    name: "web", replicas: 3, countryCodes: ["de"],
    container: {
      image: "i", environmentVariables: { A: "1" }, registryAuthentication: { basic: { username: "u" } }, resources: { cpu: 1 },
      logging: { http: { host: "h", headers: [{ name: "a", value: "b" }] } },
    },
    livenessProbe: { exec: { command: ["a"] } }, scalingActions: [{ replicas: 1, schedule: "s" }],
    onDestroy: { replicas: 0 }, additionalMembers: { a: { b: 1 } },
  }],
  ["queue", queue, `/queues/${NAME}$`, { name: "renders", description: "d" }],
  ["job", queueJob, `/queues/${NAME}/jobs$`, { queueName: "renders", input: { a: 1 }, metadata: { b: 2 }, webhook: "https://a.example", triggers: [1] }],
];

let service: Emulator;
beforeAll(async () => {
  jest.spyOn(console, "log").mockImplementation(() => undefined);
  service = await startEmulator();
});
afterAll(() => service.close());

const nasty = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    ...[null, UNKNOWN, [UNKNOWN], { a: UNKNOWN }, "../../..", "a/b", "a%2Fb", "a\r\nx-injected: 1", "web?x=1"],
    "x".repeat(100_000),
    { constructor: 1, prototype: 2, hasOwnProperty: 3 },
    JSON.parse('{"__proto__":{"polluted":true}}'),
    Array.from({ length: 1000 }, () => ({})),
    // As deep as a text can be nested before the engine's own transport refuses it.
    JSON.parse('{"a":'.repeat(90) + "1" + "}".repeat(90)),
  ),
);

/** Every place of a value, so that each can be hit. */
function places(value: unknown, path: string[] = []): string[][] {
  const below =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, child]) => places(child, [...path, key]))
      : [];
  return [path, ...below];
}

function put(value: unknown, path: string[], replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    return replacement;
  }
  if (!Array.isArray(value)) {
    const { [key]: inner, ...others } = (value ?? {}) as Properties;
    return { ...others, ...Object.fromEntries([[key, put(inner, rest, replacement)]]) };
  }
  // A list has no members by name, such as `length`: what would be one comes at its end.
  const list: unknown[] = [...(value as unknown[])];
  const index = /^\d$/.test(key) ? Number(key) : list.length;
  list[index] = put(list[index], rest, replacement);
  return list;
}

/** Valid arguments in which some places hold something that does not belong there, or an unknown member. */
const args = (valid: Properties): fc.Arbitrary<Properties> => {
  const known = places(valid).filter((path) => path.length > 0);
  const place = fc.oneof(
    fc.constantFrom(...known),
    fc.tuple(fc.constantFrom(...known), fc.string()).map(([path, key]) => [...path.slice(0, -1), key]),
  );
  return fc
    .array(fc.tuple(place, nasty), { minLength: 1, maxLength: 3 })
    .map(
      (changes) =>
        changes.reduce<unknown>(
          (all, [path, value]) =>
            path.length > 1 && typeof at(all, path.slice(0, -1)) !== "object" ? all : put(all, path, value),
          valid,
        ) as Properties,
    );
};

const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((below, key) => (below as Properties | undefined)?.[key], value) ?? undefined;

test.each(KINDS)("any argument of a %s is refused with its path or sent to the intended one", async (...row) => {
  const [, make, path, valid] = row;
  const provider = make();
  const settings = configurationFor(service, { maxRetries: "0", showPatches: "true" });
  void provider.configure?.({ config: new Config(settings, "test") });
  let passed = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(args(valid), async (given) => {
      const { inputs = {}, failures = [] } = (await provider.check?.({}, given)) ?? {};
      for (const { property, reason } of failures) {
        if (property !== "" || !reason.includes(": ") || reason.length > 2000) {
          throw new Error(`a failure without a path: ${reason.slice(0, 300)}`);
        }
      }
      if (failures.length > 0) {
        refused++;
        return;
      }
      passed++;
      const diff = await provider.diff?.("id", { ...inputs, observed: {} }, inputs);
      if (typeof diff?.changes !== "boolean") {
        throw new Error("diff does not say whether something changes");
      }
      if (JSON.stringify(inputs).includes(UNKNOWN)) {
        return;
      }
      service.clearRequests();
      await provider.create(inputs).catch((error: unknown) => {
        if (!(error instanceof Error) || !/[a-z]/.test(error.message)) {
          throw error;
        }
      });
      for (const request of service.requests) {
        if (!new RegExp(IN_PROJECT + path).test(request.path)) {
          throw new Error(`a request went to ${request.path}`);
        }
      }
    }),
    RUNS,
  );
  // Neither half of the property may be empty.
  expect(passed).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
  expect(({} as Properties)["polluted"]).toBeUndefined();
});
