import { jsonPointer } from "../common/path";
import { isJsonObject, type Json, type JsonObject } from "../common/json";
import type { Member } from "../provider/core/schema/members";
import { SecretPaths } from "../provider/core/secrets/secretPaths";
import { visitSecrets } from "../provider/core/secrets/secretValues";

/** The settings that hold the secrets of a program, by the JSON pointer of the value in the resource's arguments. */
export type SecretNames = ReadonlyMap<string, string>;

/** A variable of such a name holds a secret. */
const SECRET_VARIABLE =
  /AUTH|CERT|CONNECTION|COOKIE|CREDENTIAL|DSN|JWT|KEY|LICENSE|PASS|PRIVATE|PWD|SALT|SECRET|SESSION|SIGNATURE|TOKEN|WEBHOOK/i;

/** Steps of a path that say nothing about a secret. */
const GENERAL = new Set(["container", "environmentVariables", "groups", "headers", "logging", "tags", "value"]);

/** `web-DB_PASSWORD` as `webDbPassword`. */
function camelCase(text: string): string {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  const name = words.map(upperFirst).join("");
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The steps of a path; an element of a list is known by its name. */
function stepsOf(args: Json, path: readonly PropertyKey[]): string[] {
  let value: Json | undefined = args;
  return path.map((key) => {
    value = (value as { [key: PropertyKey]: Json })[key];
    const label = typeof key === "number" && isJsonObject(value) ? value["name"] : undefined;
    return typeof label === "string" ? label : String(typeof key === "number" ? key + 1 : key);
  });
}

/** What is secret beside what the schema says. */
export interface SecretRules {
  /** A text that holds it is secret. */
  apiKey: string | undefined;
  /** All variables are secret, whatever their names are. */
  allVariables?: boolean | undefined;
}

/** Whether a value that may be a credential is printed as the name of a setting. */
function isSecret(path: readonly PropertyKey[], { allVariables }: SecretRules): boolean {
  return path.at(-2) !== "environmentVariables" || allVariables === true || SECRET_VARIABLE.test(String(path.at(-1)));
}

/** The paths of the texts that hold a key. */
function pathsOf(key: string, value: Json, path: readonly PropertyKey[] = []): (readonly PropertyKey[])[] {
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" && value.includes(key) ? [path] : [];
  }
  const entries: Iterable<[PropertyKey, Json]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...entries].flatMap(([step, child]) => pathsOf(key, child, [...path, step]));
}

/** Names for the secrets of an object, such as `webDatadogApiKey`. `taken` holds the names in use; the new ones are added. */
export function nameSecrets(
  object: string,
  args: JsonObject,
  schema: Member,
  rules: SecretRules,
  taken: Set<string>,
): SecretNames {
  const names = new Map<string, string>();
  const addName = (path: readonly PropertyKey[]) => {
    const steps = stepsOf(args, path).filter((step) => !GENERAL.has(step));
    const base = camelCase([object, ...steps].join("-"));
    let name = base;
    for (let count = 2; taken.has(name); count++) {
      name = `${base}${count}`;
    }
    taken.add(name);
    names.set(jsonPointer(path), name);
  };
  visitSecrets(args, schema, new SecretPaths([]), (value, _, path) => {
    if (value !== "" && isSecret(path, rules)) {
      addName(path);
    }
  });
  const holdKey = rules.apiKey ? pathsOf(rules.apiKey, args) : [];
  holdKey.filter((path) => !names.has(jsonPointer(path))).forEach(addName);
  return names;
}
