/** A set of rows, one bit for each. */
export class Bits {
  readonly #words: Uint32Array;

  /** `rows`: the number of rows. */
  constructor(rows: number) {
    this.#words = new Uint32Array(Math.ceil(rows / 32));
  }

  add(row: number): void {
    this.#words[row >>> 5] = (this.#words[row >>> 5] ?? 0) | (1 << (row & 31));
  }

  has(row: number): boolean {
    return ((this.#words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }
}
