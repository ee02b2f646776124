import { plainLetters } from "../search-text.server.ts";

const ASCII = 0x7f;
const FIRST = { rows: 64, bytes: 4_096 };
/** UTF-8 bytes of a character of a JavaScript string, at most. */
const MOST_PER_CHARACTER = 3;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The names of rows as UTF-8, ordered by bytes as in PostgreSQL's "C". A million strings would take twice as much. */
export class RowNames {
  #bytes: Uint8Array;
  /** By row: where its name starts and ends in `#bytes`. */
  #places: Uint32Array;
  #end = 0;
  /** Bytes before `#end` that are names. */
  #used = 0;

  /** With the `bytes` and `places` of others, or empty. */
  constructor(bytes = new Uint8Array(FIRST.bytes), places = new Uint32Array(2 * FIRST.rows)) {
    this.#bytes = bytes;
    this.#places = places;
    for (let at = 0; at + 1 < places.length; at += 2) {
      const [start = 0, end = 0] = [places[at], places[at + 1]];
      this.#used += end - start;
      this.#end = Math.max(this.#end, end);
    }
  }

  /** What the constructor takes in, of the rows below `count`. */
  stored(count: number): { bytes: Uint8Array; places: Uint32Array } {
    return { bytes: this.#bytes.subarray(0, this.#end), places: this.#places.subarray(0, 2 * count) };
  }

  set(row: number, name: string): void {
    if (2 * row + 2 > this.#places.length) this.#places = larger(this.#places, Math.ceil(row * 1.25 + 1) * 2);
    this.#used -= (this.#places[2 * row + 1] ?? 0) - this.#start(row);
    const most = MOST_PER_CHARACTER * name.length;
    if (this.#end + most > this.#bytes.length) this.#makeRoom(most);
    const { written } = encoder.encodeInto(name, this.#bytes.subarray(this.#end));
    this.#places[2 * row] = this.#end;
    this.#end += written;
    this.#used += written;
    this.#places[2 * row + 1] = this.#end;
  }

  /** Makes room for the names of `rows` rows, of which a share `spare` is new. */
  reserve(rows: number, spare: number): void {
    if (2 * rows > this.#places.length) this.#places = larger(this.#places, 2 * rows);
    const more = Math.ceil(this.#end * spare);
    if (this.#end + more > this.#bytes.length) this.#makeRoom(more);
  }

  /** The name of `row`; empty for a row without one. */
  of(row: number): string {
    return row < 0 ? "" : decoder.decode(this.#bytes.subarray(this.#start(row), this.#places[2 * row + 1]));
  }

  /** Whether the name of `row` has, for each of `beginnings` (ASCII, lower case), a word that begins so. */
  hasWords(row: number, beginnings: readonly Uint8Array[]): boolean {
    const [start, end] = [this.#start(row), this.#places[2 * row + 1] ?? 0];
    for (let at = start; at < end; at += 1)
      if ((this.#bytes[at] ?? 0) > ASCII) return this.#hasPlainWords(row, beginnings);
    return beginnings.every((beginning) => hasWord(this.#bytes, start, end, beginning));
  }

  #hasPlainWords(row: number, beginnings: readonly Uint8Array[]): boolean {
    const name = encoder.encode(plainLetters(this.of(row)));
    return beginnings.every((beginning) => hasWord(name, 0, name.length, beginning));
  }

  /** Compares the names of two rows. */
  compare(a: number, b: number): number {
    const [startA, startB] = [this.#start(a), this.#start(b)];
    const lengthA = (this.#places[2 * a + 1] ?? 0) - startA;
    const lengthB = (this.#places[2 * b + 1] ?? 0) - startB;
    const both = Math.min(lengthA, lengthB);
    for (let at = 0; at < both; at += 1) {
      const difference = (this.#bytes[startA + at] ?? 0) - (this.#bytes[startB + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }

  #start(row: number): number {
    return this.#places[2 * row] ?? 0;
  }

  /** Makes room for `more` bytes; names that were overwritten are left out when they are the greater part. */
  #makeRoom(more: number): void {
    const before = this.#bytes;
    const isWasteful = this.#used < this.#end / 2;
    this.#bytes = new Uint8Array(Math.ceil((isWasteful ? this.#used : this.#end) * 1.25) + more + FIRST.bytes);
    if (!isWasteful) return this.#bytes.set(before.subarray(0, this.#end));
    this.#end = 0;
    // A stored table has room for half a row more.
    for (let at = 0; at + 1 < this.#places.length; at += 2) {
      const part = before.subarray(this.#places[at], this.#places[at + 1]);
      this.#bytes.set(part, this.#end);
      this.#places[at] = this.#end;
      this.#end += part.length;
      this.#places[at + 1] = this.#end;
    }
  }
}

/** Whether a word in `bytes` from `start` to before `end` begins with `beginning`. */
function hasWord(bytes: Uint8Array, start: number, end: number, beginning: Uint8Array): boolean {
  const [first = 0, length] = [beginning[0], beginning.length];
  for (let at = start; at <= end - length; at += 1) {
    if (bytes[at] !== first || (at > start && isOneWord(bytes[at - 1] ?? 0, first))) continue;
    let same = 1;
    while (same < length && bytes[at + same] === beginning[same]) same += 1;
    if (same === length) return true;
  }
  return false;
}

/**
 * Whether a byte goes on with the word before it, in lower case. Rather no than yes, as PostgreSQL begins words at "kg" of
 * "1.5kg" and after signs beyond ASCII.
 */
function isOneWord(before: number, byte: number): boolean {
  return isDigit(byte) ? isDigit(before) : before >= 0x61 && before <= 0x7a;
}

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

function larger(places: Uint32Array, length: number): Uint32Array {
  const made = new Uint32Array(length);
  made.set(places);
  return made;
}
