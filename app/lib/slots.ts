/** Runs work with limited concurrency, in the order of the calls. */
export class Slots {
  readonly #queue: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** The number of calls that wait for a slot. */
  get waiting(): number {
    return this.#queue.length;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#free -= 1;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
