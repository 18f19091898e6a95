/** How many identifiers are remembered, and how many chains they are found by: powers of two. */
const PLACES = 8192;
const CHAINS = 16_384;

/**
 * The last 8,192 different identifiers, in constant memory. It is exact: the hash only leads to those that are compared.
 *
 * A `Set` of strings does the same at several times the cost: to compare it looks into strings that have long left the
 * processor's cache, where here integers side by side say that there is nothing to compare.
 */
export class RecentIds {
  /** A ring: the identifier of number n, from 1, has the place n modulo PLACES. */
  readonly #ids = new Array<string>(PLACES).fill("");
  readonly #hashes = new Int32Array(PLACES);
  /** The number of the identifier before it in the same chain; 0 where there is none. */
  readonly #earlier = new Int32Array(PLACES);
  /** The number of the latest identifier in each chain. */
  readonly #latest = new Int32Array(CHAINS);
  #count = 0;

  /** Adds an identifier: true. False: it is among those that are remembered. */
  add(id: string): boolean {
    const hash = hashOf(id);
    const chain = hash & (CHAINS - 1);
    const forgotten = Math.max(0, this.#count - PLACES);
    for (let number = this.#latest[chain]!; number > forgotten;) {
      const place = number & (PLACES - 1);
      if (this.#hashes[place] === hash && this.#ids[place] === id) {
        return false;
      }
      number = this.#earlier[place]!;
    }
    const number = ++this.#count;
    const place = number & (PLACES - 1);
    this.#ids[place] = id;
    this.#hashes[place] = hash;
    this.#earlier[place] = this.#latest[chain]!;
    this.#latest[chain] = number;
    return true;
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  }
  return hash;
}
