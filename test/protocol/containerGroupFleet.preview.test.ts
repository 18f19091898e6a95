import type { Properties } from "../support/providerHost";
import { Engine } from "../support/protocol";

const KIND = "containerGroupFleet";
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const patch = (name: string, body: string) => `PATCH /organizations/acme/projects/vision/containers/${name} ${body}`;

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.withGroups(["web", "worker"], { showPatches: "true" });
});
beforeEach(() => engine.service.reset());
afterAll(() => engine.stop());

const toZero = { onDestroy: { replicas: 0 } };
const two = { web: { replicas: 1 }, worker: { replicas: 1 } };
const plain = { defaults: { replicas: 1 }, groups: { web: { displayName: "x y" } } };

/** The lines that one call prints, sorted. */
async function printedBy(call: () => Promise<unknown>): Promise<string[]> {
  return (await engine.host.printedBy(call)).split("\n").filter(Boolean).sort();
}

const lineOf = ({ method, path: at, rawBody }: { method: string; path: string; rawBody?: string }) =>
  `${method} ${at} ${rawBody ?? ""}`;

describe("showPatches of a fleet", () => {
  it("prints one request a group, at check byte for byte as create sends it, at diff as update does", async () => {
    const args = { defaults: { replicas: 1 }, groups: { web: {}, worker: { displayName: "Worker" } } };
    let inputs = {};
    const first = await printedBy(async () => {
      inputs = await engine.checked(KIND, args);
    });
    const { id, outs } = await engine.host.create(KIND, inputs);
    expect(first).toEqual(engine.service.requests.map(lineOf).sort());
    expect(first).toHaveLength(2);

    engine.service.clearRequests();
    let update: () => Promise<unknown> = () => Promise.resolve();
    const then = await printedBy(async () => {
      ({ update } = await engine.change(KIND, { id, outs }, { ...args, defaults: { replicas: 2 } }));
    });
    await update();
    expect(then).toEqual(engine.service.requests.map(lineOf).sort());
    expect(then).toHaveLength(2);
  });

  it("prints the onDestroy patch of each group at a destroy", async () => {
    const args = { defaults: toZero, groups: { web: {}, worker: {} } };
    const { id, outs } = await engine.create(KIND, args);
    const printed = await printedBy(() => engine.host.delete(KIND, id, outs));
    expect(printed).toEqual(["web", "worker"].map((name) => patch(name, '{"replicas":0}')));
  });

  // prettier-ignore
  it.each<[sentence: string, args: Properties, lines: string[]]>([
    ["masks credentials and what the program marks secret, each in its own group",
      {
        defaults: { container: { environmentVariables: { A: "plain" } }, displayName: "Open" },
        groups: { web: { container: { registryAuthentication: { basic: { username: "u", password: "hidden-p" } } } }, worker: { displayName: "hidden-name" } },
        __secrets: ["/groups/worker/displayName"],
      },
      [
        patch("web", '{"container":{"environment_variables":{"A":"plain"},"registry_authentication":{"basic":{"password":"[secret]","username":"[secret]"}}},"display_name":"Open"}'),
        patch("worker", '{"container":{"environment_variables":{"A":"plain"}},"display_name":"[secret]"}'),
      ]],
    ["prints no body where the defaults are secret as a whole", { ...plain, __secrets: ["/defaults"] }, [patch("web", '"[secret]"')]],
    ["prints no body where all groups are secret as a whole", { ...plain, __secrets: ["/groups"] }, [patch("web", '"[secret]"')]],
    ["prints no body where the group is secret as a whole", { ...plain, __secrets: ["/groups/web"] }, [patch("web", '"[secret]"')]],
    ["prints no request of groups of which a new one is unknown", { groups: { web: UNKNOWN, worker: { replicas: 2 } } }, []],
  ])("%s", async (_, args, lines) => {
    expect(await printedBy(() => engine.checked(KIND, args))).toEqual(lines);
  });
});

// prettier-ignore
it.each<[sentence: string, before: Properties, after: Properties, lines: string[], replaces?: string[]]>([
  ["that loses a group prints its onDestroy patch", { defaults: toZero, groups: { web: {}, worker: {} } }, { defaults: toZero, groups: { web: {} } }, [patch("worker", '{"replicas":0}')]],
  ["that loses a group without onDestroy says so", { groups: two }, { groups: { web: { replicas: 1 } } }, ["fleet acme/vision forgets 1 of 2 groups: worker"]],
  ["that no longer manages replicas says so", { groups: two }, { groups: { web: {}, worker: { replicas: 1 } } }, ["fleet acme/vision no longer manages fields of 1 of 2 groups: web (replicas)"]],
  ["of which all groups are unknown prints no request", { groups: two }, { groups: UNKNOWN }, []],
  ["of which one group is unknown prints no request", { groups: two }, { groups: { web: UNKNOWN, worker: { replicas: 2 } } }, []],
  ["of which the defaults are unknown prints no request", { groups: two }, { defaults: UNKNOWN, groups: { web: { replicas: 2 } } }, []],
  ["of which a field is unknown prints that", { groups: two }, { groups: { web: { container: { image: UNKNOWN }, replicas: 2 } } }, [patch("web", '{"container":{"image":"[unknown]"},"replicas":2}'), "fleet acme/vision forgets 1 of 2 groups: worker"]],
  ["of which one group is unknown, and nothing else is declared", { groups: { web: {} } }, { groups: { web: UNKNOWN } }, []],
  ["of which the defaults are unknown, and nothing else is declared", { groups: { web: {} } }, { defaults: UNKNOWN, groups: { web: {} } }, []],
  ["of which projectName is unknown is replaced, as with another projectName", { groups: two }, { projectName: UNKNOWN, groups: two }, [], ["projectName"]],
])("a fleet %s, and counts as changed", async (_, before, after, lines, replaces = []) => {
  const fleet = await engine.create(KIND, before);
  let diff = {};
  const printed = await printedBy(async () => {
    ({ diff } = await engine.change(KIND, fleet, after));
  });
  expect(diff).toMatchObject({ changes: true, replaces });
  expect(printed).toEqual(lines);
});
