import * as pulumi from "@pulumi/pulumi";
import type { AdoptedObject, Adopter, Adoptions } from "./declaredOnce";
import { adoptionsOfThisRun, declareOnce } from "./declaredOnce";
import { knownValue } from "./outputInternals";
import { defaultPathParameter } from "./settings";

/** The members that address an object, as the program gave them. */
interface Address {
  readonly profile?: unknown;
  readonly organizationName?: unknown;
  readonly projectName?: unknown;
  readonly name?: unknown;
}

/**
 * The name that a resource sends: the one given, else `defaultName`. Refuses an object that another resource of this run
 * adopts: at once where the whole address is plain, else by an output that rejects. While a part of the address is unknown
 * nothing is refused. The output is secret, or waits for another resource, only where the name given is or does.
 *
 * @throws pulumi.RunError when the whole address is plain and taken.
 */
export function adoptedName(
  kind: AdoptedObject["kind"],
  address: Address,
  defaultName: string,
  adopter: Adopter,
): pulumi.Input<unknown> {
  const adoptions = adoptionsOfThisRun();
  const { name = defaultName, ...parents } = address;
  if (![name, ...Object.values(parents)].some(isDeferred)) {
    check(adoptions, kind, { ...parents, name }, adopter);
    return name;
  }
  const nameOutput: pulumi.Output<unknown> = pulumi.output(name);
  return nameOutput.apply(async (given) => {
    const known = given ?? defaultName;
    const [profile, organizationName, projectName] = await Promise.all(
      [address.profile, address.organizationName, address.projectName].map(valueIfKnown),
    );
    check(adoptions, kind, { profile, organizationName, projectName, name: known }, adopter);
    return known;
  });
}

function isDeferred(value: unknown): boolean {
  return value instanceof Promise || pulumi.Output.isInstance(value);
}

/** Stands for a part that is unknown, or that fails, which fails the resource by itself. */
const notKnown = Symbol("not known");

async function valueIfKnown(input: unknown): Promise<unknown> {
  if (!isDeferred(input)) {
    return input;
  }
  const known = await knownValue(input).catch(() => undefined);
  return known === undefined ? notKnown : known.value;
}

/** An address that is not whole, or not of text, is passed: the provider says what is wrong with it. */
function check(adoptions: Adoptions, kind: AdoptedObject["kind"], address: Address, adopter: Adopter): void {
  const { profile, name } = address;
  if (!isTextOrAbsent(profile)) {
    return;
  }
  const organizationName = address.organizationName ?? defaultPathParameter("organizationName", profile);
  const projectName = address.projectName ?? defaultPathParameter("projectName", profile);
  if (typeof organizationName === "string" && typeof projectName === "string" && typeof name === "string") {
    declareOnce(adoptions, { kind, profile, organizationName, projectName, name }, adopter);
  }
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
