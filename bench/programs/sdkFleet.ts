import { ContainerGroupFleet } from "pulumi-containergroups";
import { asked, COMMON, ownPart, PROJECT } from "./declared";

const groups = asked().map(([name, revision]) => [name, ownPart(name, revision)] as const);
new ContainerGroupFleet("fleet", { ...PROJECT, defaults: COMMON, groups: Object.fromEntries(groups) });
