/** What a program of this benchmark declares of one group: as much as people commonly do. */
export interface DeclaredGroup {
  organizationName: string;
  projectName: string;
  name: string;
  displayName: string;
  replicas: number;
  countryCodes: string[];
  container: {
    image: string;
    environmentVariables: Record<string, string>;
    resources: { cpu: number; memory: number };
  };
  readinessProbe: { http: { path: string; port: number }; periodSeconds: number; failureThreshold: number };
}

/** Where the groups are. */
export const PLACE = { organizationName: "acme", projectName: "vision" };

/** The names of so many groups. All are equally long, and so are their states. */
export function groupNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `group-${String(index).padStart(5, "0")}`);
}

/** What a revision of the program declares of a group: revisions differ in one member, the replicas. */
export function declaredGroup(name: string, revision: number): DeclaredGroup {
  return {
    ...PLACE,
    name,
    displayName: `Renderer ${name}`,
    replicas: revision,
    countryCodes: ["de", "fr", "nl"],
    container: {
      image: "registry.example.com/renderer:1.4.2",
      environmentVariables: { LOG_LEVEL: "info", MODEL: "stable-4-large", GROUP: name },
      resources: { cpu: 4, memory: 16384 },
    },
    readinessProbe: { http: { path: "/ready", port: 8080 }, periodSeconds: 10, failureThreshold: 3 },
  };
}

/** How many groups this run of a program declares, and in which revision. */
export function asked(): { names: string[]; revision: number } {
  const [count, revision] = [Number(process.env["BENCH_GROUPS"]), Number(process.env["BENCH_REVISION"])];
  if (!(count > 0 && revision > 0)) throw new Error("BENCH_GROUPS and BENCH_REVISION must be numbers above 0");
  return { names: groupNames(count), revision };
}
