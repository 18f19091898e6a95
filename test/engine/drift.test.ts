import { deployed, expectSettled, expectSuccess, PLACE, sent, type Deployed } from "../support/deployed";

jest.setTimeout(300_000);

let all: Deployed;

beforeAll(async () => {
  all = await deployed({}, { "containergroups:refresh": "patch", "containergroups:showPatches": "true" });
});

afterAll(() => all.close());

const PROGRAM = `new cg.ContainerGroup("web", { replicas: 3, countryCodes: ["de"], container: { image: "i:1", command: ["a"] } });`;

describe("drift of declared members", () => {
  it("is found by a refresh that sends the empty patch, and the next preview names it with both values", async () => {
    all.stack.program(PROGRAM);
    expectSuccess(await all.stack.up());
    const stored = all.service.stored(PLACE.organizationName, PLACE.projectName, "web") as { container: object };
    all.service.putGroup({
      ...stored,
      ...PLACE,
      name: "web",
      replicas: 7,
      country_codes: ["fr"],
      display_name: "Theirs",
      container: { ...stored.container, command: ["b"] },
    });
    all.service.clearRequests();
    expectSuccess(await all.stack.refresh());
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: {} }]);

    const preview = await all.stack.preview();
    expectSuccess(preview);
    expect(preview.output).toMatch(/~ replicas\s*: 7 => 3/);
    expect(preview.output).toMatch(/"fr" => "de"/);
    expect(preview.output).toMatch(/"b" => "a"/);
    expect(preview.output).not.toContain("Theirs");
  });

  it("is mended by the next up with exactly that, as the preview showed it byte for byte", async () => {
    const preview = await all.stack.preview();
    all.service.clearRequests();
    expectSuccess(await all.stack.up());
    const [request] = all.service.requests;
    expect(request?.body).toEqual({ replicas: 3, country_codes: ["de"], container: { command: ["a"] } });
    expect(preview.output).toContain(`PATCH ${request?.path} ${request?.rawBody}`);
    await expectSettled(all);
  });

  it("is no matter where there is none: the refresh leaves everything as it was", async () => {
    expectSuccess(await all.stack.refresh());
    await expectSettled(all);
  });
});
