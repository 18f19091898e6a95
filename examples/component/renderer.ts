import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup, Queue } from "pulumi-containergroups";

export interface RendererArgs {
  image: pulumi.Input<string>;
  replicas: number;
  /** Whose renderer it is: a profile of the settings. Default: the stack's own settings. */
  profile?: string;
}

/** A group "web" and its queue "renders". Both exist in each organization; names in the program must differ, so those are the component's. */
export class Renderer extends pulumi.ComponentResource {
  readonly version: pulumi.Output<number | undefined>;

  constructor(name: string, { image, replicas, profile }: RendererArgs, options?: pulumi.ComponentResourceOptions) {
    super("acme:index:Renderer", name, {}, options);

    const group = new ContainerGroup(
      name,
      { name: "web", profile, replicas, container: { image }, onDestroy: { replicas: 0 } },
      // Before there was a component, the program declared the group at the top. With the alias it is still the same resource:
      // without it, the group would be adopted anew, with everything that is declared.
      { parent: this, aliases: [{ parent: pulumi.rootStackResource }] },
    );
    new Queue(`${name}-renders`, { name: "renders", profile, description: "Pages to render" }, { parent: this });

    this.version = group.observed.version;
    this.registerOutputs({ version: this.version });
  }
}
