import { Config } from "@pulumi/pulumi/cmd/dynamic-provider/config";
import type { JsonObject } from "../../../common/json";
import { DeclaredObjects, Run } from "../../../provider/engine/run";
import { fromProperties } from "../../../provider/engine/state";
import { declaredGroups, priorGroups } from "../../../provider/fleet/groups";
import { FleetPlan } from "../../../provider/fleet/plan";
import { configurationOf, PROJECT } from "../../support/configuration";

export { PROJECT };

export const fleet = (properties: JsonObject) => fromProperties({ ...PROJECT, ...properties });

/** One run of the engine, with settings as a stack's configuration has them. */
export function runOf(settings: Record<string, string> = {}): Run {
  const all = configurationOf({ baseUrl: "https://api.example.com", apiKey: "api-key", ...settings });
  const run = new Run(new DeclaredObjects());
  run.configuration.configure({ config: new Config(all, "test") });
  return run;
}

/** The plan of an update, of the outputs and the inputs of a fleet. */
export const planOf = ({ __prior, ...before }: JsonObject, after: JsonObject, run = runOf()) => {
  const prior = Array.isArray(__prior) ? __prior : undefined;
  const known = priorGroups({ ...fleet(before), prior });
  return new FleetPlan(run, run.configuration.service(undefined), known, declaredGroups(fleet(after)));
};
