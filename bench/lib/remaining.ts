/** A turn that is to come: turns of one key take about equally long. */
interface Turn {
  key: string;
  /** What it is thought to take before one of its key has been measured, in milliseconds. */
  guess: number;
}

/** Estimates how long turns to come will take from those that are done. */
export class Remaining {
  readonly #turns: Turn[];
  readonly #took = new Map<string, number[]>();
  #guessed = 0;
  #measured = 0;

  /** All turns, in their order. */
  constructor(turns: readonly Turn[]) {
    this.#turns = [...turns];
  }

  /** The turn at hand is done. */
  done(milliseconds: number): void {
    const turn = this.#turns.shift();
    if (turn === undefined) return;
    this.#took.set(turn.key, [...(this.#took.get(turn.key) ?? []), milliseconds]);
    this.#guessed += turn.guess;
    this.#measured += milliseconds;
  }

  /** How long the rest will take, the turn at hand having run for so many milliseconds. */
  milliseconds(elapsed = 0): number {
    const [current, ...later] = this.#turns;
    const left = current === undefined ? 0 : Math.max(0, this.#expected(current) - elapsed);
    return later.reduce((sum, turn) => sum + this.#expected(turn), left);
  }

  #expected({ key, guess }: Turn): number {
    const took = this.#took.get(key);
    if (took) return took.reduce((sum, each) => sum + each, 0) / took.length;
    // A machine that is twice as slow as was thought is so for what comes too.
    return this.#guessed === 0 ? guess : (guess * this.#measured) / this.#guessed;
  }
}
