import * as pulumi from "@pulumi/pulumi";
import type { AdoptedObject, Adopter, Adoptions } from "./declaredOnce";
import { adoptionsOfThisRun, declareOnce } from "./declaredOnce";
import { knownValue } from "./outputInternals";
import { defaultPathParameter } from "./settings";

/** What a resource adopts, and where its arguments name it. */
export interface Adopts {
  readonly kind: AdoptedObject["kind"];
  /** The argument that holds the names. */
  readonly argument: string;
  /** `value`: the argument is the one name, by default the resource's. `keys`: it is a map of what it names. */
  readonly names: "value" | "keys";
}

type Args = Readonly<Record<string, unknown>>;

const parentMembers = ["profile", "organizationName", "projectName"] as const;

/** What the names stand below: `profile`, `organizationName` and `projectName`, as far as they are known. */
type Parents = readonly unknown[];

/**
 * The argument that names what a resource adopts, as it is sent: as given, and the resource's own name where a name is not
 * given. Refuses an object that another resource of this run adopts: at once where the whole address is plain, else by an
 * output or a promise that rejects. While a part of the address is unknown nothing is refused. What is returned is secret,
 * or waits for another resource, only where the argument given is or does, and in exactly the same parts of it.
 *
 * @throws pulumi.RunError when the whole address is plain and taken.
 */
export function adoptedArgument(adopts: Adopts, args: Args, resourceName: string, adopter: Adopter): unknown {
  const adoptions = adoptionsOfThisRun();
  const absent = adopts.names === "value" ? resourceName : undefined;
  const { [adopts.argument]: given = absent } = args;
  const parents = parentMembers.map((member) => args[member]);
  if (![given, ...parents].some(isDeferred)) {
    check(adoptions, adopts, given, parents, adopter);
    return given;
  }
  return whenKnown(given, async (value) => {
    const known = absent === undefined ? value : (value ?? absent);
    check(adoptions, adopts, known, await Promise.all(parents.map(valueIfKnown)), adopter);
    return known;
  });
}

function isDeferred(value: unknown): boolean {
  return value instanceof Promise || pulumi.Output.isInstance(value);
}

/** Not by `pulumi.output`, which would make of all outputs inside the value a single one, secret if one of them is. */
function whenKnown(value: unknown, use: (known: unknown) => Promise<unknown>): pulumi.Input<unknown> {
  if (pulumi.Output.isInstance<unknown>(value)) {
    return value.apply(use);
  }
  const used = value instanceof Promise ? value.then((inner: unknown) => whenKnown(inner, use)) : use(value);
  // Whoever sends it sees it fail, but perhaps later than Node waits for someone to look.
  used.catch(() => undefined);
  return used;
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
function check(adoptions: Adoptions, adopts: Adopts, given: unknown, parents: Parents, adopter: Adopter): void {
  const [profile, ...path] = parents;
  if (!isTextOrAbsent(profile)) {
    return;
  }
  const organizationName = path[0] ?? defaultPathParameter("organizationName", profile);
  const projectName = path[1] ?? defaultPathParameter("projectName", profile);
  if (typeof organizationName !== "string" || typeof projectName !== "string") {
    return;
  }
  for (const name of namesIn(adopts, given)) {
    declareOnce(adoptions, { kind: adopts.kind, profile, organizationName, projectName, name }, adopter);
  }
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function namesIn({ names }: Adopts, given: unknown): string[] {
  if (names === "value") {
    return typeof given === "string" ? [given] : [];
  }
  if (typeof given !== "object" || given === null || Array.isArray(given) || pulumi.isUnknown(given)) {
    return [];
  }
  // Pulumi leaves out a member that is `undefined`.
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
