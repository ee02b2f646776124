import { FLAGS } from "./indexed-product.server.ts";
import { Postings } from "./postings.server.ts";
import type { Turns } from "./turns.server.ts";

/** Columns whose rows are listed by code. */
const COLUMNS = ["category", "top", "distributor", "brand"] as const;
/** Flags whose rows are listed: shops have few such products. */
const LISTED_FLAGS = ["featured", "best_seller", "new_arrival"] as const satisfies (keyof typeof FLAGS)[];

export type PostedColumn = (typeof COLUMNS)[number];
/** A product's codes, and the bits of its flags. */
type Codes = Record<PostedColumn | "flags", number>;

/** Lists of rows by what they have, so that a small part of the catalogue is read alone. */
export class PostedRows {
  readonly category = new Postings();
  readonly top = new Postings();
  readonly distributor = new Postings();
  readonly brand = new Postings();
  /** By the place in `LISTED_FLAGS`. */
  readonly #flags = new Postings();
  /** Until `build` all lists are empty, and writes change none. */
  isBuilt = false;

  /** Lists the rows `live`, ascending; later writes keep the lists up to date. */
  async build(
    columns: Record<PostedColumn, Int32Array> & { flags: Uint8Array },
    live: Int32Array,
    turns: Turns,
  ): Promise<void> {
    for (const name of COLUMNS) {
      const column = columns[name];
      let most = -1;
      for (let at = 0; at < live.length; at += 1) most = Math.max(most, column[live[at] ?? 0] ?? -1);
      await this[name].build(column, live, most + 1, turns);
    }
    for (const [code, flag] of LISTED_FLAGS.entries()) {
      const rows = new Int32Array(live.length);
      let count = 0;
      for (let at = 0; at < live.length; at += 1) {
        const row = live[at] ?? 0;
        if (((columns.flags[row] ?? 0) & FLAGS[flag]) !== 0) rows[count++] = row;
      }
      this.#flags.fill(code, rows.slice(0, count));
      await turns.rest();
    }
    this.isBuilt = true;
  }

  /** The rows with a flag, ascending, until the next edit. */
  flagged(flag: (typeof LISTED_FLAGS)[number]): Int32Array {
    return this.#flags.of(LISTED_FLAGS.indexOf(flag));
  }

  /** Moves `row` from the lists of what it had to those of what it has; null for no product. */
  move(row: number, before: Codes | null, after: Codes | null): void {
    if (!this.isBuilt) return;
    for (const name of COLUMNS) this[name].move(row, before?.[name] ?? -1, after?.[name] ?? -1);
    for (const [code, flag] of LISTED_FLAGS.entries()) {
      const codeOf = (codes: Codes | null) => (((codes?.flags ?? 0) & FLAGS[flag]) === 0 ? -1 : code);
      this.#flags.move(row, codeOf(before), codeOf(after));
    }
  }
}
