import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import { SETTINGS_NAMESPACE } from "../../common/settings";
import { defaultPathParameter } from "./settings";

/** Whether the program runs in a unit test with `pulumi.runtime.setMocks`: there is no engine then, and no provider. */
export function isMocked(): boolean {
  return pulumi.runtime.getMonitor() instanceof MockMonitor;
}

/** What the mocks of a unit test say that a function of this package gives. */
export function callMock<T>(name: string, args: object): Promise<T> {
  return pulumi.runtime.invoke(`${SETTINGS_NAMESPACE}:index:${name}`, { ...args }) as Promise<T>;
}

/** What the provider would give of a resource, where the mocks of a unit test say nothing of it. */
export function mockedOutputs({ profile }: { readonly profile?: unknown }): Readonly<Record<string, unknown>> {
  const name = typeof profile === "string" ? profile : undefined;
  return {
    organizationName: defaultPathParameter("organizationName", name),
    projectName: defaultPathParameter("projectName", name),
    observed: {},
  };
}
