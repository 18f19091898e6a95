import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";
import { ContainerGroup, Queue } from "../../../sdk";
import { containerGroupKind, queueKind } from "../../../sdk/internal/kinds";
import { resourceProps } from "../../../sdk/internal/resourceProps";
import { sent, sentProps, setSettings, startRun, unknownOutput } from "./support";

beforeEach(() => {
  startRun();
  setSettings({
    organizationName: "acme",
    projectName: "vision",
    profiles: JSON.stringify({ eu: { organizationName: "acme-eu" }, us: {} }),
  });
});

const taken = (name: string, object = "acme/vision/web") =>
  `ContainerGroup "${name}" declares ${object}, which ContainerGroup "a" declares already: ` +
  "declare a group in one resource only";

describe("two resources that declare one object are refused", () => {
  const rows: [string, object, object, string][] = [
    ["by name", { name: "web" }, { name: "web" }, "acme/vision/web"],
    [
      "by the whole address, given or from the settings",
      { name: "web", organizationName: "acme" },
      { name: "web", projectName: "vision" },
      "acme/vision/web",
    ],
    [
      "by the settings of one profile",
      { name: "web", profile: "eu" },
      { name: "web", profile: "eu", organizationName: "acme-eu" },
      "acme-eu/vision/web",
    ],
    [
      "by a profile that leaves the default",
      { name: "web", profile: "us" },
      { name: "web", profile: "us" },
      "acme/vision/web",
    ],
  ];
  const wraps: [string, (value: unknown) => unknown][] = [
    ["output", (value) => pulumi.output(value)],
    ["promise", (value) => Promise.resolve(value)],
  ];
  const wrapped = (args: object, wrap: (value: unknown) => unknown) =>
    Object.fromEntries(Object.entries(args).map(([member, value]) => [member, wrap(value)]));

  test.each(rows)("%s, at once", (_, first, second, object) => {
    resourceProps(containerGroupKind, "a", first, {});
    expect(() => resourceProps(containerGroupKind, "b", second, {})).toThrow(new pulumi.RunError(taken("b", object)));
  });

  describe.each(wraps)("through an %s", (_kind, wrap) => {
    test.each(rows)("%s", async (_, first, second, object) => {
      await sentProps(containerGroupKind, wrapped(first, wrap), { name: "a" });
      const props = resourceProps(containerGroupKind, "b", wrapped(second, wrap), {});
      await expect(sent(props["name"])).rejects.toThrow(taken("b", object));
    });
  });

  test("where a plain one comes after one through an output", async () => {
    await sentProps(containerGroupKind, { name: pulumi.output("web") }, { name: "a" });
    expect(() => resourceProps(containerGroupKind, "b", { name: "web" }, {})).toThrow(taken("b"));
  });

  test("where one is named by default", () => {
    new ContainerGroup("a", { name: "web" });
    expect(() => new ContainerGroup("web")).toThrow(taken("web"));
  });

  test("with the settings from the environment", () => {
    setSettings({});
    process.env["CONTAINERGROUPS_ORGANIZATION_NAME"] = "env-org";
    process.env["CONTAINERGROUPS_PROJECT_NAME"] = "env-project";
    try {
      resourceProps(containerGroupKind, "a", { name: "web" }, {});
      const again = { name: "web", organizationName: "env-org", projectName: "env-project" };
      expect(() => resourceProps(containerGroupKind, "b", again, {})).toThrow(taken("b", "env-org/env-project/web"));
    } finally {
      delete process.env["CONTAINERGROUPS_ORGANIZATION_NAME"];
      delete process.env["CONTAINERGROUPS_PROJECT_NAME"];
    }
  });

  test("where two components of different types hold resources of one name", () => {
    const component = (type: string) => new pulumi.ComponentResource(type, "component");
    resourceProps(containerGroupKind, "web", {}, { parent: component("a:b:One") });
    expect(() => resourceProps(containerGroupKind, "web", {}, { parent: component("a:b:Two") })).toThrow(
      'ContainerGroup "web" declares acme/vision/web, which ContainerGroup "web" declares already',
    );
  });

  test("where the components differ further up only", () => {
    const outer = (type: string) => new pulumi.ComponentResource(type, "outer");
    const inner = (parent: pulumi.Resource) => new pulumi.ComponentResource("a:b:Inner", "inner", {}, { parent });
    resourceProps(containerGroupKind, "web", {}, { parent: inner(outer("a:b:One")) });
    expect(() => resourceProps(containerGroupKind, "web", {}, { parent: inner(outer("a:b:Two")) })).toThrow(
      "declares already",
    );
  });
});

