import { FleetService } from "../../../bench/lib/fleetService";
import { PLACE } from "../../../bench/programs/declaredGroups";

const names = ["group-00000", "group-00001"];

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

describe("the service of the fleet benchmark", () => {
  let service: FleetService;
  beforeEach(async () => void (service = await FleetService.start(names)));
  afterEach(() => service.close());

  async function patch(name: string, body: unknown): Promise<void> {
    const path = `/organizations/${PLACE.organizationName}/projects/${PLACE.projectName}/containers/${name}`;
    const headers = { "content-type": "application/merge-patch+json", "service-api-key": service.apiKey };
    const { status } = await fetch(service.url + path, { method: "PATCH", headers, body: JSON.stringify(body) });
    expect(status).toBe(200);
  }

  it("takes groups that hold what was declared, and counts the requests of each step", async () => {
    for (const name of names) await patch(name, declared(name, 1));
    expect(service.takeRequests()).toBe(2);
    expect(() => service.expect({ names, revision: 1, revised: 2 })).not.toThrow();
    await patch("group-00000", declared("group-00000", 2));
    expect(service.takeRequests()).toBe(1);
    expect(() => service.expect({ names, revision: 2, revised: 1 })).not.toThrow();
  });

  it("names the group that was left in the revision before", async () => {
    for (const name of names) await patch(name, declared(name, 1));
    expect(() => service.expect({ names, revision: 2, revised: 1 })).toThrow(/group-00000 is not in revision 2/);
  });

  it("names the group that nobody has touched", async () => {
    await patch("group-00000", declared("group-00000", 1));
    expect(() => service.expect({ names, revision: 1, revised: 2 })).toThrow(/group-00001 is not in revision 1/);
  });

  it("sees one member that differs", async () => {
    for (const name of names) await patch(name, declared(name, 1));
    await patch("group-00001", { container: { environment_variables: { MODEL: "stable-4-small" } } });
    expect(() => service.expect({ names, revision: 1, revised: 2 })).toThrow(/group-00001 is not in revision 1/);
  });
});
