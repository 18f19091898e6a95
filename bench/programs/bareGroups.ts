import * as pulumi from "@pulumi/pulumi";
import { asked, declaredGroup } from "./declared";

type Inputs = ReturnType<typeof declaredGroup>;
type State = Inputs & { version: number };

/**
 * A provider as people write one inside their program, and no longer than it must be. It makes no request: what is left is
 * what Pulumi itself costs.
 */
const provider: pulumi.dynamic.ResourceProvider<Inputs, State> = {
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

  constructor(name: string, args: Inputs) {
    super(provider, name, { ...args, version: undefined });
  }
}

for (const [name, revision] of asked()) {
  new Group(name, declaredGroup(name, revision));
}
