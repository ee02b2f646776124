const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Numeric codes of strings; each has a key (the URL value) and a display name. */
export class Codes {
  readonly keys: string[] = [];
  readonly names: string[] = [];
  readonly #codes = new Map<string, number>();
  #places: Int32Array | null = null;

  /** The code of `key`; a new key gets `name`. -1 for the empty key. */
  add(key: string, name: string): number {
    if (key === "") return -1;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    this.#codes.set(key, this.keys.length);
    this.#places = null;
    this.names.push(name);
    return this.keys.push(key) - 1;
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

/** "size:xl" -> "size". */
export function optionName(key: string): string {
  return key.slice(0, key.indexOf(":"));
}
