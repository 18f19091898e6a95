import { createHash } from "node:crypto";

/** Chance that a seed decides: the same seed gives the same choices on every machine. */
export class Random {
  #drawn = 0;

  constructor(private readonly seed: string) {}

  #draw(): Buffer {
    return createHash("sha256").update(`${this.seed} ${this.#drawn++}`).digest();
  }

  /** From 0 up to, not including, 1. */
  #next(): number {
    return this.#draw().readUInt32BE() / 2 ** 32;
  }

  /** An integer between these two, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)] as T;
  }

  /** At least one of them, at most so many, in any order. Of none it is none. */
  some<T>(list: readonly T[], most = list.length): T[] {
    const shuffled = list.map((value) => ({ value, order: this.#next() })).sort((a, b) => a.order - b.order);
    return shuffled.slice(0, this.integer(1, most)).map(({ value }) => value);
  }

  /** Letters and digits that have not been seen before. */
  token(): string {
    return this.#draw().toString("hex", 0, 6);
  }
}
