import { format } from "node:util";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { Config } from "@pulumi/pulumi/cmd/dynamic-provider/config";
import { InitializationFailedError } from "../../provider/engine/errors";
import { DeclaredObjects, Run } from "../../provider/engine/run";
import { containerGroupFleet } from "../../provider/fleet";
import { containerGroup, queue } from "../../provider/resources/objectProvider";
import { queueJob } from "../../provider/resources/queueJob";
import { HostError, ProviderHost, type Kind, type Providers } from "./providerHost";

const PROVIDERS: Record<Kind, (run: Run) => ResourceProvider> = {
  containerGroup,
  containerGroupFleet,
  queue,
  queueJob,
};

/** What `DynamicProvider` does, in the process of the tests: mutation testing sees no other, and thousands of runs start at once. */
export class ProviderInProcess extends ProviderHost {
  static start(configuration: Record<string, string>): Promise<ProviderInProcess> {
    return new ProviderInProcess(startProviders, configuration).begin();
  }
}

function startProviders(configuration: Record<string, string>, print: (text: string) => void): Providers {
  const spies = [jest.spyOn(console, "log"), jest.spyOn(console, "error")];
  for (const spy of spies) {
    spy.mockImplementation((...values: unknown[]) => print(`${format(...values)}\n`));
  }
  /** One of each kind, as the host has them; they share what is declared in a run. */
  const providers = new Map<Kind, ResourceProvider>();
  const run = new Run(new DeclaredObjects());
  return {
    of: (kind) => {
      const provider = providers.get(kind) ?? PROVIDERS[kind](run);
      if (!providers.has(kind)) {
        providers.set(kind, provider);
        void provider.configure?.({ config: new Config(configuration, "test") });
      }
      return provider as Required<ResourceProvider>;
    },
    errorOf: (error) => {
      if (error instanceof InitializationFailedError) {
        return new HostError(error.message, error);
      }
      console.error(`${String(error)}: ${String((error as Error).stack)}`);
      return new HostError((error as Error).message);
    },
    flush: () => {
      const { user, system } = process.cpuUsage();
      return Promise.resolve((user + system) / 1000);
    },
    engineGone: () => Promise.reject(new Error("there is no process that could be left behind")),
    end: () => {
      spies.forEach((spy) => spy.mockRestore());
      return Promise.resolve();
    },
  };
}
