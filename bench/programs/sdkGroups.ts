import { ContainerGroup } from "pulumi-containergroups";
import { asked, declaredGroup } from "./declared";

for (const [name, revision] of asked()) {
  new ContainerGroup(name, declaredGroup(name, revision));
}
