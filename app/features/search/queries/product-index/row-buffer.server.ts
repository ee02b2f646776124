/** Room for rows that is used again: arrays of a million rows lie outside the heap, where garbage is collected late. */
export class RowBuffer {
  #rows = new Int32Array();

  /** Room for `count` rows; what an earlier call returned is written over. */
  of(count: number): Int32Array {
    if (count > this.#rows.length) this.#rows = new Int32Array(Math.ceil(count * 1.1));
    return this.#rows.subarray(0, count);
  }
}
