import { accessSync, constants, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseLossless } from "../json";
import type { Store } from "../service/store";
import { documentOf, seedsOf, textOf } from "./seedDocument";

const SAVE_AFTER_MS = 100;

/** Keeps all objects of a store in a file, which is a seed file too. */
export class StateFile {
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly file: string) {}

  /** Throws an error of one line for a file that could not be written later: it holds what nothing else does. */
  assertWritable(): void {
    try {
      accessSync(path.dirname(this.file) + path.sep, constants.W_OK);
      // Saving replaces it, which the folder alone decides: whoever made the file read-only wants it as it is.
      if (existsSync(this.file) && (statSync(this.file).mode & 0o222) === 0) {
        throw new Error("it is read-only");
      }
    } catch (error) {
      throw new Error(`the state file ${this.file} cannot be written: ${(error as Error).message}`);
    }
  }

  /** Puts what the file holds into a store, and gives whether there is a file. Throws an error of one line for a file that is not a state. */
  restore(store: Store): boolean {
    if (!existsSync(this.file)) {
      return false;
    }
    try {
      store.put(seedsOf(parseLossless(readFileSync(this.file, "utf8"))));
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
