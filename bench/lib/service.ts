import { startEmulator, type Emulator, type RateLimit } from "../../emulator";
import { groupNames, PROJECT, revisionsOf, type Plan } from "../programs/declared";

/** A group as every subject declares it, as the service is to hold it. */
function declaredGroup(name: string, revision: number) {
  return {
    display_name: `Renderer ${name}`,
    replicas: revision,
    country_codes: ["de", "fr", "nl"],
    container: {
      image: `registry.example.com/renderer:1.4.${revision}`,
      environment_variables: { LOG_LEVEL: "info", MODEL: "stable-4-large", GROUP: name },
      resources: { cpu: 4, memory: 16384 },
    },
    readiness_probe: { http: { path: "/ready", port: 8080 }, period_seconds: 10, failure_threshold: 3 },
  };
}

/** Whether a stored value has all that was declared. */
function holds(stored: unknown, declared: unknown): boolean {
  if (typeof declared !== "object" || declared === null || Array.isArray(declared)) {
    return JSON.stringify(stored) === JSON.stringify(declared);
  }
  const members = (stored ?? {}) as Record<string, unknown>;
  return Object.entries(declared).every(([name, value]) => holds(members[name], value));
}

/**
 * The service that groups are deployed to: it has them, and nobody has changed them. It runs in this process, which waits while a subject works:
 * what it takes of the processors it takes from every subject alike, by the requests that each makes.
 */
export class GroupService {
  readonly #emulator: Emulator;

  private constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  /** Where a `rateLimit` is given, what is beyond it is answered with 429 and no `Retry-After`. */
  static async start(count: number, rateLimit?: RateLimit): Promise<GroupService> {
    const groups = groupNames(count).map((name) => ({ ...PROJECT, name }));
    // A generic REST provider reads what it manages; ours has no need to.
    return new GroupService(await startEmulator({ groups, allowGroupReads: true, rateLimit }));
  }

  get url(): string {
    return this.#emulator.url;
  }

  get apiKey(): string {
    return this.#emulator.apiKey;
  }

  /** How many requests have come since this was asked last. */
  takeRequests(): number {
    const count = this.#emulator.requests.length;
    this.#emulator.clearRequests();
    return count;
  }

  /** The groups that do not hold what was declared of them. */
  wrong(plan: Plan): string[] {
    const stored = (name: string) => this.#emulator.stored(PROJECT.organizationName, PROJECT.projectName, name);
    return revisionsOf(plan).flatMap(([name, revision]) =>
      holds(stored(name), declaredGroup(name, revision)) ? [] : [name],
    );
  }

  close(): Promise<void> {
    return this.#emulator.close();
  }
}
