import { LRUCache } from "lru-cache";
import { Slots } from "./slots.ts";

/**
 * Runs `work` once per key for concurrent callers, with limited concurrency, and caches results up to a byte limit
 * (least recently used are evicted). Returns null if too many are queued.
 */
export class BoundedWork {
  readonly #most: number;
  readonly #slots: Slots;
  readonly #results: LRUCache<string, Buffer>;
  readonly #running = new Map<string, Promise<Buffer>>();

  constructor(limits: { atOnce: number; waiting: number; bytes: number }) {
    this.#most = limits.atOnce + limits.waiting;
    this.#slots = new Slots(limits.atOnce);
    this.#results = new LRUCache({ maxSize: limits.bytes, sizeCalculation: ({ length }) => length || 1 });
  }

  async run(key: string, work: () => Promise<Buffer>): Promise<Buffer | null> {
    const known = this.#results.get(key);
    if (known) return known;
    const running = this.#running.get(key);
    if (running) return await running;
    if (this.#running.size >= this.#most) return null;
    const result = this.#slots.run(work);
    this.#running.set(key, result);
    try {
      const bytes = await result;
      this.#results.set(key, bytes);
      return bytes;
    } finally {
      this.#running.delete(key);
    }
  }
}
