import { expectAbsent } from "../support/canaries";
import { deployed, expectSettled, expectSuccess, PROJECT, sent, type Deployed } from "../support/deployed";
import { run, succeed } from "../support/scripts";
import { urnOf } from "../support/stack";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: ["web", "edge"].map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

/** A command of the CLI. `input` is what it asks for. */
async function pulumi(args: string[], input = ""): Promise<string> {
  const command = ['printf "%s\\n" "$INPUT" | pulumi "$@" --non-interactive', "sh", ...args];
  const options = { cwd: all.stack.folder, env: { ...all.stack.env, INPUT: input } };
  return (await succeed(`pulumi ${args[0]}`, run("sh", ["-c", ...command], options))).output;
}

const up = (stack: string) => pulumi(["up", "--stack", stack, "--yes", "--skip-preview"]);

const WEB = (replicas: number) =>
  `new cg.ContainerGroup("web", { replicas: ${replicas}, container: { environmentVariables: { TOKEN: pulumi.secret("canary-token") } }, onDestroy: { replicas: 0 } });`;
const JOB = `new cg.QueueJob("job", { queueName: "renders", input: 1, webhook: "https://hook.example.com/canary" });`;
const EDGE = (token: string) => `new cg.ContainerGroupFleet("edge", {
  defaults: { container: { environmentVariables: { TOKEN: pulumi.secret("${token}") } }, onDestroy: { replicas: 0 } },
  groups: { edge: {} },
});`;

// The steps build on each other: they are the life of one stack.
describe("a stack", () => {
  it("keeps its secrets under another secrets provider, with no change and no request", async () => {
    all.stack.program(WEB(2) + JOB + EDGE("canary-one"));
    expectSuccess(await all.stack.up());
    const before = all.stack.export();
    await pulumi(["stack", "change-secrets-provider", "passphrase", "--stack", "test"], "another passphrase");
    all.stack.env["PULUMI_CONFIG_PASSPHRASE"] = "another passphrase";
    await expectSettled(all);
    const after = all.stack.export();
    expectAbsent(all.stack.stored(), "canary");
    const ciphertexts = (state: string) => state.match(/"ciphertext": ".+"/g) ?? [];
    expect(ciphertexts(before).length).toBeGreaterThan(0);
    expect(ciphertexts(after).length).toBe(ciphertexts(before).length);
    expect(ciphertexts(after).filter((text) => before.includes(text))).toEqual([]);
  });

  it("shows no change under another name, and then sends what its program changes", async () => {
    await pulumi(["stack", "rename", "renamed", "--stack", "test"]);
    all.service.clearRequests();
    expect(await up("renamed")).toMatch(/Resources:\s+4 unchanged/);
    expect(sent(all.service)).toEqual([]);
    all.stack.program(WEB(3) + JOB + EDGE("canary-two"));
    await up("renamed");
    expect(sent(all.service)).toHaveLength(2);
    expect(sent(all.service)).toEqual(
      expect.arrayContaining([
        { method: "PATCH", body: { replicas: 3 } },
        { method: "PATCH", body: { container: { environment_variables: { TOKEN: "canary-two" } } } },
      ]),
    );
    await pulumi(["stack", "rename", "test", "--stack", "renamed"]);
  });

  it("moves resources to another stack without a request of either, and the other one manages them then", async () => {
    await pulumi(["stack", "init", "--stack", "other", "--copy-config-from", "test"]);
    const urns = [urnOf("ContainerGroup", "web"), urnOf("QueueJob", "job")];
    await pulumi(["state", "move", "--source", "test", "--dest", "other", "--yes", ...urns]);
    all.service.clearRequests();
    all.stack.program(EDGE("canary-two"));
    await expectSettled(all);
    all.stack.program(WEB(3) + JOB);
    expect(await up("other")).toMatch(/3 unchanged/);
    expect(sent(all.service)).toEqual([]);
    await pulumi(["destroy", "--stack", "other", "--yes", "--skip-preview"]);
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 0 } }]);
  });
});