describe("what is no double declaration passes", () => {
  const rows: [string, object][] = [
    ["another name", { name: "other" }],
    ["another project", { name: "web", projectName: "audio" }],
    ["another organization", { name: "web", organizationName: "umbrella" }],
    ["another profile, whose settings are the same", { name: "web", profile: "us" }],
  ];
  test.each(rows)("%s", async (_, second) => {
    resourceProps(containerGroupKind, "a", { name: "web" }, {});
    expect(() => resourceProps(containerGroupKind, "b", second, {})).not.toThrow();
    startRun();
    await sentProps(containerGroupKind, { name: pulumi.output("web") }, { name: "a" });
    const args = { ...second, projectName: pulumi.output({ projectName: "vision", ...second }.projectName) };
    expect(await sentProps(containerGroupKind, args, { name: "b" })).toMatchObject({ name: expect.any(String) });
  });

  test("a group and a queue of one name", () => {
    new ContainerGroup("a", { name: "web" });
    expect(() => new Queue("b", { name: "web" })).not.toThrow();
    expect(() => new Queue("c", { name: "web" })).toThrow(
      'Queue "c" declares acme/vision/web, which Queue "b" declares already: declare a queue in one resource only',
    );
  });

  test("an address with an unknown part, at a preview", async () => {
    startRun({ preview: true });
    resourceProps(containerGroupKind, "a", { name: "web" }, {});
    for (const member of ["name", "organizationName", "projectName", "profile"]) {
      const args = { name: "web", [member]: unknownOutput() };
      const props = await sentProps(containerGroupKind, args, { name: `unknown ${member}` });
      expect(props["name"]).toBe(member === "name" ? "UNKNOWN" : "web");
      expect(props[member]).toBe("UNKNOWN");
    }
  });

  test("an address without an organization, which the provider refuses anyway", () => {
    setSettings({ projectName: "vision" });
    resourceProps(containerGroupKind, "a", { name: "web" }, {});
    expect(() => resourceProps(containerGroupKind, "b", { name: "web" }, {})).not.toThrow();
  });

  test("two resources of one URN: the engine refuses them, and repeated tests of one program make them", () => {
    resourceProps(queueKind, "a", { name: "web" }, {});
    expect(() => resourceProps(queueKind, "a", { name: "web" }, {})).not.toThrow();
  });

  test("the next run of a program in the same process", () => {
    resourceProps(containerGroupKind, "a", { name: "web" }, {});
    startRun();
    expect(() => resourceProps(containerGroupKind, "b", { name: "web" }, {})).not.toThrow();
  });
});

test("the name depends on nothing but what it is made of, and is secret only if that is", async () => {
  class Source extends pulumi.CustomResource {
    declare public readonly value: pulumi.Output<string>;
    constructor(name: string, value: string) {
      super("a:b:C", name, { value });
    }
  }
  const source = new Source("project", "vision");
  const dependencies = new Set<pulumi.Resource>();
  const args = { name: "web", organizationName: pulumi.secret("acme"), projectName: source.value };
  const props = resourceProps(containerGroupKind, "a", args, {});
  expect(await sent(props["name"], dependencies)).toBe("web");
  expect([...dependencies]).toEqual([]);
  expect(() => resourceProps(containerGroupKind, "b", { name: "web" }, {})).toThrow(taken("b"));
});

test("programs that run side by side, as the Automation API runs them, do not see each other", async () => {
  const { withLocalStorage } = state as unknown as {
    withLocalStorage<T>(run: () => Promise<T>): Promise<T>;
  };
  const run = () =>
    withLocalStorage(async () => {
      startRun();
      setSettings({ organizationName: "acme", projectName: "vision" });
      await new Promise((resolve) => setImmediate(resolve));
      const first = await sentProps(containerGroupKind, { name: pulumi.output("web") }, { name: "a" });
      const second = resourceProps(containerGroupKind, "b", { name: pulumi.output("web") }, {});
      await expect(sent(second["name"])).rejects.toThrow(taken("b"));
      return first["name"];
    });
  expect(await Promise.all([run(), run(), run()])).toEqual(["web", "web", "web"]);
});
