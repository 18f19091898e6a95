import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup } from "../../../sdk";
import { setSettings, startRun, valueOf } from "./support";

beforeEach(() => {
  startRun();
  setSettings({ organizationName: "acme", projectName: "vision" });
});

/** A run whose engine has more of each resource than the program declares. */
function startRunWith(state: object, { preview = false } = {}): void {
  const newResource: pulumi.runtime.Mocks["newResource"] = ({ name, inputs }) => ({
    id: name,
    state: { ...(inputs as object), ...state },
  });
  void pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", preview);
}

/** What Pulumi knows of an output beside its value. */
function about(output: pulumi.Output<unknown>) {
  return output as unknown as {
    isKnown: Promise<boolean>;
    isSecret: Promise<boolean>;
    allResources(): Promise<Set<pulumi.Resource>>;
  };
}

async function dependencies(output: pulumi.Output<unknown>): Promise<Set<string>> {
  const resources = [...(await about(output).allResources())];
  return new Set(await Promise.all(resources.map(({ urn }) => valueOf(urn))));
}

describe("a member that the program does not declare", () => {
  it("has the value that the engine has, and is secret where that is", async () => {
    startRunWith({ replicas: 5, displayName: pulumi.secret("Hidden") });
    const group = new ContainerGroup("web");
    expect(await valueOf(group.replicas)).toBe(5);
    expect(await about(group.replicas).isSecret).toBe(false);
    expect(await valueOf(group.displayName)).toBe("Hidden");
    expect(await about(group.displayName).isSecret).toBe(true);
    expect(await valueOf(group.countryCodes)).toBeUndefined();
  });

  it("is asked for once, and what is made of it depends on the resource", async () => {
    startRunWith({ replicas: 5 });
    const group = new ContainerGroup("web");
    const { replicas } = group;
    expect(group.replicas).toBe(replicas);
    expect(await dependencies(replicas)).toEqual(new Set([await valueOf(group.urn)]));
  });

  it("is unknown in a preview while nothing has it, as one that is declared and not known", async () => {
    startRunWith({ replicas: 5 }, { preview: true });
    const group = new ContainerGroup("web");
    expect(await about(group.displayName).isKnown).toBe(false);
    expect(await about(group.replicas).isKnown).toBe(true);
  });

  it("costs nothing while nobody reads it, and one that is given as undefined is not declared", async () => {
    const group = new ContainerGroup("web", { replicas: undefined as unknown as number, displayName: "Web" });
    const isOnDemand = (member: string) => Object.getOwnPropertyDescriptor(group, member)?.get !== undefined;
    expect(["replicas", "livenessProbe", "organizationName", "profile"].filter(isOnDemand)).toHaveLength(4);
    expect(["displayName", "name", "observed"].filter(isOnDemand)).toEqual([]);
    await valueOf(group.urn);
  });
});

describe("the stack traces that Pulumi captures", () => {
  const { stackTraceLimit } = Error;

  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  /** How many frames an error may have that is made while a group is registered, and after it. */
  async function limitWithin(limit: number) {
    Error.stackTraceLimit = limit;
    let within: number | undefined;
    const look: pulumi.ResourceTransformation = () => {
      within = Error.stackTraceLimit;
      return undefined;
    };
    const { urn } = new ContainerGroup("looked", {}, { transformations: [look] });
    const left = Error.stackTraceLimit;
    Error.stackTraceLimit = stackTraceLimit;
    await valueOf(urn);
    return { within, left };
  }

  it.each([
    [10, 7],
    [100, 7],
    [3, 3],
    [0, 0],
  ])("of a program's %d frames a registration takes %d, and gives them back", async (limit, within) => {
    expect(await limitWithin(limit)).toEqual({ within, left: limit });
  });

  it("are as long as before after a registration that was refused", () => {
    expect(() => new ContainerGroup("web", {}, { import: "acme/vision/web" })).toThrow(/drop the option/);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  it("still name the line of the program, and of the component that it is in", () => {
    class Component extends pulumi.ComponentResource {
      constructor() {
        super("test:index:Component", "all");
        new ContainerGroup("web", {}, { parent: this, transformations: [look] });
      }
    }
    let trace: string | undefined;
    const look: pulumi.ResourceTransformation = () => {
      trace = new Error("made where Pulumi makes its own").stack;
      return undefined;
    };
    new Component();
    expect(trace).toContain("new Component");
  });
});
