import { formatCount, formatNaira, MAX_PRICE_KOBO, readAmount } from "#app/lib/money.ts";

/** Roundings of changed prices, in kobo: none, ₦1, ₦10, ₦50, ₦100. */
export const ROUNDINGS = [1, 100, 1_000, 5_000, 10_000] as const;

/** A price change; `round_kobo` rounds to the nearest multiple, at least to one. */
export type PriceMove =
  | { how: "set"; kobo: number }
  | { how: "percent"; percent: number; round_kobo: number }
  | { how: "amount"; kobo: number; round_kobo: number }
  /** Markup on the cost: 25 gives 1.25 times the cost. */
  | { how: "margin"; percent: number; round_kobo: number };

export type BulkChange =
  | ({ field: "price" } & PriceMove)
  | { field: "discount"; how: "percent_off"; percent: number; round_kobo: number }
  | { field: "discount"; how: "set"; kobo: number }
  | { field: "discount"; how: "remove" }
  | { field: "stock"; how: "set" | "add"; quantity: number }
  | { field: "min_order"; quantity: number }
  | { field: "category"; category_id: string }
  | { field: "distributor"; distributor: string }
  | { field: "flag"; flag: "featured" | "best_seller" | "new_arrival"; on: boolean };

/** Product fields used by a change; amounts in kobo. */
export type BulkProduct = {
  price_kobo: number;
  discount_price_kobo: number | null;
  price_steps: { from: number; unit_kobo: number }[];
  cost_kobo: number | null;
  stock_quantity: number;
  min_order: number;
  order_multiple: number;
  category_id: string | null;
  distributor: string;
  featured: boolean;
  best_seller: boolean;
  new_arrival: boolean;
};

/** Changed fields, or an error message. `warning` is shown for review. */
export type BulkResult = { ok: true; after: Partial<BulkProduct>; warning?: string } | { ok: false; reason: string };

/** A typed new price in kobo; null unless it is an amount above 0. `changeProduct` checks it against the product. */
export function readNewPrice(text: string): number | null {
  return readAmount(text.trim()) || null;
}

/** Applies a change to a product. Price steps change in proportion to the price. */
export function changeProduct(product: BulkProduct, change: BulkChange): BulkResult {
  switch (change.field) {
    case "price":
      return movePrice(product, change);
    case "discount":
      return moveDiscount(product, change);
    case "stock": {
      const stock_quantity = change.how === "set" ? change.quantity : product.stock_quantity + change.quantity;
      if (stock_quantity < 0) return refuse(`There are only ${formatCount(product.stock_quantity)} in stock.`);
      return { ok: true, after: { stock_quantity } };
    }
    case "min_order":
      return moveMinimum(product, change.quantity);
    case "category":
      return { ok: true, after: { category_id: change.category_id } };
    case "distributor":
      return { ok: true, after: { distributor: change.distributor } };
    case "flag":
      return { ok: true, after: { [change.flag]: change.on } };
  }
}

const refuse = (reason: string): BulkResult => ({ ok: false, reason });

function movePrice(product: BulkProduct, move: PriceMove): BulkResult {
  const price_kobo = newPrice(product, move);
  if (price_kobo === null) return refuse("It has no cost, so its price cannot be set from a margin.");
  if (price_kobo <= 0) return refuse("The price would be ₦0 or less.");
  if (price_kobo > MAX_PRICE_KOBO)
    return refuse(`The price would be ${formatNaira(price_kobo)}, which is more than the shop takes.`);
  const discount = product.discount_price_kobo;
  if (discount !== null && discount > price_kobo) {
    return refuse(
      `Its discount price of ${formatNaira(discount)} would be above the new price of ${formatNaira(price_kobo)}.`,
    );
  }
  // Steps are below the price paid, which is the discount price if there is one.
  const price_steps =
    discount === null && product.price_steps.length > 0
      ? movedSteps(product, price_kobo, "round_kobo" in move ? move.round_kobo : 1)
      : product.price_steps;
  if (!price_steps) return refuse("Its price steps would no longer get lower. Change them by hand.");
  const lowest = Math.min(discount ?? price_kobo, ...price_steps.map(({ unit_kobo }) => unit_kobo));
  return {
    ok: true,
    after: { price_kobo, ...(price_steps === product.price_steps ? {} : { price_steps }) },
    ...warningOf(product, lowest),
  };
}

/** New price in kobo; null when it depends on an unknown cost. */
export function newPrice(product: Pick<BulkProduct, "price_kobo" | "cost_kobo">, move: PriceMove): number | null {
  switch (move.how) {
    case "set":
      return move.kobo;
    case "percent":
      return moved(product.price_kobo, move.percent, move.round_kobo);
    case "amount":
      return rounded(product.price_kobo + move.kobo, move.round_kobo);
    case "margin":
      return product.cost_kobo === null ? null : moved(product.cost_kobo, move.percent, move.round_kobo);
  }
}

