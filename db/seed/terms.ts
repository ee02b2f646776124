import type { StoredLargerUnit, StoredPriceStep } from "../schema/catalog.ts";
import { rounded } from "./prices.ts";
import type { Random } from "./random.ts";

/** Wholesale terms besides the price: multiple, pieces, larger units, price steps, cost price. */
export type Terms = { order_multiple: number; pieces: number; larger_units: StoredLargerUnit[] };

/** The pieces in one sold unit, from its name: 24 in a "carton of 24", 60 in a "bale of 60 pcs", else 1. */
export function piecesOf(unit: string): number {
  const perUnit = /\bof (\d+)\b/.exec(unit)?.[1];
  if (perUnit) return Number(perUnit);
  return /\bdozen\b/.test(unit) ? 12 : 1;
}

/** The order multiple and the larger units. */
export function demoTerms(random: Random, unit: string, min_order: number): Terms {
  const pieces = piecesOf(unit);
  const order_multiple = multipleOf(random, min_order);
  return { order_multiple, pieces, larger_units: random.chance(0.55) ? ladder(unit, pieces, order_multiple) : [] };
}

function multipleOf(random: Random, min_order: number): number {
  const draw = random.next();
  if (min_order === 1 || draw < 0.6) return 1;
  if (draw < 0.8) return min_order;
  const parts = [12, 10, 6, 5, 4, 3, 2].filter((part) => part < min_order && min_order % part === 0);
  return parts[0] ?? 1;
}

/** Larger units contain whole multiples, so that one of them can always be ordered. */
function ladder(unit: string, pieces: number, multiple: number): StoredLargerUnit[] {
  const times = (count: number) => pieces * multiple * Math.max(1, Math.ceil(count / multiple));
  const word = /^(pack|carton|crate|bale|bundle|display|set|single unit)\b/.exec(unit)?.[1];
  const carton = { unit: "carton", pieces: times(10) };
  const pallet = { unit: "pallet", pieces: times(60) };
  if (word === "single unit") return [{ unit: "dozen", pieces: times(12) }];
  if (word === "pack" || word === "set" || word === "display") return [carton, pallet];
  if (word === "bundle" || word === "bale") return [{ unit: "bale stack", pieces: times(8) }];
  if (word) return [pallet];
  return /\bbag$/.test(unit) ? [{ unit: "pallet", pieces: times(20) }] : [];
}

/** Price steps in kobo below `price` naira, for most products: from twice the minimum, each at least 1 % lower. */
export function stepsOf(random: Random, price: number, min_order: number): StoredPriceStep[] {
  if (!random.chance(0.8)) return [];
  const count = random.int(1, 4);
  const steps: StoredPriceStep[] = [];
  let off = 0;
  let before = price;
  for (const times of [2, 5, 10, 20].slice(0, count)) {
    off += random.int(2, 5) / 100;
    const naira = rounded(price * (1 - off));
    if (naira >= before * 0.995) continue;
    steps.push({ from: min_order * times, unit_kobo: naira * 100 });
    before = naira;
  }
  return steps;
}

/** The cost price of a unit whose lowest selling price is `lowest` kobo. */
export function costOf(random: Random, lowest: number): number {
  return Math.round((lowest * random.int(74, 92)) / 100_000) * 1000;
}
