import { ContainerGroupFleet } from "pulumi-containergroups";
import { asked, COMMON, ownPart, PLACE } from "./declared";

const groups = asked().map(([name, revision]) => [name, ownPart(name, revision)] as const);
new ContainerGroupFleet("fleet", { ...PLACE, defaults: COMMON, groups: Object.fromEntries(groups) });
