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

  /** The rows at places `from` to before `to` among those of `order` that are in the set; read from its end if `isBackward`. */
  inOrder(order: Int32Array, isBackward: boolean, from: number, to: number): number[] {
    const words = this.#words;
    const found: number[] = [];
    const step = isBackward ? -1 : 1;
    let seen = 0;
    for (let at = isBackward ? order.length - 1 : 0; seen < to && at >= 0 && at < order.length; at += step) {
      const row = order[at] ?? 0;
      if (((words[row >>> 5] ?? 0) & (1 << (row & 31))) === 0) continue;
      if (seen >= from) found.push(row);
      seen += 1;
    }
    return found;
  }

  /** Writes the rows, ascending; returns their number. */
  write(to: Int32Array): number {
    let count = 0;
    for (let at = 0; at < this.#words.length; at += 1) {
      for (let word = this.#words[at] ?? 0; word !== 0; word &= word - 1) {
        to[count++] = 32 * at + 31 - Math.clz32(word & -word);
      }
    }
    return count;
  }
}
