import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup, ContainerGroupFleet, Queue } from "../../../sdk";
import { containerGroupFleetKind, containerGroupKind } from "../../../sdk/internal/kinds";
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

const fleetProps = (name: string, args: object) => resourceProps(containerGroupFleetKind, name, args, {});
const taken = (owner: string, first: string, object = "acme/vision/web") =>
  `${owner} declares ${object}, which ${first} declares already: declare a group in one resource only`;

type Wrap = (value: unknown) => unknown;
const wraps: [string, Wrap][] = [
  ["an output", (value) => pulumi.output(value)],
  ["a promise", (value) => Promise.resolve(value)],
  ["a promise of an output", (value) => Promise.resolve(pulumi.output(value))],
];
const wrapped = (args: object, wrap: Wrap) =>
  Object.fromEntries(Object.entries(args).map(([member, value]) => [member, wrap(value)]));

describe("a group that two resources declare is refused", () => {
  test("a fleet after a group, and a group after a fleet", () => {
    new ContainerGroup("first", { name: "web" });
    expect(() => new ContainerGroupFleet("edge", { groups: { api: {}, web: {} } })).toThrow(
      new pulumi.RunError(taken('ContainerGroupFleet "edge"', 'ContainerGroup "first"')),
    );
    startRun();
    new ContainerGroupFleet("edge", { groups: { api: {}, web: {} } });
    expect(() => new ContainerGroup("web")).toThrow(taken('ContainerGroup "web"', 'ContainerGroupFleet "edge"'));
  });

  const rows: [string, object, object, string][] = [
    ["by name", {}, {}, "acme/vision/web"],
    [
      "by the whole address, given or from the settings",
      { organizationName: "acme" },
      { projectName: "vision" },
      "acme/vision/web",
    ],
    [
      "by the settings of one profile",
      { profile: "eu" },
      { profile: "eu", organizationName: "acme-eu" },
      "acme-eu/vision/web",
    ],
  ];
  const refusal = (object: string) => taken('ContainerGroupFleet "b"', 'ContainerGroupFleet "a"', object);

  test.each(rows)("two fleets, %s, at once", (_, first, second, object) => {
    fleetProps("a", { ...first, groups: { web: {}, "only-a": {} } });
    expect(() => fleetProps("b", { ...second, groups: { "only-b": {}, web: {} } })).toThrow(
      new pulumi.RunError(refusal(object)),
    );
  });

  describe.each(wraps)("through %s", (_kind, wrap) => {
    test.each(rows)("two fleets, %s", async (_, first, second, object) => {
      const [a, b] = [
        { ...first, groups: { web: {}, "only-a": {} } },
        { ...second, groups: { "only-b": {}, web: {} } },
      ];
      await sentProps(containerGroupFleetKind, wrapped(a, wrap), { name: "a" });
      await expect(sent(fleetProps("b", wrapped(b, wrap))["groups"])).rejects.toThrow(refusal(object));
    });

    test("where only the project comes through it", async () => {
      new ContainerGroup("first", { name: "web" });
      const props = fleetProps("edge", { projectName: wrap("vision"), groups: { web: { replicas: 1 } } });
      await expect(sent(props["groups"])).rejects.toThrow(
        taken('ContainerGroupFleet "edge"', 'ContainerGroup "first"'),
      );
    });

    test("a group through it after a fleet", async () => {
      fleetProps("edge", { groups: { web: {} } });
      const props = resourceProps(containerGroupKind, "again", { name: wrap("web") }, {});
      await expect(sent(props["name"])).rejects.toThrow(taken('ContainerGroup "again"', 'ContainerGroupFleet "edge"'));
    });
  });

  test("and an entry that is not known yet counts: its name is", () => {
    startRun({ preview: true });
    new ContainerGroup("first", { name: "web" });
    expect(() => fleetProps("edge", { groups: { web: unknownOutput() } })).toThrow("declares already");
  });

  test("under a name that objects have of themselves, too", () => {
    const name = "constructor";
    new ContainerGroup("first", { name });
    expect(() => fleetProps("edge", { groups: {} })).not.toThrow();
    expect(() => fleetProps("other", { groups: { [name]: {} } })).toThrow(
      taken('ContainerGroupFleet "other"', 'ContainerGroup "first"', `acme/vision/${name}`),
    );
  });

  test("nobody is left alone with a promise that rejects", async () => {
    const unhandled = jest.fn();
    process.on("unhandledRejection", unhandled);
    try {
      new ContainerGroup("first", { name: "web" });
      const props = fleetProps("edge", { projectName: Promise.resolve("vision"), groups: { web: {} } });
      await new Promise((resolve) => setTimeout(resolve, 10));
      await expect(sent(props["groups"])).rejects.toThrow("declares already");
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off("unhandledRejection", unhandled);
    }
  });
});

