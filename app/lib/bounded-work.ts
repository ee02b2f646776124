import { LRUCache } from "lru-cache";

/**
 * Runs `work` once per key for concurrent callers, with limited concurrency, and caches results up to a byte limit
 * (least recently used are evicted). Returns null if too many are queued.
 */
export class BoundedWork {
  readonly #limits: { atOnce: number; waiting: number };
  readonly #results: LRUCache<string, Buffer>;
  readonly #running = new Map<string, Promise<Buffer>>();
  readonly #queue: (() => void)[] = [];
  #active = 0;

  constructor(limits: { atOnce: number; waiting: number; bytes: number }) {
    this.#limits = limits;
    this.#results = new LRUCache({ maxSize: limits.bytes, sizeCalculation: ({ length }) => length || 1 });
  }

  async run(key: string, work: () => Promise<Buffer>): Promise<Buffer | null> {
    const known = this.#results.get(key);
    if (known) return known;
    const running = this.#running.get(key);
    if (running) return await running;
    if (this.#running.size >= this.#limits.atOnce + this.#limits.waiting) return null;
    const result = this.#inTurn(work);
    this.#running.set(key, result);
    try {
      const bytes = await result;
      this.#results.set(key, bytes);
      return bytes;
    } finally {
      this.#running.delete(key);
    }
  }

  async #inTurn(work: () => Promise<Buffer>): Promise<Buffer> {
    if (this.#active >= this.#limits.atOnce) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#active += 1;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#active -= 1;
    }
  }
}
