import { deployed, expectSuccess, PROJECT, sent, type Deployed } from "../support/deployed";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

const DECLARED = `{ replicas: 2, onDestroy: { replicas: 0 } }`;
const ON_DESTROY = [
  { method: "PATCH", body: { replicas: 0 } },
  { method: "PATCH", body: { replicas: 0 } },
];

beforeEach(async () => {
  all.stack.program(
    `new cg.ContainerGroup("web", ${DECLARED}); new cg.ContainerGroupFleet("fleet", { groups: { worker: ${DECLARED} } });`,
  );
  expectSuccess(await all.stack.up());
  all.service.clearRequests();
});

describe("the onDestroy patch of a group and of a fleet", () => {
  it.each([[[]], [["--refresh"]]])("is sent by an up of a program without them, with the flags %j", async (flags) => {
    all.stack.program("");
    expectSuccess(await all.stack.up(flags));
    expect(sent(all.service)).toEqual(ON_DESTROY);
  });

  it.each([[[]], [["--refresh"]], [["--run-program"]], [["--run-program", "--refresh"]]])(
    "is sent by a destroy with the flags %j",
    async (flags) => {
      expectSuccess(await all.stack.destroy(flags));
      expect(sent(all.service)).toEqual(ON_DESTROY);
    },
  );
});
