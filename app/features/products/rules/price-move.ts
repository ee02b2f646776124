import { formatNaira, MAX_PRICE_KOBO, parseNaira } from "#app/lib/money.ts";

/** Roundings of changed prices, in kobo: none, ₦1, ₦10, ₦50, ₦100. */
export const ROUNDINGS = [1, 100, 1_000, 5_000, 10_000] as const;

/**
 * A price change; `round_kobo` rounds the price, its discount and its steps to the nearest multiple, at least to one. A
 * price that is `set` stays as it is, and without a rounding its discount and steps are as round as they were.
 */
export type PriceMove =
  | { how: "set"; kobo: number; round_kobo?: number }
  | { how: "percent"; percent: number; round_kobo: number }
  | { how: "amount"; kobo: number; round_kobo: number }
  /** Markup on the cost: 25 gives 1.25 times the cost. */
  | { how: "margin"; percent: number; round_kobo: number };

/** What happens to a discount when the price changes: it moves in proportion, stays what buyers pay, or ends. */
export const DISCOUNT_MOVES = ["move", "keep", "end"] as const;
export type DiscountMove = (typeof DISCOUNT_MOVES)[number];

/** The prices of a product, in kobo. */
export type PricedProduct = {
  price_kobo: number;
  discount_price_kobo: number | null;
  price_steps: { from: number; unit_kobo: number }[];
  cost_kobo: number | null;
};

/** Changed fields, or an error message. `warning` is shown for review. */
export type MoveResult<Product> =
  | { ok: true; after: Partial<Product>; warning?: string }
  | { ok: false; reason: string };

/** A typed new price in kobo; null unless it is an amount above 0. `changeProduct` checks it against the product. */
export function readNewPrice(text: string): number | null {
  return parseNaira(text) || null;
}

/** New price in kobo; null when it depends on an unknown cost. */
export function newPrice(product: Pick<PricedProduct, "price_kobo" | "cost_kobo">, move: PriceMove): number | null {
  switch (move.how) {
    case "set":
      return move.kobo;
    case "percent":
      return movedBy(product.price_kobo, move.percent, move.round_kobo);
    case "amount":
      return rounded(product.price_kobo + move.kobo, move.round_kobo);
    case "margin":
      return product.cost_kobo === null ? null : movedBy(product.cost_kobo, move.percent, move.round_kobo);
  }
}

/** Moves the price with its discount and steps; an unchanged price changes neither. Discounts are kept by default. */
export function movePrice(
  product: PricedProduct,
  move: PriceMove,
  discounts: DiscountMove = "keep",
): MoveResult<PricedProduct> {
  const price_kobo = newPrice(product, move);
  if (price_kobo === null) return refuse("It has no cost, so its price cannot be set from a margin.");
  if (price_kobo <= 0) return refuse("The price would be ₦0 or less.");
  if (price_kobo > MAX_PRICE_KOBO)
    return refuse(`The price would be ${formatNaira(price_kobo)}, which is more than the shop takes.`);
  if (price_kobo === product.price_kobo) return { ok: true, after: { price_kobo } };
  const { discount_price_kobo: discount } = product;
  if (discount !== null && discounts === "keep") {
    if (discount > price_kobo)
      return refuse(
        `Its discount price of ${formatNaira(discount)} would be above the new price of ${formatNaira(price_kobo)}.`,
      );
    const kept = `Its discount stays: buyers still pay ${formatNaira(discount)}.`;
    const { warning } = belowCost(product);
    return { ok: true, after: { price_kobo }, warning: warning ? `${kept} ${warning}` : kept };
  }
  const base = discounts === "end" ? { ...product, discount_price_kobo: null } : product;
  const tried = roundingsFor(product, move).map((to) => movedTerms(base, price_kobo, to));
  const moved = tried.find((terms) => problemOf(terms) === null) ?? tried.at(-1);
  const problem = moved ? problemOf(moved) : null;
  if (!moved || problem !== null) return refuse(problem ?? "");
  const { discount_price_kobo, price_steps } = moved;
  return {
    ok: true,
    after: {
      price_kobo,
      ...(discount === null ? {} : { discount_price_kobo }),
      ...(price_steps.length === 0 ? {} : { price_steps }),
    },
    ...belowCost(moved),
  };
}

const refuse = (reason: string) => ({ ok: false as const, reason });

/** The chosen rounding, else what the product's prices are multiples of and everything finer. */
function roundingsFor({ price_kobo, discount_price_kobo, price_steps }: PricedProduct, move: PriceMove): number[] {
  if (move.round_kobo !== undefined) return [move.round_kobo];
  const amounts = [price_kobo, discount_price_kobo ?? 0, ...price_steps.map(({ unit_kobo }) => unit_kobo)];
  const coarsest = ROUNDINGS.findLastIndex((to) => amounts.every((kobo) => kobo % to === 0));
  return ROUNDINGS.slice(0, coarsest + 1).toReversed();
}

