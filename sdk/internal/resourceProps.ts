import * as pulumi from "@pulumi/pulumi";
import { declareOnce, groupsDeclaredElsewhere, resourceIdentity } from "./declaredOnce";
import { markSecrets } from "./markSecrets";
import { programError } from "./programError";
import { assertProviderResolvable } from "./providerResolvable";
import type { ResourceKind } from "./resourceKinds";
import { userSecretPointers } from "./userSecrets";

/**
 * What a resource of this kind registers with Pulumi: the arguments that are given, and the name if it has one; `observed`,
 * which the provider gives; `__provider`, the provider's text; `__secrets`, where the program marked values as secret, if it
 * may have; `__replaceOnChanges` and `__ignoreChanges`, these options if they are set, which the host does not hand to a
 * provider; and of a resource of many groups `__resourceName`, its name in the program, and `__declaredElsewhere`, the groups that other
 * resources declare: an update of it may begin before the engine has told the provider of them. Names that begin with two underscores are not displayed by the CLI.
 *
 * @throws pulumi.RunError when the option `import` is given, the engine would not find the provider, a value cannot be sent, or
 *   another resource declares the same object.
 */
export function resourceProps(
  kind: ResourceKind,
  name: string,
  args: object,
  opts: pulumi.CustomResourceOptions,
): pulumi.Inputs {
  const label = `${kind.label} "${name}"`;
  if (opts.import !== undefined) {
    throw programError(`${label}: ${kind.notReadable}, so drop the option \`import\`.`);
  }
  assertProviderResolvable();
  const { value, deferred } = markSecrets(label, args, kind.secrets);
  const given: pulumi.Inputs = Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
  if (kind.declares?.argument === "name") {
    given["name"] = withDefault(given["name"], name);
  }
  const props: pulumi.Inputs = { ...given, observed: undefined, __provider: kind.providerText };
  if (kind.declares !== undefined) {
    const owner = { label, identity: resourceIdentity(kind.type, name, opts.parent) };
    declareOnce(kind.declares, given, owner);
    if (kind.declares.argument === "groups") {
      props["__resourceName"] = name;
      props["__declaredElsewhere"] = groupsDeclaredElsewhere(owner);
    }
  }
  if (opts.replaceOnChanges?.length) {
    props["__replaceOnChanges"] = opts.replaceOnChanges;
  }
  if (opts.ignoreChanges?.length) {
    props["__ignoreChanges"] = opts.ignoreChanges;
  }
  if (deferred) {
    props["__secrets"] = pulumi.output(userSecretPointers(given, kind.secrets));
  }
  return props;
}

/** The resource's own name where an argument turns out to give none. */
function withDefault(given: pulumi.Input<unknown>, name: string): pulumi.Input<unknown> {
  if (pulumi.Output.isInstance(given) || given instanceof Promise) {
    return pulumi.output(given).apply((known) => known ?? name);
  }
  return given === undefined ? name : given;
}
