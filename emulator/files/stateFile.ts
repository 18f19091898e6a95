import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseLossless } from "../json";
import type { Seeds, Store } from "../service/store";
import { documentOf, seedsOf, textOf } from "./seedDocument";

const SAVE_AFTER_MS = 100;

/** Keeps all objects of a store in a file, which is a seed file too. */
export class StateFile {
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly file: string) {}

  /** What the file holds; `undefined` where there is none. Throws an error of one line for a file that is not a state. */
  read(): Seeds | undefined {
    if (!existsSync(this.file)) {
      return undefined;
    }
    try {
      return seedsOf(parseLossless(readFileSync(this.file, "utf8")));
    } catch (error) {
      throw new Error(`the state file ${this.file} cannot be taken: ${(error as Error).message.split("\n")[0]}`);
    }
  }

  /** Saves soon: what changes meanwhile is saved with it. */
  saveSoon(store: Store): void {
    this.#timer ??= setTimeout(() => {
      try {
        this.save(store);
      } catch (error) {
        // It is tried again with the next change, and when the emulator stops, which then fails.
        process.emitWarning(`the state file ${this.file} is not written: ${(error as Error).message}`);
      }
    }, SAVE_AFTER_MS).unref();
  }

  /** Saves now. A file that is there is replaced whole; none but its owner can read it, for it holds credentials. */
  save(store: Store): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const aside = `${this.file}.${process.pid}.tmp`;
    writeFileSync(aside, textOf(documentOf(store.toSeeds())), { mode: 0o600 });
    renameSync(aside, this.file);
  }
}
