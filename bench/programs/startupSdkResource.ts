import { ContainerGroup } from "pulumi-containergroups";
import { declaredGroup } from "./declaredGroups";
import { declareMocked } from "./mocked";

void declareMocked(() => new ContainerGroup("web", declaredGroup("web", 1)));
