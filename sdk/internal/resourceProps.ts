import * as pulumi from "@pulumi/pulumi";
import { adoptedArgument } from "./adoption";
import { resourceIdentity } from "./declaredOnce";
import type { ResourceKind } from "./kinds";
import { protect } from "./protect";
import { requireProviderFound } from "./providerFound";
import { userSecretPointers } from "./userSecrets";
import { programError } from "./programError";

/**
 * What a resource of this kind registers with Pulumi: the arguments that are given; `observed`, which the provider answers;
 * `__provider`, the provider's text; `__secrets`, where the program marked values as secret, if it may have; and
 * `__replaceOnChanges` and `__ignoreChanges`, these options if they are set, which the host does not hand to a provider. Names that begin with two underscores are
 * not displayed by the CLI.
 *
 * @throws pulumi.RunError when the option `import` is given, the engine would not find the provider, a value cannot be sent, or
 *   another resource adopts the same object.
 */
export function resourceProps(
  kind: ResourceKind,
  name: string,
  args: object,
  opts: pulumi.CustomResourceOptions,
): pulumi.Inputs {
  const owner = `${kind.label} "${name}"`;
  if (opts.import !== undefined) {
    throw programError(`${owner}: ${kind.noImport}.`);
  }
  requireProviderFound();
  const { value, deferred } = protect(owner, args, { path: [], secrets: kind.secrets, fromOutput: false });
  const given = Object.fromEntries(Object.entries(value ?? {}).filter(([, member]) => member !== undefined));
  const props: pulumi.Inputs = { ...given, observed: undefined, __provider: kind.providerText };
  if (opts.replaceOnChanges?.length) {
    props["__replaceOnChanges"] = opts.replaceOnChanges;
  }
  if (opts.ignoreChanges?.length) {
    props["__ignoreChanges"] = opts.ignoreChanges;
  }
  if (deferred) {
    props["__secrets"] = pulumi.output(userSecretPointers(given, kind.secrets));
  }
  if (kind.adopts !== undefined) {
    const identity = resourceIdentity(kind.type, name, opts.parent);
    props[kind.adopts.argument] = adoptedArgument(kind.adopts, given, name, { owner, identity });
  }
  return props;
}
