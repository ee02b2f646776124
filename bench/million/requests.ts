import { timed } from "../figures.ts";
import { ADMIN_KINDS } from "./admin-requests.ts";
import type { Kind } from "./kinds.ts";
import { SHOP_KINDS } from "./shop-requests.ts";
import type { MeasuredShop } from "./shop.ts";

/** Milliseconds of each round; with an error, of those before it. */
export type Sample = { what: string; small: number[]; large: number[]; error?: unknown };

/** Rounds of a kind without its own number: fewer of a slow one, so that it does not take longer than this. */
const ROUNDS = { most: 9, least: 3, limitMs: 8_000 };
/** The first round opens connections and fills caches. */
const WARM_UP = 1;

export const KINDS: readonly Kind[] = [...SHOP_KINDS, ...ADMIN_KINDS];

/** Asks both shops each kind of request in turns. One that fails does not end the others. */
export async function inTurns(
  small: MeasuredShop,
  large: MeasuredShop,
  kinds: readonly Kind[] = KINDS,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const kind of kinds) {
    const sample: Sample = { what: kind.what, small: [], large: [] };
    await askRounds(kind, small, large, sample).catch((error: unknown) => (sample.error = error));
    samples.push(sample);
  }
  return samples;
}

async function askRounds({ ask, rounds, before }: Kind, small: MeasuredShop, large: MeasuredShop, into: Sample) {
  const started = performance.now();
  for (let round = -WARM_UP; round < (rounds ?? ROUNDS.most); round += 1) {
    for (const [list, shop] of [
      [into.small, small],
      [into.large, large],
    ] as const) {
      await before?.(shop);
      const ms = await timed(() => ask(shop, round + WARM_UP));
      if (round >= 0) list.push(ms);
    }
    const isLate = performance.now() - started > ROUNDS.limitMs;
    if (rounds === undefined && isLate && into.large.length >= ROUNDS.least) return;
  }
}
