import { deployed, expectSettled, expectSuccess, PLACE, sent, type Deployed } from "../support/deployed";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: ["web", "worker"].map((name) => ({ ...PLACE, name })) });
});

afterAll(() => all.close());

const defaults = (replicas: number) => `{ replicas: ${replicas}, displayName: "canary-defaults" }`;
const entry = `{ container: { environmentVariables: { TOKEN: "canary-entry" } } }`;
const later = (text: string) => `new cg.QueueJob("job", { queueName: "renders", input: 1 }).id.apply(() => (${text}))`;

/** Each row: how a program marks parts of one and the same fleet. */
describe.each([
  [
    "groups as a whole",
    (n: number) => `{ defaults: ${defaults(n)}, groups: pulumi.secret({ web: ${entry}, worker: {} }) }`,
  ],
  [
    "defaults as a whole",
    (n: number) => `{ defaults: pulumi.secret(${defaults(n)}), groups: { web: ${entry}, worker: {} } }`,
  ],
  [
    "an entry as a whole",
    (n: number) => `{ defaults: ${defaults(n)}, groups: { web: pulumi.secret(${entry}), worker: {} } }`,
  ],
  [
    "groups and defaults that are known later",
    (n: number) =>
      `{ defaults: pulumi.secret(${later(defaults(n))}), groups: pulumi.secret(pulumi.output({ web: ${entry}, worker: {} })) }`,
  ],
])("a fleet that has %s secret", (_, args) => {
  const program = (n: number) => `exports.observed = new cg.ContainerGroupFleet("edge", ${args(n)}).observed;`;

  it("is created, updated and destroyed, with no request twice and no canary outside of its secret", async () => {
    all.service.clearRequests();
    all.stack.program(program(1));
    expectSuccess(await all.stack.up());
    const patches = () => sent(all.service).filter(({ method }) => method === "PATCH");
    expect(patches()).toHaveLength(2);
    expect(all.service.stored("acme", "vision", "web")).toMatchObject({ replicas: 1, display_name: "canary-defaults" });
    await expectSettled(all);
    all.service.clearRequests();
    all.stack.program(program(2));
    const preview = await all.stack.preview();
    expectSuccess(preview);
    expectSuccess(await all.stack.up());
    expect(patches()).toEqual([
      { method: "PATCH", body: { replicas: 2 } },
      { method: "PATCH", body: { replicas: 2 } },
    ]);
    const secret = _.includes("groups") || _.includes("entry") ? "canary-entry" : "canary-defaults";
    for (const text of [preview.output, all.stack.export()]) {
      expect(text).not.toContain(secret);
    }
    await expectSettled(all);
    expectSuccess(await all.stack.destroy());
  });
});
