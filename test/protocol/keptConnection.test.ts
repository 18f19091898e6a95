import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { startEmulator, type Emulator } from "../../emulator";
import { DynamicProvider } from "../support/dynamicProvider";
import type { HostError } from "../support/providerHost";
import { failure, PROJECT } from "../support/protocol";

/** What happens to a connection that has carried one request, when the next one is written to it. */
type Ending = "closed before it is read" | "reset after it was handed on";

let service: Emulator;
let relay: Server;
let host: DynamicProvider;
let ending: Ending | undefined;
const connections: Socket[] = [];

beforeEach(async () => {
  service = await startEmulator({ groups: [{ ...PROJECT, name: "web" }], queues: [{ ...PROJECT, name: "renders" }] });
  connections.length = 0;
  ending = undefined;
  relay = createServer((near) => {
    connections.push(near);
    const far = connect(Number(new URL(service.url).port), "127.0.0.1");
    let hasResponded = false;
    let isUsedAgain = false;
    near.on("error", () => undefined).on("close", () => far.destroy());
    far.on("error", () => undefined).on("close", () => near.destroy());
    far.on("data", (data) => {
      hasResponded = true;
      if (isUsedAgain && ending !== undefined) {
        near.resetAndDestroy();
      } else {
        near.write(data);
      }
    });
    near.on("data", (data) => {
      isUsedAgain ||= hasResponded;
      if (isUsedAgain && ending === "closed before it is read") {
        near.destroy();
      } else {
        far.write(data);
      }
    });
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  host = await DynamicProvider.start({
    "containergroups:baseUrl": `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    "containergroups:apiKey": service.apiKey,
    "containergroups:organizationName": PROJECT.organizationName,
    "containergroups:projectName": PROJECT.projectName,
    "containergroups:maxConnections": "1",
    "containergroups:maxRetries": "3",
  });
});

afterEach(async () => {
  await host.stop();
  connections.forEach((socket) => socket.destroy());
  relay.close();
  await service.close();
});

const adopt = (replicas: number) => host.create("containerGroup", { ...PROJECT, name: "web", replicas });
const post = () => host.create("queueJob", { ...PROJECT, queueName: "renders", input: 1 });
const jobs = () => service.jobs(PROJECT.organizationName, PROJECT.projectName, "renders");

describe("a connection that is used for a second request", () => {
  it.each<[Ending, arrived: number]>([
    ["closed before it is read", 0],
    ["reset after it was handed on", 1],
  ])("and is %s loses a job, which is not posted again, and the error says that it may exist", async (how, arrived) => {
    await adopt(1);
    ending = how;
    const { message, kept }: HostError = await failure(post());
    expect(message).toMatch(/^create job in queue acme\/vision\/renders: the connection failed .*The job may exist/);
    expect(kept).toBeUndefined();
    expect(connections).toHaveLength(1);
    expect(jobs()).toHaveLength(arrived);
    // The next one has a connection of its own.
    await post();
    expect(connections).toHaveLength(2);
    expect(jobs()).toHaveLength(arrived + 1);
  });

  it.each<[Ending]>([["closed before it is read"], ["reset after it was handed on"]])(
    "and is %s loses a patch, which is sent again on another one",
    async (how) => {
      await adopt(1);
      ending = how;
      expect((await adopt(2)).outs).toMatchObject({ observed: { replicas: 2 } });
      expect(connections).toHaveLength(2);
    },
  );

  it("is another one where the first was closed in the meantime, and a job is posted once", async () => {
    await adopt(1);
    const [first] = connections;
    first?.end();
    // The other side has seen it when it has closed its own end.
    await once(first as Socket, "close");
    await post();
    expect(connections).toHaveLength(2);
    expect(jobs()).toHaveLength(1);
  });
});
