import { labelOf, type Description, type ObjectDescription } from "./description";
import { wordsOf } from "./looksSecret";

/** The secrets of a declaration, and the name of the setting that holds each. */
export type SecretNames = ReadonlyMap<Description, string>;

interface Found {
  secret: Description;
  /** Words of the resource's name, then those of each step of the path. */
  steps: string[];
}

const camelWord = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const joined = (step: string): string => wordsOf(step).map(camelWord).join("");

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** An element that has a name of its own is known by that, and its value needs no further name. */
function elementSteps(element: Description, index: number): { step: string; inside: Description } {
  const label = labelOf(element);
  const others = element.kind === "object" ? [...element.fields.values()].filter(({ kind }) => kind === "secret") : [];
  const [only] = others;
  return {
    step: label ?? String(index + 1),
    inside: label !== undefined && others.length === 1 && only ? only : element,
  };
}

function find(description: Description, steps: readonly string[], found: Found[]): void {
  switch (description.kind) {
    case "value":
      return;
    case "secret":
      found.push({ secret: description, steps: [...steps] });
      return;
    case "list":
      description.elements.forEach((element, index) => {
        const { step, inside } = elementSteps(element, index);
        find(inside, [...steps, step], found);
      });
      return;
    case "object":
      description.fields.forEach((field, name) => find(field, [...steps, name], found));
  }
}

/** The last steps of a path that no other path ends with. A position in a list alone says nothing. */
function shortest({ steps }: Found, all: readonly Found[]): string {
  const ending = (path: readonly string[], length: number) => path.slice(-length).map(joined).join("");
  for (let length = 1; length < steps.length; length++) {
    const wanted = ending(steps, length);
    if (/^\D/.test(wanted) && all.filter((other) => ending(other.steps, length) === wanted).length === 1) {
      return wanted;
    }
  }
  return steps.map(joined).join("");
}

/** Names for all secrets of the resources: the resource's, and as much of the path as tells one from another. */
export function nameSecrets(resources: readonly { name: string; args: ObjectDescription }[]): SecretNames {
  const names = new Map<Description, string>();
  const taken = new Set<string>();
  for (const { name: resource, args } of resources) {
    const found: Found[] = [];
    find(args, [], found);
    for (const each of found) {
      const base = lowerFirst(joined(resource) + shortest(each, found)) || "secret";
      let name = base;
      for (let count = 2; taken.has(name); count++) {
        name = `${base}${count}`;
      }
      taken.add(name);
      names.set(each.secret, name);
    }
  }
  return names;
}
