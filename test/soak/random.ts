/** Chance that a seed decides: the same seed gives the same choices on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer between these two, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)] as T;
  }

  /** At least one of them, at most so many, in any order. */
  some<T>(list: readonly T[], most = list.length): T[] {
    const rest = [...list];
    const count = this.integer(1, Math.min(most, rest.length));
    return Array.from({ length: count }, () => rest.splice(this.integer(0, rest.length - 1), 1)[0] as T);
  }

  /** Letters and digits that have not been seen before. */
  token(): string {
    return this.integer(0, 2 ** 32 - 1).toString(36) + this.integer(0, 2 ** 32 - 1).toString(36);
  }
}
