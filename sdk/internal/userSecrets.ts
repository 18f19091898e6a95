import * as pulumi from "@pulumi/pulumi";
import { valueWithUnknowns } from "./outputInternals";
import type { Path } from "./path";
import { pathPointer } from "./path";
import type { SecretMembers } from "./secretMembers";
import { secretsBelow } from "./secretMembers";

/**
 * Where the program itself marked values as secret: JSON pointers of camelCase members, sorted; `undefined` where there are
 * none. Members that are secret anyway (`secrets`) are left out. The engine hands values to a provider without their marks,
 * so this is how the provider knows what must show in no error and no printed patch.
 *
 * The list holds no values, so it is itself neither secret nor unknown, and it depends on no resource. Parts that fail are
 * left out: they fail the resource by themselves.
 */
export async function userSecretPointers(value: unknown, secrets: SecretMembers): Promise<string[] | undefined> {
  const found = new Set<string>();
  await visitAll(value, [], secrets, found);
  return found.size === 0 ? undefined : [...found].sort();
}

async function visitAll(
  value: unknown,
  path: Path,
  secrets: SecretMembers | undefined,
  found: Set<string>,
): Promise<void> {
  const pending: Promise<void>[] = [];
  visit(value, path, secrets, (deferred, at, below) => {
    pending.push(visitDeferred(deferred, at, below, found).catch(() => undefined));
  });
  await Promise.all(pending);
}

async function visitDeferred(
  deferred: pulumi.Output<unknown> | Promise<unknown>,
  path: Path,
  secrets: SecretMembers | undefined,
  found: Set<string>,
): Promise<void> {
  if (deferred instanceof Promise) {
    return visitAll(await deferred, path, secrets, found);
  }
  const [value, secret] = await Promise.all([valueWithUnknowns(deferred), pulumi.isSecret(deferred)]);
  if (secret) {
    found.add(pathPointer(path));
    return;
  }
  await visitAll(value, path, secrets, found);
}

type OnDeferred = (
  deferred: pulumi.Output<unknown> | Promise<unknown>,
  path: Path,
  secrets: SecretMembers | undefined,
) => void;

/** Goes through what is there at once, and hands over what is not. */
function visit(value: unknown, path: Path, secrets: SecretMembers | undefined, onDeferred: OnDeferred): void {
  if (typeof value !== "object" || value === null) {
    return;
  }
  if (pulumi.Output.isInstance<unknown>(value) || value instanceof Promise) {
    onDeferred(value, path, secrets);
    return;
  }
  if (pulumi.isUnknown(value) || pulumi.Resource.isInstance(value)) {
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => visit(item, [...path, index], undefined, onDeferred));
    return;
  }
  for (const [member, inner] of Object.entries(value)) {
    const below = secretsBelow(secrets, member);
    if (below !== true) {
      visit(inner, [...path, member], below, onDeferred);
    }
  }
}
