import { expectAbsent } from "../support/canaries";
import { deployed, expectSuccess, PROJECT, type Deployed } from "../support/deployed";
import { testLife } from "../support/steps";

const NAMES = ["web", "worker", "render"];

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: NAMES.map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

/** A program with one fleet. */
const program = (args: string, options = "{}") =>
  `exports.observed = new cg.ContainerGroupFleet("edge", ${args}, ${options}).observed;`;

const declaration = (image: string, groups: string) =>
  `{ defaults: { replicas: 2, container: { image: "${image}", environmentVariables: { A: "1" } }, onDestroy: { replicas: 0 } }, groups: ${groups} }`;

const RENDER = `render: { container: { environmentVariables: { A: "2" } } }`;
const groups = (worker: string) => `{ web: {}, worker: { ${worker} }, ${RENDER} }`;
const SECRETS = `replicas: 6, container: { registryAuthentication: { basic: { username: "u", password: "canary-one" } } }, displayName: pulumi.secret("canary two")`;

describe("in the life of a fleet,", () => {
  // prettier-ignore
  testLife(() => all, [
    ["a preview of the first declaration shows it and sends nothing",
      { program: program(declaration("i:1", groups("replicas: 5"))), command: "preview", prints: /worker\s*: \{\s*replicas\s*: 5/ }],
    ["the first up sends each group its declaration",
      {
        sendsAtOnce: [
          `web {"container":{"environment_variables":{"A":"1"},"image":"i:1"},"replicas":2}`,
          `worker {"container":{"environment_variables":{"A":"1"},"image":"i:1"},"replicas":5}`,
          `render {"container":{"environment_variables":{"A":"2"},"image":"i:1"},"replicas":2}`,
        ],
        outputs: { edge: { observed: { worker: { replicas: 5, version: 2 } } } },
        settles: true,
      }],
    ["a preview names the group and the field that change, and no other",
      {
        program: program(declaration("i:1", groups("replicas: 6"))),
        command: "preview",
        prints: /~ worker: \{\s*~ replicas: 5 => 6\s*\}/,
        after: ({ output }) => {
          expect(output.match(/(?<=^ *~ )[a-z]+(?= *:)/gim)).toEqual(["groups", "worker", "replicas"]);
          expect(output).toContain("changes 1 of 3 groups: worker (replicas)");
        },
      },
      { sends: [`worker {"replicas":6}`], settles: true }],
    ["a failure of one group keeps the others, prints no stack trace and no secret, and the next up sends what is missing",
      {
        program: program(declaration("i:2", groups(SECRETS))),
        sendsAtOnce: [
          `web {"container":{"image":"i:2"}}`,
          `worker {"container":{"image":"i:2","registry_authentication":{"basic":{"password":"canary-one","username":"u"}}},"display_name":"canary two"}`,
          `render {"container":{"image":"i:2"}}`,
        ],
      },
      {
        program: program(declaration("i:3", groups(SECRETS))),
        before: () =>
          all.service.fault({ kind: "status", status: 422, body: { title: "No capacity" }, match: { path: "/containers/worker" } }),
        sendsAtOnce: NAMES.map((name) => `${name} {"container":{"image":"i:3"}}`),
        fails: true,
        prints: /update container group acme\/vision\/worker: 422 Unprocessable.*: No capacity/,
        after: ({ output }) => {
          expect(output).toContain("2 of 3 groups done; the next `pulumi up` sends what is missing.");
          expect(all.stack.outputs("edge")).toHaveProperty("__prior");
          for (const canary of ["canary-one", "canary two"]) {
            expectAbsent(output + all.stack.stored(), canary);
          }
        },
      },
      { sends: [`worker {"container":{"image":"i:3"}}`], after: () => expect(all.stack.outputs("edge")).not.toHaveProperty("__prior"), settles: true }],
    ["a removed group is sent its onDestroy patch, and an added one is adopted",
      {
        before: () => all.service.putGroup({ ...PROJECT, name: "added" }),
        program: program(declaration("i:3", `{ web: {}, ${RENDER}, added: {} }`)),
        sendsAtOnce: [`worker {"replicas":0}`, `added {"container":{"environment_variables":{"A":"1"},"image":"i:3"},"replicas":2}`],
        settles: true,
      }],
    ["ignoreChanges by path leaves one group alone",
      { program: program(declaration("i:3", `{ web: { replicas: 9 }, render: {}, added: {} }`), `{ ignoreChanges: ["groups.web"] }`), sends: [`render {"container":{"environment_variables":{"A":"1"}}}`], settles: true }],
    ["a destroy sends the onDestroy patch of each group",
      { command: "destroy", sendsAtOnce: [`web {"replicas":0}`, `render {"replicas":0}`, `added {"replicas":0}`] }],
  ]);
});

/** What the program's process and the provider's may each use for objects, in MB: beyond it a process ends. */
const HEAP = 768;

describe("a fleet of ten thousand groups", () => {
  it(`is adopted, changed in one group, and previewed without a request, in ${HEAP} MB a process`, async () => {
    const COUNT = 10_000;
    const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP}` };
    const name = (index: number) => `group-${index}`;
    for (let index = 0; index < COUNT; index++) {
      all.service.putGroup({ ...PROJECT, name: name(index) });
    }
    const fleet = (replicas: number) => `
      const groups = {};
      for (let i = 0; i < ${COUNT}; i++) groups["group-" + i] = { replicas: i === 4711 ? ${replicas} : i % 7, container: { image: "i:" + i } };
      exports.count = new cg.ContainerGroupFleet("all", { defaults: { displayName: "All" }, groups }).observed.apply((o) => Object.keys(o).length);`;
    all.stack.program(fleet(1));
    all.service.clearRequests();
    expectSuccess(await all.stack.up([], env));
    expect(all.service.requestCount).toBe(COUNT);
    expect(all.service.stored("acme", "vision", name(9_999))).toMatchObject({
      replicas: 9_999 % 7,
      display_name: "All",
      container: { image: "i:9999" },
    });
    // What the state has of each group beside its arguments, which stand in the inputs and in the outputs.
    const { observed, groups } = all.stack.outputs("all") as { observed: object; groups: object };
    expect(Object.keys(groups)).toHaveLength(COUNT);
    expect(JSON.stringify(observed).length / COUNT).toBeLessThan(130);
    const stateBytes = JSON.stringify(JSON.parse(all.stack.export())).length;
    const known = 2 * JSON.stringify(groups).length + JSON.stringify(observed).length;
    expect(stateBytes - known).toBeLessThan(10_000);

    all.stack.program(fleet(8));
    all.service.clearRequests();
    expectSuccess(await all.stack.up([], env));
    expect(all.service.requests.map(({ path, body }) => [path.split("/").at(-1), body])).toEqual([
      [name(4711), { replicas: 8 }],
    ]);
    all.service.clearRequests();
    expectSuccess(await all.stack.preview([], env));
    expect(all.service.requestCount).toBe(0);
  });
});
