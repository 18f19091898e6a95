import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Figure } from "./figures";
import type { Circumstances } from "./machine";
import type { Suite } from "./suite";

/** What is kept of a suite that was measured: what was done, where, and every figure. Suites may be measured on different days. */
export interface Result extends Circumstances, Pick<Suite, "name" | "title" | "description" | "reference"> {
  /** The subjects' titles, by key. */
  subjects: Record<string, string>;
  quick: boolean;
  figures: Figure[];
}

/** Writes the result of a suite over its last one. */
export function writeResult(folder: string, result: Result): void {
  mkdirSync(folder, { recursive: true });
  // A line for each figure, so that people and diffs can read it.
  const { figures, ...rest } = result;
  const lines = figures.map((figure) => `    ${JSON.stringify(figure)}`).join(",\n");
  const text = JSON.stringify({ ...rest, figures: [] }, undefined, 2).replace(
    /\[\]\n\}$/,
    () => `[\n${lines}\n  ]\n}\n`,
  );
  writeFileSync(path.join(folder, `${result.name}.json`), text);
}

/** The results in a folder, in the order of the suites. */
export function readResults(folder: string, suites: readonly Suite[]): Result[] {
  const files = suites.map(({ name }) => path.join(folder, `${name}.json`)).filter((file) => existsSync(file));
  return files.map((file) => JSON.parse(readFileSync(file, "utf8")) as Result);
}
