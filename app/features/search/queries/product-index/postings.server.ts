import type { Turns } from "./turns.server.ts";

const NONE = new Int32Array();

/** The rows of each code of a column, ascending. */
export class Postings {
  readonly #lists: Int32Array[] = [];
  readonly #counts: number[] = [];

  /** Takes in the rows, ascending, of a new table. */
  async build(column: Int32Array, rows: Int32Array, codes: number, turns: Turns): Promise<void> {
    // By code, the end of its rows in `all`, and while these are written, their next place. Code -1 is that before 0.
    const ends = new Int32Array(codes + 2);
    for (let at = 0; at < rows.length; at += 1) {
      const code = (column[rows[at] ?? 0] ?? -1) + 2;
      ends[code] = (ends[code] ?? 0) + 1;
    }
    for (let code = 1; code < ends.length; code += 1) ends[code] = (ends[code] ?? 0) + (ends[code - 1] ?? 0);
    await turns.rest();
    const all = new Int32Array(rows.length);
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const code = (column[row] ?? -1) + 1;
      const place = ends[code] ?? 0;
      all[place] = row;
      ends[code] = place + 1;
    }
    for (let code = 0; code < codes; code += 1) this.fill(code, all.subarray(ends[code], ends[code + 1]));
    await turns.rest();
  }

  /** Takes in the rows, ascending, of a code of a new table. */
  fill(code: number, rows: Int32Array): void {
    this.#lists[code] = rows;
    this.#counts[code] = rows.length;
  }

  /** The rows of `code` until the next edit. */
  of(code: number): Int32Array {
    return (this.#lists[code] ?? NONE).subarray(0, this.#counts[code]);
  }

  /** Moves `row` from the rows of a code to those of another; -1 for none. */
  move(row: number, from: number, to: number): void {
    if (from === to) return;
    if (from >= 0) this.#remove(from, row);
    if (to >= 0) this.#add(to, row);
  }

  #remove(code: number, row: number): void {
    const rows = this.of(code);
    const place = placeOf(rows, row);
    rows.copyWithin(place, place + 1);
    this.#counts[code] = rows.length - 1;
  }

  #add(code: number, row: number): void {
    const before = this.of(code);
    const place = placeOf(before, row);
    let list = this.#lists[code] ?? NONE;
    if (before.length === list.length) {
      list = new Int32Array(Math.ceil(before.length * 1.1) + 4);
      list.set(before);
      this.#lists[code] = list;
    }
    list.copyWithin(place + 1, place, before.length);
    list[place] = row;
    this.#counts[code] = before.length + 1;
  }
}

/** Where `row` stands among ascending rows, or would stand. */
function placeOf(rows: Int32Array, row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
