/** Which groups a program declares, and in which state they are to be. */
export interface Plan {
  /** How many groups. */
  count: number;
  /** Revisions differ in the replicas and the image of the groups. From 1 to 500. */
  revision: number;
  /** So many groups, from the first, are in this revision; the others in the one before. Default: all. */
  revised?: number;
}

/** Where the groups are. */
export const PROJECT = { organizationName: "acme", projectName: "vision" };

/** The names of so many groups. All are equally long, and so are their states. */
export function groupNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `group-${String(index).padStart(5, "0")}`);
}

/** The revision that each group is to be in, by its name. */
export function revisionsOf({ count, revision, revised = count }: Plan): [name: string, revision: number][] {
  return groupNames(count).map((name, index) => [name, index < revised ? revision : revision - 1]);
}

/** What all groups have in common: as much as people commonly declare. */
export const COMMON = {
  countryCodes: ["de", "fr", "nl"],
  container: {
    environmentVariables: { LOG_LEVEL: "info", MODEL: "stable-4-large" },
    resources: { cpu: 4, memory: 16384 },
  },
  readinessProbe: { http: { path: "/ready", port: 8080 }, periodSeconds: 10, failureThreshold: 3 },
};

/** What a group has of its own in a revision. */
export function ownPart(name: string, revision: number) {
  const image = `registry.example.com/renderer:1.4.${revision}`;
  return {
    displayName: `Renderer ${name}`,
    replicas: revision,
    container: { image, environmentVariables: { GROUP: name } },
  };
}

/** A group of its own, in a revision. */
export function declaredGroup(name: string, revision: number) {
  const { container, ...own } = ownPart(name, revision);
  const environmentVariables = { ...COMMON.container.environmentVariables, ...container.environmentVariables };
  return {
    ...PROJECT,
    name,
    ...COMMON,
    ...own,
    container: { ...COMMON.container, image: container.image, environmentVariables },
  };
}

/** The environment by which a program is told its plan. */
export function environmentOf({ count, revision, revised = count }: Plan): Record<string, string> {
  return { BENCH_GROUPS: String(count), BENCH_REVISION: String(revision), BENCH_REVISED: String(revised) };
}

/** The groups of this program and their revisions, as {@link environmentOf} says. */
export function asked(): [name: string, revision: number][] {
  const read = (name: string) => Number(process.env[`BENCH_${name}`]);
  const plan = { count: read("GROUPS"), revision: read("REVISION"), revised: read("REVISED") };
  if (!(plan.count > 0 && plan.revision > 0 && plan.revised >= 0)) {
    throw new Error("BENCH_GROUPS, BENCH_REVISION and BENCH_REVISED must be numbers");
  }
  return revisionsOf(plan);
}
