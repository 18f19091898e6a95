import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { leastTime, startRateLimit } from "../../../bench/lib/rateLimit";
import { GroupService } from "../../../bench/lib/service";
import { PROJECT } from "../../../bench/programs/declared";

/** The declaration of a group in a revision, as a client sends it. */
const declared = (name: string, revision: number) => ({
  display_name: `Renderer ${name}`,
  replicas: revision,
  country_codes: ["de", "fr", "nl"],
  container: {
    image: `registry.example.com/renderer:1.4.${revision}`,
    environment_variables: { LOG_LEVEL: "info", MODEL: "stable-4-large", GROUP: name },
    resources: { cpu: 4, memory: 16384 },
  },
  readiness_probe: { http: { path: "/ready", port: 8080 }, period_seconds: 10, failure_threshold: 3 },
});

describe("the service of the benchmark", () => {
  const names = ["group-00000", "group-00001"];
  let service: GroupService;
  beforeEach(async () => void (service = await GroupService.start(names.length)));
  afterEach(() => service.close());

  async function patch(name: string, body: unknown): Promise<void> {
    const path = `/organizations/${PROJECT.organizationName}/projects/${PROJECT.projectName}/containers/${name}`;
    const headers = { "content-type": "application/merge-patch+json", "service-api-key": service.apiKey };
    const { status } = await fetch(service.url + path, { method: "PATCH", headers, body: JSON.stringify(body) });
    expect(status).toBe(200);
  }

  it("finds nothing wrong with groups that hold what was declared, and counts the requests of each step", async () => {
    for (const name of names) {
      await patch(name, declared(name, 1));
    }
    expect(service.takeRequests()).toBe(2);
    expect(service.wrong({ count: 2, revision: 1 })).toEqual([]);
    await patch("group-00000", declared("group-00000", 2));
    expect(service.takeRequests()).toBe(1);
    expect(service.wrong({ count: 2, revision: 2, revised: 1 })).toEqual([]);
  });

  it("names the groups that were left in the revision before, that nobody has touched, and of which one field differs", async () => {
    await patch("group-00000", declared("group-00000", 1));
    expect(service.wrong({ count: 2, revision: 1 })).toEqual(["group-00001"]);
    await patch("group-00001", declared("group-00001", 1));
    expect(service.wrong({ count: 2, revision: 2, revised: 1 })).toEqual(["group-00000"]);
    await patch("group-00001", { container: { environment_variables: { MODEL: "stable-4-small" } } });
    expect(service.wrong({ count: 2, revision: 1 })).toEqual(["group-00001"]);
  });
});

describe("a limit of the rate", () => {
  it("takes so many requests in a window, responds to the others with 429 and no Retry-After, and takes more in the next one", async () => {
    const behind = createServer((request, response) => {
      request.pipe(response.writeHead(201, { "x-method": request.method }));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => behind.once("listening", resolve));
    const target = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
    let time = 0;
    const front = await startRateLimit(target, { requests: 2, windowMs: 500 }, () => time);
    const send = () => fetch(`${front.url}/a?b=c`, { method: "PATCH", body: "{}" });
    const [first, second, third] = [await send(), await send(), await send()];
    expect([first.status, first.headers.get("x-method"), await first.text()]).toEqual([201, "PATCH", "{}"]);
    expect([second.status, third.status, third.headers.has("retry-after")]).toEqual([201, 429, false]);
    time = 499;
    expect((await send()).status).toBe(429);
    time = 500;
    expect((await send()).status).toBe(201);
    await front.close();
    behind.closeAllConnections();
    behind.close();
  });

  it.each([
    [240, 0],
    [241, 60_000],
    [500, 120_000],
  ])("of 240 a minute lets %d requests be made in %d ms", (count, expected) => {
    expect(leastTime(count, { requests: 240, windowMs: 60_000 })).toBe(expected);
  });
});
