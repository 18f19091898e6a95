import * as pulumi from "@pulumi/pulumi";
import { jsonPointer, type Path } from "../../common/path";
import { valueWithUnknowns } from "./outputInternals";
import { secretsBelow, type SecretFields } from "./secretFields";

/**
 * Where the program itself marked values as secret: JSON pointers of camelCase fields, sorted; `undefined` where there are
 * none. Fields that are secret anyway (`secrets`) are left out. The engine hands values to a provider without their marks,
 * so this is how the provider knows what must show in no error and no printed patch.
 *
 * The list holds no values, so it is itself neither secret nor unknown, and it depends on no resource. Parts that fail are
 * left out: they fail the resource by themselves.
 */
export async function userSecretPointers(value: unknown, secrets: SecretFields): Promise<string[] | undefined> {
  const found = new Set<string>();
  await visitAll(value, [], secrets, found);
  return found.size === 0 ? undefined : [...found].sort();
}

async function visitAll(
  value: unknown,
  path: Path,
  secrets: SecretFields | undefined,
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
  secrets: SecretFields | undefined,
  found: Set<string>,
): Promise<void> {
  if (deferred instanceof Promise) {
    return visitAll(await deferred, path, secrets, found);
  }
  const [value, secret] = await Promise.all([valueWithUnknowns(deferred), pulumi.isSecret(deferred)]);
  if (secret) {
    found.add(jsonPointer(path));
    return;
  }
  await visitAll(value, path, secrets, found);
}

type OnDeferred = (
  deferred: pulumi.Output<unknown> | Promise<unknown>,
  path: Path,
  secrets: SecretFields | undefined,
) => void;

/** Goes through what is there at once, and hands over what is not. */
function visit(value: unknown, path: Path, secrets: SecretFields | undefined, onDeferred: OnDeferred): void {
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
  for (const [field, inner] of Object.entries(value)) {
    const below = secretsBelow(secrets, field);
    if (below !== true) {
      visit(inner, [...path, field], below, onDeferred);
    }
  }
}
