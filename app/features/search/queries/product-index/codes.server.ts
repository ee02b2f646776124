import { nameSlug } from "#app/features/products/links.ts";

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Numeric codes of strings; each has a key (the URL value) and a display name. */
export class Codes {
  readonly keys: string[] = [];
  readonly names: string[] = [];
  readonly #codes = new Map<string, number>();
  #places: Int32Array | null = null;
  /** Codes that were read since `renew`; null before it. */
  #renewed: Set<number> | null = null;

  /** The code of `key`; a new key gets `name`. -1 for the empty key. */
  add(key: string, name: string): number {
    if (key === "") return -1;
    const known = this.#codes.get(key);
    if (known !== undefined) {
      this.seen(known, name);
      return known;
    }
    const own = copyOf(key);
    this.#codes.set(own, this.keys.length);
    this.#renewed?.add(this.keys.length);
    this.#places = null;
    this.names.push(name);
    return this.keys.push(own) - 1;
  }

  /** Names of codes are those that are read first from now on, as in new codes. */
  renew(): void {
    this.#renewed = new Set();
  }

  /** The code was read with this name. */
  seen(code: number, name: string): void {
    if (code < 0 || !this.#renewed || this.#renewed.has(code)) return;
    this.#renewed.add(code);
    if (this.names[code] === name) return;
    this.names[code] = name;
    this.#places = null;
  }

  /** Rank of each code in name order. */
  places(): Int32Array {
    if (this.#places) return this.#places;
    const places = new Int32Array(this.names.length);
    const order = [...this.names.keys()].sort((a, b) => natural.compare(this.names[a] ?? "", this.names[b] ?? ""));
    for (const [place, code] of order.entries()) places[code] = place;
    this.#places = places;
    return places;
  }

  /** The code of `key`; -2, which no product has, if unknown. */
  of(key: string): number {
    return this.#codes.get(key) ?? -2;
  }
}

/** The names behind `codes` as they are written: several spellings can have one slug, which is the key. */
export class Spellings {
  readonly texts: string[] = [];
  readonly #codes: Codes;
  readonly #known = new Map<string, { spelling: number; code: number }>();

  constructor(codes: Codes) {
    this.#codes = codes;
  }

  /** The numbers of the spelling `text` and of its slug; -1 for none. */
  read(text: string): { spelling: number; code: number } {
    const known = this.#known.get(text);
    if (known) {
      this.#codes.seen(known.code, text);
      return known;
    }
    const own = copyOf(text);
    const code = this.#codes.add(nameSlug(own), own);
    const made = { spelling: code < 0 ? -1 : this.texts.push(own) - 1, code };
    this.#known.set(own, made);
    return made;
  }
}

/** Numeric codes of lists of codes. */
export class CodeLists {
  readonly lists: (readonly number[])[] = [];
  readonly #codes = new Map<string, number>();

  /** The code of `list`; -1 for an empty one. */
  add(list: readonly number[]): number {
    if (list.length === 0) return -1;
    const key = list.join();
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    this.#codes.set(key, this.lists.length);
    return this.lists.push(list) - 1;
  }

  /** What `restore` takes in. */
  stored(): string[] {
    return [...this.#codes.keys()];
  }

  restore(lists: readonly string[]): void {
    for (const list of lists) this.add(list.split(",").map(Number));
  }
}

/** `text` by itself: a part of a string keeps the whole string in memory. */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** "size:xl" -> "size". */
export function optionName(key: string): string {
  return key.slice(0, key.indexOf(":"));
}
