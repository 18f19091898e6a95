import { ContainerGroupFleet } from "pulumi-containergroups";
import { asked, declaredGroup, PLACE } from "./declaredGroups";

const { names, revision } = asked();

function entry(name: string) {
  const { organizationName, projectName, name: own, ...declared } = declaredGroup(name, revision);
  return [own, declared] as const;
}

new ContainerGroupFleet("fleet", { ...PLACE, groups: Object.fromEntries(names.map(entry)) });
