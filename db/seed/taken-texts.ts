/**
 * Texts in use, each remembered by 53 bits of a hash, a third of the memory of a million names. Of a million texts two
 * different ones count as the same once in twenty thousand shops.
 */
export class TakenTexts {
  readonly #hashes = new Set<number>();

  get size(): number {
    return this.#hashes.size;
  }

  has(text: string): boolean {
    return this.#hashes.has(hashOf(text));
  }

  add(text: string): void {
    this.#hashes.add(hashOf(text));
  }
}

/** Two 32-bit multiplicative hashes with mixed ends, as one integer of 53 bits. */
function hashOf(text: string): number {
  let [a, b] = [0x811c9dc5, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995);
  }
  a = Math.imul(a ^ (a >>> 15), 0x85ebca6b) ^ (b >>> 13);
  b = Math.imul(b ^ (b >>> 16), 0xc2b2ae35) ^ (a >>> 16);
  return (b >>> 0) + (a & 0x1fffff) * 2 ** 32;
}