/** The product at the new price, with discount and steps in the proportion that they have to the price now. */
function movedTerms(product: PricedProduct, price_kobo: number, to: number): PricedProduct {
  const { price_kobo: was, discount_price_kobo: discount, price_steps } = product;
  const scale = (kobo: number) => (was === 0 ? kobo : scaled(kobo, price_kobo, was, to));
  return {
    ...product,
    price_kobo,
    discount_price_kobo: discount === null ? null : scale(discount),
    price_steps: price_steps.map(({ from, unit_kobo }) => ({ from, unit_kobo: scale(unit_kobo) })),
  };
}

function problemOf({ price_kobo, discount_price_kobo, price_steps }: PricedProduct): string | null {
  if (discount_price_kobo !== null && discount_price_kobo >= price_kobo)
    return `Its discount price would not be below the new price of ${formatNaira(price_kobo)}. Change it by hand.`;
  return stepsFall(discount_price_kobo ?? price_kobo, price_steps)
    ? null
    : "Its price steps would no longer get lower. Change them by hand.";
}

/** Whether each step costs less than the one before it, beginning with the price at the minimum order. */
export function stepsFall(first_kobo: number, steps: PricedProduct["price_steps"]): boolean {
  return steps.every(
    ({ unit_kobo }, index) => unit_kobo > 0 && unit_kobo < (steps[index - 1]?.unit_kobo ?? first_kobo),
  );
}

/** `base` changed by `percent`, rounded to a multiple of `to` kobo. */
export function movedBy(base: number, percent: number, to: number): number {
  return scaled(base, 100 + percent, 100, to);
}

const scaled = (base: number, by: number, of: number, to: number) => rounded((base * by) / of, to);

/** Nearest multiple, half up; a positive price stays positive. */
function rounded(kobo: number, to: number): number {
  if (kobo <= 0) return Math.round(kobo);
  return Math.max(Math.round(kobo / to) * to, Math.min(to, Math.round(kobo)));
}

/** The lowest price that a buyer can get, in kobo. */
function lowestPrice({ price_kobo, discount_price_kobo, price_steps }: PricedProduct): number {
  return Math.min(discount_price_kobo ?? price_kobo, ...price_steps.map(({ unit_kobo }) => unit_kobo));
}

/** The warning of a product that is sold below its cost. */
export function belowCost(product: PricedProduct): { warning?: string } {
  const lowest_kobo = lowestPrice(product);
  if (product.cost_kobo === null || lowest_kobo >= product.cost_kobo) return {};
  return { warning: `${formatNaira(lowest_kobo)} is below its cost of ${formatNaira(product.cost_kobo)}.` };
}

/** What a price change must be looked at for: beyond 50 %, below cost; and that the product has a discount. */
export const PRICE_FLAGS = ["large", "below_cost", "discount"] as const;
export type PriceFlag = (typeof PRICE_FLAGS)[number];

/** What buyers pay at the minimum order before and after, in kobo. */
export type PriceChange = { from: number; to: number; flags: PriceFlag[] };

/** Whether a price changes by more than half of what it was. */
export function isLargeChange(from: number, to: number): boolean {
  return Math.abs(to - from) * 2 > from;
}

/** What a price must be confirmed for, in words; null for a change of up to half that is not below cost. */
export function strikingPrice(before: PricedProduct, after: PricedProduct): string | null {
  const flags = priceChange(before, after)?.flags ?? [];
  const isLarge = flags.includes("large");
  if (!isLarge && !flags.includes("below_cost")) return null;
  const [from, to] = [before, after].map(({ price_kobo }) => formatNaira(price_kobo));
  const large = isLarge ? `${from} to ${to} changes it by more than half.` : "";
  return [large, belowCost(after).warning, "Save again if you mean it."].filter(Boolean).join(" ");
}

/** The price change between two states of a product; null if none of its prices differs. */
export function priceChange(before: PricedProduct, after: PricedProduct): PriceChange | null {
  const prices = ({ price_kobo, discount_price_kobo, price_steps }: PricedProduct) =>
    JSON.stringify([price_kobo, discount_price_kobo, price_steps]);
  if (prices(before) === prices(after)) return null;
  const [from, to] = [before, after].map((one) => one.discount_price_kobo ?? one.price_kobo) as [number, number];
  const has: Record<PriceFlag, boolean> = {
    large: isLargeChange(from, to) || isLargeChange(before.price_kobo, after.price_kobo),
    below_cost: belowCost(after).warning !== undefined,
    discount: before.discount_price_kobo !== null || after.discount_price_kobo !== null,
  };
  return { from, to, flags: PRICE_FLAGS.filter((flag) => has[flag]) };
}
