import { withRoom } from "./index-file.server.ts";
import type { Turns } from "./turns.server.ts";

/** Number of 32-bit words in an id. */
const WORDS = 4;
const FIRST_SIZE = 64;
/** Ids that are restored without a pause. */
const AT_ONCE = 16_384;
/** A place whose id was removed: a search goes on behind it. */
const REMOVED = -1;

/** The ids (UUIDs) of rows as numbers and the row of each id. A Map of a million strings would take 150 MB. */
export class RowIds {
  /** By row, the most significant word first. */
  #words = new Uint32Array(FIRST_SIZE * WORDS);
  /** Open-addressing hash table: row + 1 at the hash of its id or the next free place; 0 is empty. */
  #places = new Int32Array(2 * FIRST_SIZE);
  /** Places that are not empty. */
  #used = 0;
  #count = 0;

  /** Sets the id of a row that has none. */
  set(row: number, id: string): void {
    if ((row + 1) * WORDS > this.#words.length) this.reserve(Math.ceil(row * 1.25 + 1));
    this.#words.set(wordsOf(idBytes([id])), row * WORDS);
    if (2 * (this.#used + 1) > this.#places.length) this.#spread();
    this.#place(row);
  }

  /** Makes room for the ids of `rows` rows. */
  reserve(rows: number): void {
    if (rows * WORDS <= this.#words.length) return;
    const words = new Uint32Array(rows * WORDS);
    words.set(this.#words);
    this.#words = words;
  }

  /** Takes the id of `row` away. */
  remove(row: number): void {
    this.#places[this.#find(this.#words, row * WORDS)] = REMOVED;
    this.#count -= 1;
  }

  /** The row of `id`; -1 if there is none. */
  rowOf(id: string): number {
    return this.rowsOf(idBytes([id]))[0] ?? -1;
  }

  /** Rows of ids in the format of `idBytes`; -1 for unknown ids. */
  rowsOf(ids: Uint8Array): Int32Array {
    const words = wordsOf(ids);
    const rows = new Int32Array(words.length / WORDS);
    for (let i = 0; i < rows.length; i += 1) rows[i] = (this.#places[this.#find(words, i * WORDS)] ?? 0) - 1;
    return rows;
  }

  /** The ids of the rows below `count` as numbers, for `restore`. */
  stored(count: number): Uint32Array {
    return this.#words.subarray(0, count * WORDS);
  }

  /** Takes the stored ids of `rows` into this empty table. */
  async restore(words: Uint32Array<ArrayBuffer>, rows: Int32Array, turns: Turns): Promise<void> {
    this.#words = withRoom(words);
    this.#places = new Int32Array(sizeFor(rows.length));
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      for (const row of rows.subarray(start, start + AT_ONCE)) this.#restoreRow(row);
      await turns.rest();
    }
    this.#used = this.#count = rows.length;
  }

  /** Each stored id is of one row only, so none is compared. */
  #restoreRow(row: number): void {
    const places = this.#places;
    const last = places.length - 1;
    let place = this.#hashOf(this.#words, row * WORDS) & last;
    while (places[place] !== 0) place = (place + 1) & last;
    places[place] = row + 1;
  }

  #hashOf(words: Uint32Array, at: number): number {
    return Math.imul((words[at] ?? 0) ^ (words[at + 3] ?? 0), 0x9e3779b1) >>> 8;
  }

  idOf(row: number): string {
    const hex = (word: number) => (this.#words[row * WORDS + word] ?? 0).toString(16).padStart(8, "0");
    const [first, second, third, last] = [hex(0), hex(1), hex(2), hex(3)];
    return `${first}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${last}`;
  }

  /** Compares the ids of two rows as their texts and PostgreSQL do. */
  compare(a: number, b: number): number {
    for (let i = 0; i < WORDS; i += 1) {
      const difference = (this.#words[a * WORDS + i] ?? 0) - (this.#words[b * WORDS + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Makes the table anew, larger where many ids came, without the removed ones. */
  #spread(): void {
    const rows = this.#places.filter((place) => place > 0);
    this.#places = new Int32Array(sizeFor(this.#count));
    this.#used = 0;
    this.#count = 0;
    for (const place of rows) this.#place(place - 1);
  }

  #place(row: number): void {
    this.#places[this.#find(this.#words, row * WORDS)] = row + 1;
    this.#used += 1;
    this.#count += 1;
  }

  /** Place of the id whose words start at `at`, or the empty place for it. */
  #find(words: Uint32Array, at: number): number {
    const last = this.#places.length - 1;
    for (let place = this.#hashOf(words, at); ; place += 1) {
      const found = this.#places[place & last] ?? 0;
      if (found === 0 || (found > 0 && this.#hasWords(found - 1, words, at))) return place & last;
    }
  }

  #hasWords(row: number, words: Uint32Array, at: number): boolean {
    for (let i = 0; i < WORDS; i += 1) if (this.#words[WORDS * row + i] !== words[at + i]) return false;
    return true;
  }
}

/** Number of places for `count` ids, a quarter to half full. */
function sizeFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(4 * (count + FIRST_SIZE / 2)));
}

/** UUIDs as 16 bytes each, the format of PostgreSQL's uuid_send. */
export function idBytes(ids: readonly string[]): Uint8Array {
  return Buffer.from(ids.join("").replaceAll("-", ""), "hex");
}

/** The words of ids; `bytes` may start anywhere, words in memory not. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = new Uint32Array(bytes.byteLength / 4);
  for (let i = 0; i < words.length; i += 1) words[i] = view.getUint32(i * 4);
  return words;
}
