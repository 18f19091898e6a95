import * as pulumi from "@pulumi/pulumi";
import { asked, declaredGroup, type DeclaredGroup } from "./declaredGroups";

type State = DeclaredGroup & { version: number };

/**
 * A provider as people write one inside their program, and no longer than it must be. It makes no request: what is left is
 * what Pulumi itself costs.
 */
const provider: pulumi.dynamic.ResourceProvider<DeclaredGroup, State> = {
  async create(inputs) {
    const id = `${inputs.organizationName}/${inputs.projectName}/${inputs.name}`;
    return { id, outs: { ...inputs, version: 1 } };
  },
  async update(_id, olds, news) {
    return { outs: { ...news, version: olds.version + 1 } };
  },
};

class Group extends pulumi.dynamic.Resource {
  declare public readonly version: pulumi.Output<number>;

  constructor(name: string, args: DeclaredGroup) {
    super(provider, name, { ...args, version: undefined });
  }
}

const { names, revision } = asked();
for (const name of names) new Group(name, declaredGroup(name, revision));
