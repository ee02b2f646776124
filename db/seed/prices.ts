import type { Random } from "./random.ts";

/** A price in whole naira near `naira`, rounded to usual price steps. */
export function tradePrice(random: Random, naira: number): number {
  return rounded(naira * (0.88 + random.next() * 0.26));
}

/** With the probability `share` a lower price in kobo, 5 to 25 % off a price in naira; else null. */
export function discountOf(random: Random, naira: number, share: number): number | null {
  if (!random.chance(share)) return null;
  const lower = rounded(naira * (1 - random.int(6, 24) / 100));
  const off = 1 - lower / naira;
  return off >= 0.05 && off <= 0.25 ? lower * 100 : null;
}

/** The minimum order for a price in naira: lower for expensive products. */
export function minOrderOf(random: Random, naira: number): number {
  if (random.chance(0.06)) return 1;
  if (naira < 4_000) return random.pick([20, 24, 30, 40, 50]);
  if (naira < 10_000) return random.pick([10, 12, 15, 20]);
  if (naira < 25_000) return random.pick([5, 6, 8, 10]);
  if (naira < 60_000) return random.pick([3, 4, 5, 6]);
  if (naira < 150_000) return random.pick([2, 2, 3, 4]);
  return random.pick([1, 1, 2]);
}

/** Stock: about 6 % none, 10 % few, the rest tens to thousands, more for cheap products. */
export function demoStock(random: Random, naira: number): number {
  const draw = random.next();
  if (draw < 0.06) return 0;
  if (draw < 0.16) return random.int(1, 10);
  const most = naira < 10_000 ? 6_000 : naira < 60_000 ? 1_800 : 420;
  return 11 + Math.floor(random.next() ** 2.2 * most);
}

/** Whole naira in usual price steps. */
export function rounded(naira: number): number {
  const step = naira < 1_000 ? 10 : naira < 10_000 ? 50 : naira < 60_000 ? 100 : naira < 200_000 ? 500 : 1_000;
  return Math.round(naira / step) * step;
}