describe("what is no double declaration passes", () => {
  const rows: [string, object][] = [
    ["another group", { groups: { api: {} } }],
    ["no group", { groups: {} }],
    ["a group whose entry is undefined", { groups: { web: undefined } }],
    ["another project", { projectName: "audio", groups: { web: {} } }],
    ["another organization", { organizationName: "umbrella", groups: { web: {} } }],
    ["another profile, whose settings are the same", { profile: "us", groups: { web: {} } }],
    ["groups that are none: null", { groups: null }],
    ["groups that are none: a list", { groups: ["web"] }],
    ["groups that are none: text", { groups: "web" }],
    ["groups that are none: absent", {}],
  ];
  test.each(rows)("%s", (_, args) => {
    ["web", "0"].forEach((name) => new ContainerGroup(name));
    expect(() => fleetProps("edge", args)).not.toThrow();
  });

  test.each(wraps.flatMap(([kind, wrap]) => rows.map(([what, args]) => [what, kind, args, wrap] as const)))(
    "%s, through %s",
    async (_what, _kind, args, wrap) => {
      ["web", "0"].forEach((name) => new ContainerGroup(name));
      const plain = await sentProps(containerGroupFleetKind, args, { name: "edge" });
      expect(await sentProps(containerGroupFleetKind, wrapped(args, wrap), { name: "edge" })).toEqual(plain);
    },
  );

  test("a group and a queue of one name", () => {
    new Queue("web");
    expect(() => new ContainerGroupFleet("edge", { groups: { web: {} } })).not.toThrow();
  });

  test("an address with an unknown part, at a preview", async () => {
    startRun({ preview: true });
    new ContainerGroup("web");
    for (const member of ["groups", "organizationName", "projectName", "profile"]) {
      const args = { groups: { web: { replicas: 1 } }, [member]: unknownOutput() };
      const props = await sentProps(containerGroupFleetKind, args, { name: `unknown ${member}` });
      expect(props["groups"]).toEqual(member === "groups" ? "UNKNOWN" : { web: { replicas: 1 } });
      expect(props[member]).toBe("UNKNOWN");
    }
  });

  test("a fleet of the same URN: the engine refuses it, and repeated tests of one program make it", () => {
    fleetProps("edge", { groups: { web: {} } });
    expect(() => fleetProps("edge", { groups: { web: {} } })).not.toThrow();
  });
});

test("the groups depend on nothing but what they are made of, and are secret only where that is", async () => {
  class Source extends pulumi.CustomResource {
    declare public readonly value: pulumi.Output<string>;
    constructor(name: string, value: string) {
      super("a:b:C", name, { value });
    }
  }
  const [project, image] = [new Source("project", "vision"), new Source("image", "a:1")];
  const container = { image: image.value, environmentVariables: { TOKEN: pulumi.secret("t") } };
  const args = { organizationName: pulumi.secret("acme"), projectName: project.value, groups: { web: { container } } };
  const dependencies = new Set<pulumi.Resource>();
  expect(await sent(fleetProps("edge", args)["groups"], dependencies)).toEqual({
    web: { container: { image: "a:1", environmentVariables: { TOKEN: { secret: "t" } } } },
  });
  expect([...dependencies]).toEqual([image]);
  expect(() => new ContainerGroup("web")).toThrow(taken('ContainerGroup "web"', 'ContainerGroupFleet "edge"'));
});

test("all of ten thousand groups are declared, and sent as they are", async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `worker-${index}`);
  const groups = Object.fromEntries(names.map((name, replicas) => [name, { replicas }]));
  expect(await sent(fleetProps("edge", { groups })["groups"])).toEqual(groups);
  expect(() => new ContainerGroup("worker-0")).toThrow("declares already");
  expect(() => new ContainerGroup("worker-9999")).toThrow("declares already");
  expect(() => new ContainerGroup("worker-10000")).not.toThrow();
});
