import { ContainerGroup } from "pulumi-containergroups";
import { asked, declaredGroup } from "./declaredGroups";

const { names, revision } = asked();
for (const name of names) new ContainerGroup(name, declaredGroup(name, revision));
