import { SIGNATURE_KEY, UNKNOWN_MARKERS } from "../../common/pulumiMarkers";
import { deployed, expectSettled, expectSuccess, sent, type Deployed } from "../support/deployed";
import { respondsWith } from "../support/service";

let all: Deployed;

beforeEach(async () => {
  all = await deployed();
});

afterEach(() => all.close());

describe("a response with strings that Pulumi reserves", () => {
  it("is kept without them, with a warning, and nothing is sent twice", async () => {
    const [marker = ""] = UNKNOWN_MARKERS;
    const output = {
      [SIGNATURE_KEY]: "1b47061264138c4ac30d75fd1eb44270",
      value: 1,
      all: [...UNKNOWN_MARKERS, "\ud800"],
    };
    const shown = { display_name: marker, networking: { dns: "half \ud83d of a pair" } };
    all.service.fault({ ...respondsWith({ output }), match: { method: "POST" } });
    all.service.fault({ ...respondsWith(shown), match: { path: "/containers/web" } });
    all.stack.program(`
      exports.web = new cg.ContainerGroup("web", { replicas: 2 }).observed;
      exports.job = new cg.QueueJob("job", { queueName: "renders", input: 1 }).observed;`);
    const run = await all.stack.up();
    expectSuccess(run);
    expect(run.output).toContain("container group acme/vision/web: the response holds text that Pulumi cannot carry");
    expect(run.output).toContain("job in queue acme/vision/renders: the response holds text that Pulumi cannot carry");
    expect(sent(all.service)).toHaveLength(2);
    expect(all.stack.outputs("web")["observed"]).toMatchObject({ networking: { dns: "half \ufffd of a pair" } });
    expect(all.stack.outputs("job")["observed"]).toMatchObject({
      output: { value: 1, all: [...Array.from(UNKNOWN_MARKERS, () => null), "\ufffd"] },
    });
    await expectSettled(all);
  });
});
