import * as pulumi from "@pulumi/pulumi";
import { declaredGroup } from "./declaredGroups";
import { declareMocked } from "./mocked";

class Group extends pulumi.dynamic.Resource {
  constructor(name: string, args: object) {
    super({ create: async (inputs: object) => ({ id: name, outs: inputs }) }, name, { ...args });
  }
}

void declareMocked(() => new Group("web", declaredGroup("web", 1)));
