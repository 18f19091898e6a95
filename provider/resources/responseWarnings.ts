import { driftOf } from "../core/patch/drift";
import { keptFields } from "../core/patch/keptFields";
import type { PreviousObject } from "../core/patch/mergePatch";
import { otherAlternatives } from "../core/patch/otherAlternatives";
import type { JsonObject } from "../core/json/json";
import type { Member } from "../core/schema/members";
import { formatPath } from "../../common/path";
import { programPath } from "../core/schema/wireNames";
import type { SecretPaths } from "../core/secrets/secretPaths";

/** What was sent, and of what it was made: bodies in wire form. */
export interface SentChange {
  patch: JsonObject;
  previous: PreviousObject;
  declared: JsonObject;
}

/** What is to be said where the response to a change shows another object than was declared: one sentence for each kind of difference. */
export function responseWarnings(
  { patch, previous, declared }: SentChange,
  response: JsonObject,
  body: Member,
  secretPaths: SecretPaths,
): string[] {
  const visible = (path: readonly string[]) => secretPaths.visible(programPath(path, body));
  const listed = (paths: string[][]) => [...new Set(paths.map((path) => formatPath(visible(path))))].join(", ");
  const kept = keptFields(patch, { previous, declared }, response, body);
  const keptPaths = new Set(kept.map((path) => path.join("\n")));
  const others = driftOf(patch, response, body).map(({ path }) => path);
  const changed = others.filter((path) => !keptPaths.has(path.join("\n")));
  const beside = otherAlternatives(declared, response, body);
  return [
    ...(changed.length > 0
      ? [
          `the service accepted the change but its response shows another value of ${listed(changed)}; ` +
            "it may have ignored or changed what was sent",
        ]
      : []),
    ...(kept.length > 0
      ? [`the service kept ${listed(kept)}: the change unset it, and the response shows the value that it had`]
      : []),
    ...(beside.length > 0
      ? [
          `the service has ${listed(beside)} beside what the program declares; ` +
            `to remove what is not wanted, declare it as null: ${[...new Set(beside.map((path) => nullLine(visible(path))))].join(", ")}`,
        ]
      : []),
  ];
}

/** How a program declares the last name of a path as null: `livenessProbe: { http: null }`. */
function nullLine(path: readonly string[]): string {
  return path.reduceRight(
    (inside, name, index) => `${name}: ${index < path.length - 1 ? `{ ${inside} }` : inside}`,
    "null",
  );
}
