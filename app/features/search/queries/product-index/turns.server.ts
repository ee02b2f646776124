import { setImmediate as nextTurn } from "node:timers/promises";

/** Longest work in ms without a look at other requests. */
const LONGEST_MS = 6;

/** Divides long work into parts, between which other requests are answered. */
export class Turns {
  #since = performance.now();

  /** To be awaited between two parts: waits when this one has taken long enough. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_MS) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
