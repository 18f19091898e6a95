import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup } from "../../../sdk";
import { inProject, valueOf } from "./support";

inProject();

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

describe("a field that the program does not declare", () => {
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
