import type { Emulator } from "../../../emulator";
import { Engine, PROJECT } from "../../support/protocol";
import type { Kind, Properties } from "../../support/providerHost";
import { startService } from "../../support/service";

const NAMES = ["web", "worker"];
const ANEW = "acme/vision/web: the base URL has changed, so all that is declared is sent to the new one";

let engine: Engine;
let other: Emulator;

beforeAll(async () => {
  engine = await Engine.inProcess({}, { groups: NAMES.map((name) => ({ ...PROJECT, name })) });
  other = await startService({ groups: NAMES.map((name) => ({ ...PROJECT, name })) });
});
beforeEach(async () => {
  engine.service.reset();
  other.reset();
  await engine.host.newRun({ baseUrl: engine.service.url, apiKey: engine.service.apiKey });
});
afterAll(async () => {
  await engine.stop();
  await other.close();
});

/** A resource that was created before the stack's settings name another service. */
async function moved(kind: Kind, args: Properties, settings: Record<string, string> = {}) {
  const resource = await engine.create(kind, args);
  engine.service.clearRequests();
  await engine.host.newRun({ baseUrl: other.url, apiKey: other.apiKey, ...settings });
  return resource;
}

const sent = () => other.requests.map(({ body }) => body);

const WEB = { name: "web", replicas: 2, displayName: "Web", onDestroy: { replicas: 0 } };
const fleet = { groups: { web: { replicas: 2, onDestroy: { replicas: 0 } }, worker: { replicas: 3 } } };

describe("when the stack's base URL becomes another one", () => {
  // prettier-ignore
  it.each<[sentence: string, kind: Kind, before: Properties, after: Properties, bodies: object[]]>([
    ["a group is declared anew as a whole at the new service, as an update", "containerGroup", WEB, WEB, [{ replicas: 2, display_name: "Web" }]],
    ["what was declared only at the old service is not unset at the new one", "queue", { name: "renders", displayName: "Renders", description: "x" }, { name: "renders", description: "x" }, [{ description: "x" }]],
    ["a fleet declares all its groups anew, and a group that is removed from it is not sent its onDestroy patch", "containerGroupFleet", fleet, { groups: { worker: { replicas: 3 } } }, [{ replicas: 3 }]],
  ])("%s, and then settles", async (_, kind, before, after, bodies) => {
    const change = await engine.change(kind, await moved(kind, before), after);
    expect(change.diff).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    const settled = await change.update();
    expect(sent()).toEqual(bodies);
    expect(engine.bodies()).toEqual([]);
    expect((await engine.change(kind, settled, after)).diff.changes).toBe(false);
  });

  it("the preview of a group says so", async () => {
    const group = await moved("containerGroup", WEB);
    expect(await engine.host.printedBy(() => engine.change("containerGroup", group, WEB))).toContain(ANEW);
  });

  it("an onDestroy patch is not sent to a service that never had the declaration", async () => {
    const { id, outs } = await moved("containerGroup", WEB);
    const deletion = () => engine.host.delete("containerGroup", id, outs, { sameRun: true });
    const notSent = "was declared at another base URL, so onDestroy is not sent";
    expect(await engine.host.printedBy(deletion)).toContain(notSent);
    expect(sent()).toEqual([]);
  });

  it("a fleet's onDestroy patches are not sent either, and the destroy says so", async () => {
    const { id, outs } = await moved("containerGroupFleet", fleet);
    const deletion = () => engine.host.delete("containerGroupFleet", id, outs, { sameRun: true });
    expect(await engine.host.printedBy(deletion)).toContain(
      "were declared at another base URL, so onDestroy is not sent",
    );
    expect(sent()).toEqual([]);
  });

  it("a refresh sends the new service nothing and leaves the state as it is", async () => {
    const { id, outs } = await moved("containerGroup", WEB, { refresh: "patch" });
    expect(await engine.host.read("containerGroup", id, outs)).toEqual({ id, props: outs, inputs: undefined });
    expect(sent()).toEqual([]);
  });

  it("a job is not posted again", async () => {
    const args = { queueName: "renders", input: 1 };
    expect((await engine.change("queueJob", await moved("queueJob", args), args)).diff.changes).toBe(false);
  });
});

it("a state of a release that kept no hash of the base URL shows no change", async () => {
  const group = await engine.create("containerGroup", WEB);
  const { __service: hash, ...outs } = group.outs;
  expect(hash).toMatch(/^[0-9a-f]{8}$/);
  expect((await engine.change("containerGroup", { ...group, outs }, WEB)).diff.changes).toBe(false);
});
