// A class of a program's own, with class fields that are defined: they must not wipe the outputs.
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup, type ContainerGroupArgs } from "../../../sdk";

export class Worker extends ContainerGroup {
  readonly shard: number;

  constructor(name: string, shard: number, args: ContainerGroupArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, { ...args, name: `${name}-${shard}` }, opts);
    this.shard = shard;
  }
}

export class Pair extends pulumi.ComponentResource {
  readonly versions: pulumi.Output<(number | undefined)[]>;

  constructor(name: string) {
    super("acme:vision:Pair", name);
    const workers = [0, 1].map((shard) => new Worker(`${name}-${shard}`, shard, { replicas: 1 }, { parent: this }));
    this.versions = pulumi.all(workers.map((worker) => worker.observed.version));
    this.registerOutputs({ versions: this.versions });
  }
}
