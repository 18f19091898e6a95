import { startEmulator, type Emulator, type JsonObject } from "../../emulator";
import { mergePatch } from "../../emulator/mergePatch";
import { revisionsOf, type FleetPlan } from "../programs/declaredFleet";
import { PLACE } from "../programs/declaredGroups";

/** A group as all contenders declare it, as the service is to hold it. */
function declaredGroup(name: string, revision: number): JsonObject {
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

/** The service that a fleet is deployed to: it has the groups, and nobody has changed them. */
export class FleetService {
  readonly #emulator: Emulator;

  private constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  /**
   * Starts it, in this process: it waits while a contender works, so that one more process would only take memory. What it
   * takes of the processors it takes from every contender alike, by the requests that each makes.
   */
  static async start(names: readonly string[]): Promise<FleetService> {
    const groups = names.map((name) => ({ ...PLACE, name }));
    // A generic REST provider reads what it manages; ours has no need to.
    return new FleetService(await startEmulator({ groups, allowGroupReads: true }));
  }

  get url(): string {
    return this.#emulator.url;
  }

  get apiKey(): string {
    return this.#emulator.apiKey;
  }

  /** How many requests have come since this was asked last. */
  takeRequests(): number {
    const count = this.#emulator.requestCount;
    this.#emulator.clearRequests();
    return count;
  }

  /** Throws where a group does not hold what was declared of it. */
  expect(plan: FleetPlan): void {
    for (const [name, revision] of revisionsOf(plan)) {
      const stored = this.#emulator.stored(PLACE.organizationName, PLACE.projectName, name) ?? {};
      const held = JSON.stringify(stored);
      // It holds the declaration if declaring it once more changes nothing.
      if (JSON.stringify(mergePatch(stored, declaredGroup(name, revision))) === held) continue;
      throw new Error(`the group ${name} is not in revision ${revision}: the service holds ${held}`);
    }
  }

  close(): Promise<void> {
    return this.#emulator.close();
  }
}
