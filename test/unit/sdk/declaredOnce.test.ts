import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";
import { ContainerGroup, ContainerGroupFleet, Queue } from "../../../sdk";
import { RESOURCE_KINDS, type ResourceKind } from "../../../sdk/internal/resourceKinds";
import { resourceProps } from "../../../sdk/internal/resourceProps";
import { PROJECT } from "../../support/configuration";
import { until } from "../../support/until";
import { inProject, sent, sentProps, setSettings, startRun, startUnmockedRun, unknownOutput } from "./support";

const { containerGroup, containerGroupFleet, queue } = RESOURCE_KINDS;

inProject({ profiles: JSON.stringify({ eu: { organizationName: "acme-eu" }, us: {} }) });

const declare = (kind: ResourceKind, name: string, args: object) => resourceProps(kind, name, args, {});
const refusal = (owner: string, first: string, object = "acme/vision/web") =>
  new pulumi.RunError(
    `${owner} declares ${object}, which ${first} declares already: declare a group in one resource only`,
  );

describe("two resources that declare one object are refused", () => {
  // prettier-ignore
  const addresses: [string, object, object, string][] = [
    ["by name", {}, {}, "acme/vision/web"],
    ["by the whole address, given or from the settings", { organizationName: "acme" }, { projectName: "vision" }, "acme/vision/web"],
    ["by the settings of one profile", { profile: "eu" }, { profile: "eu", organizationName: "acme-eu" }, "acme-eu/vision/web"],
    ["by a profile that leaves the default", { profile: "us" }, { profile: "us" }, "acme/vision/web"],
  ];

  test.each(addresses)("two groups, %s", (_, first, second, object) => {
    declare(containerGroup, "a", { ...first, name: "web" });
    expect(() => declare(containerGroup, "b", { ...second, name: "web" })).toThrow(
      refusal('ContainerGroup "b"', 'ContainerGroup "a"', object),
    );
  });

  test("two fleets", () => {
    declare(containerGroupFleet, "a", { groups: { web: {}, "only-a": {} } });
    expect(() => declare(containerGroupFleet, "b", { groups: { "only-b": {}, web: {} } })).toThrow(
      refusal('ContainerGroupFleet "b"', 'ContainerGroupFleet "a"'),
    );
  });

  test("a fleet after a group, and a group after a fleet", () => {
    declare(containerGroup, "first", { name: "web" });
    expect(() => declare(containerGroupFleet, "edge", { groups: { api: {}, web: {} } })).toThrow(
      refusal('ContainerGroupFleet "edge"', 'ContainerGroup "first"'),
    );
    declare(containerGroupFleet, "edge", { groups: { other: {} } });
    expect(() => declare(containerGroup, "other", {})).toThrow("acme/vision/other");
  });

  test("two queues, where one is named by default", () => {
    new Queue("a", { name: "web" });
    expect(() => new Queue("web")).toThrow(
      'Queue "web" declares acme/vision/web, which Queue "a" declares already: declare a queue in one resource only',
    );
  });

  test("with the settings from the environment", () => {
    setSettings({});
    process.env["CONTAINERGROUPS_ORGANIZATION_NAME"] = "env-org";
    process.env["CONTAINERGROUPS_PROJECT_NAME"] = "env-project";
    try {
      declare(containerGroup, "a", { name: "web" });
      const again = { name: "web", organizationName: "env-org", projectName: "env-project" };
      expect(() => declare(containerGroup, "b", again)).toThrow("env-org/env-project/web");
    } finally {
      delete process.env["CONTAINERGROUPS_ORGANIZATION_NAME"];
      delete process.env["CONTAINERGROUPS_PROJECT_NAME"];
    }
  });

  test("with one name in the program, as two components may give them", () => {
    startUnmockedRun();
    declare(containerGroup, "web", {});
    expect(() => declare(containerGroup, "web", {})).toThrow(refusal('ContainerGroup "web"', 'ContainerGroup "web"'));
  });

  test("where a value in a fleet's entry is an output, or the entry is unknown: its name is plain", () => {
    startRun({ preview: true });
    declare(containerGroupFleet, "a", { groups: { web: { replicas: pulumi.output(1) } } });
    expect(() => declare(containerGroupFleet, "b", { groups: { web: unknownOutput() } })).toThrow("declares already");
  });
});

