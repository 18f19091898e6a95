import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseLossless } from "../json";
import type { Store } from "../service/store";
import { documentOf, putDocument, textOf } from "./seedDocument";

const SAVE_AFTER_MS = 100;

/** Keeps all objects of a store in a file, which is a seed file too. */
export class StateFile {
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly file: string) {}

  /** Puts what the file holds into a store, and gives whether there is a file. Throws an error of one line for a file that is not a state. */
  restore(store: Store): boolean {
    if (!existsSync(this.file)) {
      return false;
    }
    try {
      putDocument(parseLossless(readFileSync(this.file, "utf8")), store);
      return true;
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
        process.emitWarning((error as Error).message);
      }
    }, SAVE_AFTER_MS).unref();
  }

  /** Saves now, or throws an error of one line. A file that is there is replaced whole; none but its owner can read it, for it holds credentials. */
  save(store: Store): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const aside = `${this.file}.${process.pid}.tmp`;
    try {
      writeFileSync(aside, textOf(documentOf(store.toSeeds())), { mode: 0o600 });
      renameSync(aside, this.file);
    } catch (error) {
      throw new Error(`the state file ${this.file} is not written: ${(error as Error).message}`);
    }
  }
}
