import type { Fault } from "../../emulator";
import { keptAfter, type Engine, type Resource } from "./protocol";
import type { Kind, Properties } from "./providerHost";

/** One step in the life of a resource, and what must come of it. */
export interface Step {
  /** What the program declares from here on. */
  args?: Properties;
  /** Another run of the CLI, with these settings. */
  settings?: Record<string, string>;
  /** What happens before it, in the service. */
  before?: (service: Engine["service"]) => void;
  /** The fault that a request meets in this step. */
  fault?: Fault;
  /** Default: `up`. */
  does?: "up" | "refresh" | "destroy";
  /** Whether the comparison finds a change. */
  changes?: boolean;
  /** The bodies that are sent, by the last part of the path. */
  sends?: Properties;
  /** It fails with this message, and the resource is kept. */
  fails?: string | RegExp;
  prints?: string;
  /** What a refresh folds into the inputs; null where it folds nothing. */
  folds?: object | null;
  /** What the outputs then hold. */
  outs?: object;
  /** What the outputs do not hold, wherever it may stand. */
  hides?: string;
  /** What the service then holds of group `web`. */
  web?: object;
  /** The same again is no change, and nothing is left of a failure. */
  settles?: true;
}

async function runStep(engine: Engine, kind: Kind, before: Resource | undefined, step: Step, args: Properties) {
  const { host } = engine;
  const resource = before ?? { id: "", outs: {} };
  switch (step.does) {
    case "destroy":
      await host.delete(kind, resource.id, resource.outs);
      return resource;
    case "refresh": {
      const { id, props, inputs } = await host.read(kind, resource.id, resource.outs);
      if (step.folds === null) {
        expect(inputs).toBeUndefined();
      } else if (step.folds !== undefined) {
        expect(inputs).toMatchObject(step.folds);
      }
      return { id, outs: props };
    }
    default: {
      if (before === undefined) {
        return engine.create(kind, args);
      }
      const { diff, update } = await engine.change(kind, before, args);
      expect(diff.changes).toBe(step.changes ?? diff.changes);
      return diff.changes ? update() : before;
    }
  }
}

/** Takes one resource through its steps. */
export async function live(engine: Engine, kind: Kind, steps: readonly Step[]): Promise<Resource> {
  const { host, service } = engine;
  let args: Properties = {};
  let resource: Resource | undefined;
  for (const step of steps) {
    args = step.args ?? args;
    if (step.settings !== undefined) {
      await host.newRun(step.settings);
    }
    service.clearRequests();
    step.before?.(service);
    if (step.fault !== undefined) {
      service.fault(step.fault);
    }
    const { length } = await host.allPrinted();
    const running = runStep(engine, kind, resource, step, args);
    if (step.fails === undefined) {
      resource = await running;
    } else {
      const { error, ...kept } = await keptAfter(running);
      expect(error.message).toMatch(step.fails);
      resource = kept;
    }
    service.clearFaults();
    if (step.sends !== undefined) {
      expect(engine.sent()).toEqual(step.sends);
      expect(service.requests).toHaveLength(Object.keys(step.sends).length);
    }
    if (step.prints !== undefined) {
      expect((await host.allPrinted()).slice(length)).toContain(step.prints);
    }
    expect(resource.outs).toMatchObject(step.outs ?? {});
    if (step.hides !== undefined) {
      expect(JSON.stringify(resource.outs)).not.toContain(step.hides);
    }
    expect(service.stored("acme", "vision", "web") ?? {}).toMatchObject(step.web ?? {});
    if (step.settles) {
      expect(resource.outs).not.toHaveProperty("__prior");
      expect(resource.outs).not.toHaveProperty("__unconfirmed");
      expect((await engine.change(kind, resource, args)).diff.changes).toBe(false);
    }
  }
  return resource ?? { id: "", outs: {} };
}

/** A test for each row: the life of a resource of its own. */
export function testLives(engine: () => Engine, kind: Kind, rows: [sentence: string, ...steps: Step[]][]): void {
  test.each(rows.map(([sentence, ...steps]) => [sentence, steps] as const))("%s", async (_, steps) => {
    await live(engine(), kind, steps);
  });
}
