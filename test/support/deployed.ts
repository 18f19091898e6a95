import type { Emulator, EmulatorOptions } from "../../emulator";
import { PROJECT } from "./configuration";
import { configurationFor, startService } from "./service";
import { Stack, type Run } from "./stack";

export { PROJECT };

/** A stack whose provider is set up for an emulator with one group, one queue and one endpoint. */
export interface Deployed {
  service: Emulator;
  stack: Stack;
  close(): Promise<void>;
}

export async function deployed(
  options: EmulatorOptions = {},
  settings: Record<string, string> = {},
): Promise<Deployed> {
  const service = await startService(options);
  try {
    const stack = new Stack("", { ...configurationFor(service), ...settings });
    return {
      service,
      stack,
      close: async () => {
        stack.remove();
        await service.close();
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** What was sent since the log was cleared: method and body. */
export const sent = (service: Emulator) => service.requests.map(({ method, body }) => ({ method, body }));

/** The run succeeded; its output is the message when it did not. */
export function expectSuccess(run: Run): void {
  if (run.code !== 0) {
    throw new Error(run.output);
  }
}

/** The invariant after every step: the same program again is all unchanged, and makes no request. */
export async function expectSettled({ service, stack }: Deployed): Promise<void> {
  service.clearRequests();
  const run = await stack.up();
  expectSuccess(run);
  expect(run.steps.filter(({ operation }) => operation !== "same")).toEqual([]);
  expect(sent(service)).toEqual([]);
}

/** Neither our code nor the engine's shows where in the source an error was made. */
export function expectNoStackTrace(output: string): void {
  expect(output).not.toMatch(/^\s*at .+[:(]\d+/m);
  expect(output).not.toContain("node_modules");
}
