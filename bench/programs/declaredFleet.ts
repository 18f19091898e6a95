import type { ContainerGroupFleetArgs } from "pulumi-containergroups";
import { PLACE } from "./declaredGroups";

/** Which groups a fleet has, and what state they are to be in. */
export interface FleetPlan {
  /** The groups, in their order. */
  names: readonly string[];
  /** Revisions differ in the replicas and the image of the groups. From 1 to 500. */
  revision: number;
  /** So many groups, from the first, are in this revision; the others in the one before. */
  revised: number;
}

/** The revision that each group is to be in, by its name. */
export function revisionsOf({ names, revision, revised }: FleetPlan): [name: string, revision: number][] {
  return names.map((name, index) => [name, index < revised ? revision : revision - 1]);
}

/** What the program declares: as much of each group as people commonly do. */
export function declaredFleet(plan: FleetPlan): ContainerGroupFleetArgs {
  const own = ([name, revision]: [string, number]) => ({
    displayName: `Renderer ${name}`,
    replicas: revision,
    container: {
      image: `registry.example.com/renderer:1.4.${revision}`,
      environmentVariables: { GROUP: name },
    },
  });
  return {
    ...PLACE,
    defaults: {
      countryCodes: ["de", "fr", "nl"],
      container: {
        environmentVariables: { LOG_LEVEL: "info", MODEL: "stable-4-large" },
        resources: { cpu: 4, memory: 16384 },
      },
      readinessProbe: { http: { path: "/ready", port: 8080 }, periodSeconds: 10, failureThreshold: 3 },
    },
    groups: Object.fromEntries(revisionsOf(plan).map((each) => [each[0], own(each)])),
  };
}
