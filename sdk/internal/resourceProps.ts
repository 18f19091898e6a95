import * as pulumi from "@pulumi/pulumi";
import { createRequire } from "node:module";
import path from "node:path";
import { declareOnce, groupsDeclaredElsewhere } from "./declaredOnce";
import { markSecrets } from "./markSecrets";
import { programError } from "./program";
import type { ResourceKind } from "./resourceKinds";
import { userSecretPointers } from "./userSecrets";

/**
 * Returns the properties that a resource registers: the given arguments, the name if the kind has one, `observed`, which the
 * provider sets, and properties for the provider, whose two underscores hide them in the CLI:
 *
 * - `__provider`: the provider's text
 * - `__secrets`: the paths that the program marked secret, if the arguments hold outputs or promises
 * - `__ignoreChanges`: this option if it is set, because the host does not hand it to a provider
 * - `__resourceName` and `__declaredElsewhere`, of a fleet: its name in the program, and the groups that other resources declare,
 *   because an update of it may begin before the engine has told the provider of them
 *
 * @throws pulumi.RunError when the option `import` is given, the arguments are an output, the engine would not find the provider,
 *   a value cannot be sent, or another resource declares the same object.
 */
export function resourceProps(
  kind: ResourceKind,
  name: string,
  args: object,
  opts: pulumi.CustomResourceOptions,
): pulumi.Inputs {
  const label = `${kind.label} "${name}"`;
  if (opts.import !== undefined) {
    throw programError(
      `${label} cannot be imported: ${kind.notImportable}. Take the option \`import\` out of the program.`,
    );
  }
  if (pulumi.Output.isInstance(args) || args instanceof Promise) {
    throw programError(`${label}: the arguments are an output as a whole; give an object whose fields may be outputs`);
  }
  assertProviderResolvable();
  const { value, deferred } = markSecrets(label, args, kind.secrets);
  const given: pulumi.Inputs = Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
  if (kind.declares?.argument === "name") {
    given["name"] = withDefault(given["name"], name);
  }
  const props: pulumi.Inputs = { ...given, observed: undefined, __provider: kind.providerText };
  if (kind.declares !== undefined) {
    const owner = { label };
    declareOnce(kind.declares, given, owner);
    if (kind.declares.argument === "groups") {
      props["__resourceName"] = name;
      props["__declaredElsewhere"] = groupsDeclaredElsewhere(owner);
    }
  }
  if (opts.ignoreChanges?.length) {
    props["__ignoreChanges"] = opts.ignoreChanges;
  }
  if (deferred) {
    props["__secrets"] = pulumi.output(userSecretPointers(given, kind.secrets));
  }
  return props;
}

/** The given name, or the resource's own if there is none. */
function withDefault(given: pulumi.Input<unknown>, name: string): pulumi.Input<unknown> {
  if (pulumi.Output.isInstance(given) || given instanceof Promise) {
    return pulumi.output(given).apply((known) => known ?? name);
  }
  return given === undefined ? name : given;
}

/** Folders from which the provider was found. */
const found = new Set<string>();

/**
 * Makes sure that the engine will find the provider. Its process looks for this package from the program's folder, where a copy
 * that was installed for another package may not be found.
 *
 * `hasEngine` is false also for an inline program of Pulumi's Automation API, which is not checked because this process does not
 * know the engine's folder.
 *
 * @throws pulumi.RunError with the folder to install in.
 */
function assertProviderResolvable(): void {
  const folder = process.cwd();
  if (!pulumi.runtime.hasEngine() || found.has(folder)) {
    return;
  }
  try {
    createRequire(path.join(folder, "index.js")).resolve("pulumi-containergroups/provider");
  } catch {
    throw programError(
      `pulumi-containergroups must be a direct dependency of the program: add it to the dependencies in ` +
        `${path.join(folder, "package.json")} and install, because Pulumi loads its provider from that folder.`,
    );
  }
  found.add(folder);
}
