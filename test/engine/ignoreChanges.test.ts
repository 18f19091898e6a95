import { deployed, expectSettled, expectSuccess, PROJECT, sent, type Deployed } from "../support/deployed";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({}, { "containergroups:refresh": "patch" });
});

afterAll(() => all.close());

const program = (replicas: number, options: string) =>
  `new cg.ContainerGroup("web", { replicas: ${replicas}, container: { environmentVariables: { MODE: "ours", KEEP: "1" } } }, ${options});`;
const IGNORE = `{ ignoreChanges: ["container.environmentVariables.MODE"] }`;
const mode = () =>
  (
    all.service.stored("acme", "vision", "web") as {
      container: { environment_variables: { MODE: string } };
    }
  ).container.environment_variables.MODE;

/** Somebody else sets the variable. */
function setMode(value: string): void {
  const stored = all.service.stored("acme", "vision", "web") as { container: { environment_variables: object } };
  const environment_variables = { ...stored.container.environment_variables, MODE: value };
  all.service.putGroup({
    ...stored,
    ...PROJECT,
    name: "web",
    container: { ...stored.container, environment_variables },
  });
}

it("a drifted environment value under ignoreChanges stays as others have set it, through refreshes and updates", async () => {
  all.stack.program(program(1, IGNORE));
  expectSuccess(await all.stack.up());
  setMode("theirs");
  expectSuccess(await all.stack.refresh());
  all.service.clearRequests();
  expectSuccess(await all.stack.up());
  expect(sent(all.service)).toEqual([]);
  all.stack.program(program(2, IGNORE));
  expectSuccess(await all.stack.up());
  expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 2 } }]);
  expect(mode()).toBe("theirs");
  all.service.clearRequests();
  expectSuccess(await all.stack.up(["--refresh"]));
  expect(sent(all.service)).toEqual([{ method: "PATCH", body: {} }]);
  expectSuccess(await all.stack.refresh());
  setMode("ours");
  expectSuccess(await all.stack.refresh());
  all.service.clearRequests();
  expectSuccess(await all.stack.up());
  setMode("theirs");
  expectSuccess(await all.stack.up());
  expect(sent(all.service)).toEqual([]);
});

it("a value that is no longer ignored is drift at the next refresh, and the program's is sent", async () => {
  setMode("theirs");
  expectSuccess(await all.stack.refresh());
  all.service.clearRequests();
  all.stack.program(program(2, "{}"));
  expectSuccess(await all.stack.up());
  expect(sent(all.service)).toEqual([]);
  expectSuccess(await all.stack.refresh());
  expectSuccess(await all.stack.up());
  expect(mode()).toBe("ours");
  await expectSettled(all);
});
