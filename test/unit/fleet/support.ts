import type { ConfigureRequest } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../../../provider/core/json/json";
import { fleetGroupObserved } from "../../../provider/core/schema/containerGroup";
import { Configuration } from "../../../provider/engine/configuration";
import { DeclaredObjects } from "../../../provider/engine/declaredObjects";
import { fromProperties } from "../../../provider/engine/state";
import { Adoption } from "../../../provider/resources/adoption";
import { containerGroupKind } from "../../../provider/resources/containerGroup";
import { declaredGroups, priorGroups } from "../../../provider/fleet/groups";
import { FleetPlan } from "../../../provider/fleet/plan";

export const PROJECT = { organizationName: "acme", projectName: "vision" };

export const fleet = (properties: JsonObject) => fromProperties({ ...PROJECT, ...properties });

/** Adopts the groups of fleets, with settings as a stack's configuration has them. */
export function adoptionOf(settings: Record<string, string> = {}, warning?: (message: string) => void): Adoption {
  const all: Record<string, string> = { baseUrl: "https://api.example.com", apiKey: "api-key", ...settings };
  const get = (key: string) => all[key.replace("containergroups:", "")];
  const configuration = new Configuration();
  configuration.configure({ config: { get, require: (key: string) => get(key) ?? "" } } as ConfigureRequest);
  return new Adoption(
    { ...containerGroupKind, observed: fleetGroupObserved },
    configuration,
    new DeclaredObjects(),
    warning,
  );
}

/** The plan of an update, of the outputs and the inputs of a fleet. */
export const planOf = (before: JsonObject, after: JsonObject, adoption = adoptionOf()) =>
  new FleetPlan(adoption, priorGroups(fleet(before)), declaredGroups(fleet(after)));
