import * as pulumi from "@pulumi/pulumi";

/** Runs a program that declares one resource without an engine, until the resource is there. */
export async function declareMocked(declare: () => pulumi.CustomResource): Promise<void> {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
    call: () => ({}),
  });
  await new Promise((resolve) => declare().urn.apply(resolve));
}