describe("what is no double declaration passes:", () => {
  // prettier-ignore
  const others: [string, ResourceKind, object][] = [
    ["another name", containerGroup, { name: "other" }],
    ["another project", containerGroup, { name: "web", projectName: "audio" }],
    ["another organization", containerGroup, { name: "web", organizationName: "umbrella" }],
    ["another profile, whose settings are the same", containerGroup, { name: "web", profile: "us" }],
    ["a queue of the same name", queue, { name: "web" }],
    ["another group of a fleet", containerGroupFleet, { groups: { api: {} } }],
    ["a group of a fleet whose entry is undefined", containerGroupFleet, { groups: { web: undefined } }],
    ["groups that are null", containerGroupFleet, { groups: null }],
    ["groups that are an array", containerGroupFleet, { groups: ["web"] }],
    ["groups that are absent", containerGroupFleet, {}],
  ];
  test.each(others)("%s", (_, kind, args) => {
    ["web", "0"].forEach((name) => declare(containerGroup, name, {}));
    expect(() => declare(kind, "b", args)).not.toThrow();
  });

  test("an address without an organization, which the provider refuses anyway", () => {
    setSettings({ projectName: "vision" });
    declare(containerGroup, "a", { name: "web" });
    expect(() => declare(containerGroup, "b", { name: "web" })).not.toThrow();
  });

  test("the same resource in another unit test, and the next run of a program in the same process", () => {
    declare(containerGroup, "a", { name: "web" });
    expect(() => declare(containerGroup, "a", { name: "web" })).not.toThrow();
    startRun();
    expect(() => declare(containerGroup, "b", { name: "web" })).not.toThrow();
  });

  test.each<[string, (value: unknown) => unknown]>([
    ["an output", (value) => pulumi.output(value)],
    ["a secret", (value) => pulumi.secret(value)],
    ["a promise", (value) => Promise.resolve(value)],
    ["unknown", () => unknownOutput()],
  ])("an address with a part that is %s, which is sent as it is", async (_, wrap) => {
    startRun({ preview: true });
    declare(containerGroup, "a", { name: "web" });
    for (const part of ["name", "organizationName", "projectName", "profile"]) {
      const props = await sentProps(containerGroup, { name: "web", [part]: wrap("web") }, { name: `with ${part}` });
      expect(props[part]).toEqual(await sent(wrap("web")));
    }
    const entries = { web: { replicas: 1 } };
    const props = await sentProps(containerGroupFleet, { groups: wrap(entries) }, { name: "edge" });
    expect(props["groups"]).toEqual(await sent(wrap(entries)));
  });
});

test("programs that run side by side, as the Automation API runs them, do not see each other", async () => {
  const { withLocalStorage } = state as unknown as { withLocalStorage<T>(run: () => Promise<T>): Promise<T> };
  const run = () =>
    withLocalStorage(async () => {
      startRun();
      setSettings(PROJECT);
      const first = declare(containerGroup, "a", { name: "web" });
      await new Promise((resolve) => setImmediate(resolve));
      expect(() => declare(containerGroup, "b", { name: "web" })).toThrow("declares already");
      return sent(first["name"]);
    });
  expect(await Promise.all([run(), run(), run()])).toEqual(["web", "web", "web"]);
});

test("a fleet tells the provider which groups other resources of the run declare, those made later too", async () => {
  new ContainerGroup("of another run", { name: "old" });
  const registrations = startRun();
  new ContainerGroup("before", { name: "web" });
  new ContainerGroupFleet("edge", { groups: { "edge-de": {} } });
  new ContainerGroup("after", { name: "api" });
  new ContainerGroup("eu", { profile: "eu", name: "web" });
  new ContainerGroupFleet("other", { projectName: "render", groups: { "edge-de": {}, "edge-fr": {} } });
  new Queue("frames");
  const edge = () => registrations.find(({ name }) => name === "edge");
  await until(() => edge() !== undefined, "edge is not registered");
  expect(edge()?.inputs["__declaredElsewhere"]).toEqual([
    { ...PROJECT, groups: ["web", "api"] },
    { profile: "eu", organizationName: "acme-eu", projectName: "vision", groups: ["web"] },
    { organizationName: "acme", projectName: "render", groups: ["edge-de", "edge-fr"] },
  ]);
});
