import { connect, createServer, type Socket } from "node:net";
import { Engine, failure, PROJECT } from "../support/protocol";
import { listen, type Listening } from "../support/proxy";
import { startService } from "../support/service";

/** What happens to a connection that has carried one request, when the next one is written to it. */
type Ending = "closed before it is read" | "reset after it was handed on";

let engine: Engine;
let relay: Listening;
let ending: Ending | undefined;
const connections: Socket[] = [];

beforeEach(async () => {
  connections.length = 0;
  ending = undefined;
  const service = await startService();
  const server = createServer((near) => {
    connections.push(near);
    const far = connect(Number(new URL(service.url).port), "127.0.0.1");
    let hasResponded = false;
    let isUsedAgain = false;
    near.on("close", () => far.destroy());
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
  relay = await listen(server);
  const baseUrl = `http://127.0.0.1:${relay.port}`;
  engine = await Engine.start({ baseUrl, maxConnections: "1", maxRetries: "3" }, {}, service);
});

afterEach(async () => {
  await relay.close();
  await engine.stop();
});

const adopt = (replicas: number) => engine.create("containerGroup", { name: "web", replicas });
const post = () => engine.create("queueJob", { queueName: "renders", input: 1 });
const jobs = () => engine.service.jobs(PROJECT.organizationName, PROJECT.projectName, "renders");

describe.each<[Ending, arrived: number]>([
  ["closed before it is read", 0],
  ["reset after it was handed on", 1],
])("a connection that is used for a second request, and is %s,", (how, arrived) => {
  it("loses a job, which is not posted again, and the error says that it may exist", async () => {
    await adopt(1);
    ending = how;
    const { message, kept } = await failure(post());
    expect(message).toMatch(/^create job in queue acme\/vision\/renders: the connection failed .*The job may exist/);
    expect(kept).toBeUndefined();
    expect(connections).toHaveLength(1);
    expect(jobs()).toHaveLength(arrived);
    // The next one has a connection of its own.
    await post();
    expect(connections).toHaveLength(2);
    expect(jobs()).toHaveLength(arrived + 1);
  });

  it("loses a patch, which is sent again on another one", async () => {
    await adopt(1);
    ending = how;
    expect((await adopt(2)).outs).toMatchObject({ observed: { replicas: 2 } });
    expect(connections).toHaveLength(2);
  });
});
