import { expectAbsent } from "../support/canaries";
import { deployed, expectSettled, expectSuccess, PROJECT, sent, type Deployed } from "../support/deployed";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

/** The texts of a row: other rows keep them in plain text. */
const canariesOf = (row: number) => ({ defaults: `canary-defaults-${row}`, entry: `canary-entry-${row}` });

const defaults = (row: number, replicas: number) =>
  `{ replicas: ${replicas}, displayName: "${canariesOf(row).defaults}" }`;
const entry = (row: number) => `{ container: { environmentVariables: { TOKEN: "${canariesOf(row).entry}" } } }`;
const later = (text: string) => `new cg.QueueJob("job", { queueName: "renders", input: 1 }).id.apply(() => (${text}))`;

type Row = [sentence: string, args: (row: number, replicas: number) => string, secret: ("defaults" | "entry")[]];

/** How a program marks parts of one and the same fleet, and what is secret then. */
const rows: Row[] = [
  [
    "groups as a whole",
    (row, n) => `{ defaults: ${defaults(row, n)}, groups: pulumi.secret({ web: ${entry(row)}, worker: {} }) }`,
    ["entry"],
  ],
  [
    "defaults as a whole",
    (row, n) => `{ defaults: pulumi.secret(${defaults(row, n)}), groups: { web: ${entry(row)}, worker: {} } }`,
    ["defaults"],
  ],
  [
    "an entry as a whole",
    (row, n) => `{ defaults: ${defaults(row, n)}, groups: { web: pulumi.secret(${entry(row)}), worker: {} } }`,
    ["entry"],
  ],
  [
    "groups and defaults that are known later",
    (row, n) =>
      `{ defaults: pulumi.secret(${later(defaults(row, n))}), groups: pulumi.secret(pulumi.output({ web: ${entry(row)}, worker: {} })) }`,
    ["defaults", "entry"],
  ],
];

describe.each(rows.map((row, index) => [...row, index] as const))(
  "a fleet that has %s secret",
  (_, args, secret, row) => {
    const program = (n: number) => `exports.observed = new cg.ContainerGroupFleet("edge", ${args(row, n)}).observed;`;

    it("is created, updated and destroyed, with no request twice and no canary outside of its secret", async () => {
      all.service.clearRequests();
      all.stack.program(program(1));
      expectSuccess(await all.stack.up());
      const patches = () => sent(all.service).filter(({ method }) => method === "PATCH");
      expect(patches()).toHaveLength(2);
      expect(all.service.stored("acme", "vision", "web")).toMatchObject({
        replicas: 1,
        display_name: canariesOf(row).defaults,
      });
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
      for (const part of secret) {
        expectAbsent(preview.output + all.stack.stored(), canariesOf(row)[part]);
      }
      await expectSettled(all);
      expectSuccess(await all.stack.destroy());
    });
  },
);
