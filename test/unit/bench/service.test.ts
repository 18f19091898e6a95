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
