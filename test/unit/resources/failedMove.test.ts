import type { ConfigureRequest, ResourceProvider } from "@pulumi/pulumi/dynamic";
import { startEmulator, type Emulator } from "../../../emulator";
import { DeclaredObjects, Run } from "../../../provider/engine/run";
import { containerGroupFleet } from "../../../provider/fleet";
import { containerGroup } from "../../../provider/resources/objectProvider";

const PROJECT = { organizationName: "acme", projectName: "vision" };
const KEPT =
  "container group acme/vision/web stays in this resource: the resource of the program that declares it now could not be created. " +
  "The next `pulumi up` tries both again.";

type Properties = { [key: string]: unknown };

let service: Emulator;
let run: Run;
beforeEach(async () => {
  jest.spyOn(console, "log").mockReturnValue();
  service = await startEmulator({ groups: [{ ...PROJECT, name: "web" }] });
  run = new Run(new DeclaredObjects());
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

function configured(provider: ResourceProvider): Required<ResourceProvider> {
  const settings: Properties = { baseUrl: service.url, apiKey: service.apiKey, maxRetries: "0" };
  const get = (key: string) => settings[key.replace("containergroups:", "")] as string;
  void provider.configure?.({ config: { get, require: get } } as ConfigureRequest);
  return provider as Required<ResourceProvider>;
}

async function create(provider: Required<ResourceProvider>, args: Properties) {
  const { inputs } = await provider.check({}, { ...PROJECT, ...args });
  return provider.create(inputs as Properties);
}

const DECLARED = { replicas: 2, onDestroy: { replicas: 0 } };

test.each<[sentence: string, successor: (run: Run) => ResourceProvider, args: Properties]>([
  ["another resource", containerGroup, { name: "web", replicas: 5 }],
  ["a fleet", containerGroupFleet, { groups: { web: { replicas: 5 } } }],
])("a group stays in its resource where the service refuses it to %s", async (_, successor, args) => {
  const earlier = configured(containerGroup());
  const { id, outs } = await create(earlier, { name: "web", ...DECLARED });
  service.fault({ kind: "status", status: 422, times: 1 });
  await expect(create(configured(successor(run)), args)).rejects.toThrow("422");
  service.clearRequests();
  await expect(configured(containerGroup(run)).delete(id, outs as Properties)).rejects.toThrow(KEPT);
  expect(service.requests).toHaveLength(0);
});

test("a group stays in its fleet where a resource that declares it could not be created before", async () => {
  const args = { groups: { web: DECLARED } };
  const { id, outs } = await create(configured(containerGroupFleet()), args);
  service.fault({ kind: "status", status: 422, times: 1 });
  await expect(create(configured(containerGroup(run)), { name: "web", replicas: 5 })).rejects.toThrow("422");
  service.clearRequests();
  const fleet = configured(containerGroupFleet(run));
  const { inputs } = await fleet.check(outs as Properties, { ...PROJECT, groups: {} });
  await expect(fleet.update(id, outs as Properties, inputs as Properties)).rejects.toThrow(KEPT);
  expect(service.requests).toHaveLength(0);
});
