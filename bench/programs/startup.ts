import type * as pulumi from "@pulumi/pulumi";
import { declaredGroup } from "./declared";

// node startup.js pulumi|sdk import|declare: what a program does before it ends. It prints how many modules it has loaded.
const [subject, work] = process.argv.slice(2);

const loadPulumi = () => require("@pulumi/pulumi") as typeof import("@pulumi/pulumi");
const loadSdk = () => require("pulumi-containergroups") as typeof import("pulumi-containergroups");

function declare(): pulumi.CustomResource {
  const args = declaredGroup("web", 1);
  if (subject === "sdk") {
    return new (loadSdk().ContainerGroup)("web", args);
  }
  const { dynamic } = loadPulumi();
  return new (class Group extends dynamic.Resource {})(
    { create: async (inputs: object) => ({ id: "web", outs: inputs }) },
    "web",
    args,
  );
}

/** Declares one resource without an engine, until it is there. */
async function declareMocked(): Promise<void> {
  await loadPulumi().runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
    call: () => ({}),
  });
  await new Promise((resolve) => declare().urn.apply(resolve));
}

process.once("exit", () => console.log(Object.keys(require.cache).length));
if (subject === "sdk") {
  loadSdk();
} else {
  loadPulumi();
}
if (work === "declare") {
  void declareMocked();
}