const moved = (base: number, percent: number, to: number) => scaled(base, 100 + percent, 100, to);

const scaled = (base: number, by: number, of: number, to: number) => rounded((base * by) / of, to);

/** Nearest multiple, half up; a positive price stays positive. */
function rounded(kobo: number, to: number): number {
  if (kobo <= 0) return Math.round(kobo);
  return Math.max(Math.round(kobo / to) * to, Math.min(to, Math.round(kobo)));
}

function movedSteps(product: BulkProduct, price_kobo: number, round_kobo: number) {
  const steps = product.price_steps.map(({ from, unit_kobo }) => ({
    from,
    unit_kobo: scaled(unit_kobo, price_kobo, product.price_kobo, round_kobo),
  }));
  return fall(price_kobo, steps) ? steps : null;
}

function fall(price_kobo: number, steps: BulkProduct["price_steps"]): boolean {
  return steps.every(
    ({ unit_kobo }, index) => unit_kobo > 0 && unit_kobo < (steps[index - 1]?.unit_kobo ?? price_kobo),
  );
}

function moveDiscount(product: BulkProduct, change: Extract<BulkChange, { field: "discount" }>): BulkResult {
  if (change.how === "remove") {
    return { ok: true, after: { discount_price_kobo: null } };
  }
  const discount_price_kobo =
    change.how === "set" ? change.kobo : moved(product.price_kobo, -change.percent, change.round_kobo);
  if (discount_price_kobo <= 0) return refuse("The discount price would be ₦0 or less.");
  if (discount_price_kobo >= product.price_kobo) {
    return refuse(`The discount price would not be below its price of ${formatNaira(product.price_kobo)}.`);
  }
  if (!fall(discount_price_kobo, product.price_steps)) {
    return refuse("Its price steps would not be below the discount price. Change them by hand.");
  }
  return { ok: true, after: { discount_price_kobo }, ...warningOf(product, discount_price_kobo) };
}

function moveMinimum(product: BulkProduct, min_order: number): BulkResult {
  if (min_order % product.order_multiple !== 0) {
    return refuse(`It is sold in multiples of ${formatCount(product.order_multiple)}.`);
  }
  const first = product.price_steps[0];
  if (first && first.from <= min_order) return refuse(`Its first price step begins at ${formatCount(first.from)}.`);
  return { ok: true, after: { min_order } };
}

function warningOf({ cost_kobo }: BulkProduct, lowest_kobo: number): { warning?: string } {
  if (cost_kobo === null || lowest_kobo >= cost_kobo) return {};
  return { warning: `${formatNaira(lowest_kobo)} is below its cost of ${formatNaira(cost_kobo)}.` };
}

/** Title of a change: "Price +5 %, rounded to ₦50.00". */
export function changeTitle(change: BulkChange, names: { category?: string } = {}): string {
  switch (change.field) {
    case "price":
      return `Price ${moveWords(change)}`;
    case "discount":
      if (change.how === "remove") return "Discount removed";
      return change.how === "set"
        ? `Discount price ${formatNaira(change.kobo)}`
        : `${change.percent}% off${roundWords(change.round_kobo)}`;
    case "stock":
      return change.how === "set" ? `Stock counted as ${change.quantity}` : `Stock ${signed(change.quantity)}`;
    case "min_order":
      return `Minimum order ${change.quantity}`;
    case "category":
      return `Category ${names.category ?? "changed"}`;
    case "distributor":
      return `Distributor ${change.distributor === "" ? "removed" : change.distributor}`;
    case "flag":
      return `${FLAG_WORDS[change.flag]} ${change.on ? "on" : "off"}`;
  }
}

const FLAG_WORDS = { featured: "Featured", best_seller: "Best seller", new_arrival: "New arrival" };

const signed = (value: number) => (value < 0 ? `−${Math.abs(value)}` : `+${value}`);

function moveWords(move: PriceMove): string {
  switch (move.how) {
    case "set":
      return formatNaira(move.kobo);
    case "percent":
      return `${signed(move.percent)}%${roundWords(move.round_kobo)}`;
    case "amount":
      return `${move.kobo < 0 ? "−" : "+"}${formatNaira(Math.abs(move.kobo))}${roundWords(move.round_kobo)}`;
    case "margin":
      return `cost ${signed(move.percent)}%${roundWords(move.round_kobo)}`;
  }
}

const roundWords = (kobo: number) => (kobo === 1 ? "" : `, rounded to ${formatNaira(kobo)}`);
