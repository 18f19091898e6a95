import { Config } from "@pulumi/pulumi/cmd/dynamic-provider/config";
import { containerGroup, containerGroupFleet } from "../../../provider";
import { UNKNOWN } from "../../../common/unknown";
import { configurationOf, PROJECT } from "../../support/configuration";

const variables = ["CONTAINERGROUPS_ORGANIZATION_NAME", "CONTAINERGROUPS_PROJECT_NAME"];
beforeEach(() => variables.forEach((name) => delete process.env[name]));

/** What a request needs: without it each check would warn. */
const SERVICE = { baseUrl: "https://api.example.com", apiKey: "key" };

async function check(args: { [key: string]: unknown }, config: Record<string, string>) {
  const provider = containerGroup();
  await provider.configure?.({ config: new Config(configurationOf({ ...SERVICE, ...config }), "test") });
  const { inputs, failures = [] } = (await provider.check?.({}, args)) ?? {};
  return { args: inputs as { [key: string]: unknown }, failures };
}
const reasons = async (...given: Parameters<typeof check>) =>
  (await check(...given)).failures.map(({ reason }) => reason);

test("what is not given comes from the configuration, and what is given wins", async () => {
  // prettier-ignore
  expect((await check({ name: "web", projectName: "other" }, PROJECT)).args).toEqual({ name: "web", organizationName: "acme", projectName: "other" });
});

test("a profile's own names come first, and stay open while the profile is not known", async () => {
  const config = { ...PROJECT, profiles: JSON.stringify({ eu: { organizationName: "acme-eu" } }) };
  expect((await check({ name: "web", profile: "eu" }, config)).args).toMatchObject({ organizationName: "acme-eu" });
  const open = await check({ name: "web", profile: UNKNOWN }, config);
  expect([open.args["organizationName"], open.args["projectName"], open.failures]).toEqual([UNKNOWN, UNKNOWN, []]);
});

test("what is nowhere is told with each place where it may be given", async () => {
  expect(await reasons({ name: "web" }, { organizationName: "acme" })).toEqual([
    "projectName: is required: give it here, or for the whole stack with `pulumi config set containergroups:projectName " +
      "NAME` or the environment variable CONTAINERGROUPS_PROJECT_NAME",
  ]);
});

test("a setting that cannot be used is told once, as what it is", async () => {
  expect(await reasons({ name: "web" }, { ...PROJECT, projectName: "No Name" })).toEqual([
    expect.stringMatching(/^containergroups:projectName: must be .* but is "No Name"$/),
  ]);
  const profiles = JSON.stringify({ eu: { projectName: "No Name" } });
  expect(await reasons({ name: "web", profile: "eu" }, { ...PROJECT, profiles })).toEqual([
    expect.stringMatching(/^containergroups:profiles\.eu\.projectName: must be/),
  ]);
});

test("failures of the arguments and of the configuration are told together", async () => {
  expect(await reasons({ name: "web", replicas: 501 }, { refresh: "often" })).toEqual([
    expect.stringMatching(/^organizationName: is required/),
    expect.stringMatching(/^projectName: is required/),
    expect.stringMatching(/^replicas: must be an integer.*, got 501$/),
    expect.stringMatching(/^containergroups:refresh: must be/),
  ]);
});

test("the CLI prints the reason alone: the property is empty", async () => {
  expect((await check({ name: "W" }, PROJECT)).failures).toEqual([
    { property: "", reason: expect.stringMatching(/^name: must be/) },
  ]);
});

test("an update that makes no request keeps the hash of the last base URL, where no base URL is set", async () => {
  const state = (replicas: number) => ({ onDestroy: { replicas }, __service: "0123abcd" });
  const [group, fleet] = [containerGroup(), containerGroupFleet()];
  const ofGroup = (replicas: number) => ({ ...PROJECT, name: "web", ...state(replicas) });
  const ofFleet = (replicas: number) => ({ ...PROJECT, groups: { web: {} }, defaults: state(replicas) });
  expect(await group.update?.("id", ofGroup(0), ofGroup(1))).toMatchObject({ outs: { __service: "0123abcd" } });
  const before = { ...ofFleet(0), __service: "0123abcd" };
  expect(await fleet.update?.("id", before, ofFleet(1))).toMatchObject({ outs: { __service: "0123abcd" } });
});
