import { formatCount, formatNaira, MAX_COUNT } from "#app/lib/money.ts";
import {
  belowCost,
  movePrice,
  movedBy,
  stepsFall,
  type DiscountMove,
  type MoveResult,
  type PricedProduct,
  type PriceMove,
} from "./price-move.ts";

export type BulkChange =
  | ({ field: "price"; discounts?: DiscountMove } & PriceMove)
  | { field: "discount"; how: "percent_off"; percent: number; round_kobo: number }
  | { field: "discount"; how: "set"; kobo: number }
  | { field: "discount"; how: "remove" }
  | { field: "stock"; how: "set" | "add"; quantity: number }
  | { field: "min_order"; quantity: number }
  | { field: "category"; category_id: string }
  | { field: "distributor"; distributor: string }
  | { field: "flag"; flag: "featured" | "best_seller" | "new_arrival"; on: boolean };

/** Product fields used by a change; amounts in kobo. */
export type BulkProduct = PricedProduct & {
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
export type BulkResult = MoveResult<BulkProduct>;

/** Applies a change to a product. Price steps change in proportion to the price, unless a discount is kept. */
export function changeProduct(product: BulkProduct, change: BulkChange): BulkResult {
  switch (change.field) {
    case "price":
      return movePrice(product, change, change.discounts);
    case "discount":
      return moveDiscount(product, change);
    case "stock": {
      const stock_quantity = change.how === "set" ? change.quantity : product.stock_quantity + change.quantity;
      if (stock_quantity < 0) return refuse(`There are only ${formatCount(product.stock_quantity)} in stock.`);
      if (stock_quantity > MAX_COUNT) return refuse(`There would be more than ${formatCount(MAX_COUNT)} in stock.`);
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

function moveDiscount(product: BulkProduct, change: Extract<BulkChange, { field: "discount" }>): BulkResult {
  if (change.how === "remove") {
    return { ok: true, after: { discount_price_kobo: null } };
  }
  const discount_price_kobo =
    change.how === "set" ? change.kobo : movedBy(product.price_kobo, -change.percent, change.round_kobo);
  if (discount_price_kobo <= 0) return refuse("The discount price would be ₦0 or less.");
  if (discount_price_kobo >= product.price_kobo) {
    return refuse(`The discount price would not be below its price of ${formatNaira(product.price_kobo)}.`);
  }
  if (!stepsFall(discount_price_kobo, product.price_steps)) {
    return refuse("Its price steps would not be below the discount price. Change them by hand.");
  }
  return { ok: true, after: { discount_price_kobo }, ...belowCost({ ...product, discount_price_kobo }) };
}

function moveMinimum(product: BulkProduct, min_order: number): BulkResult {
  if (min_order % product.order_multiple !== 0) {
    return refuse(`It is sold in multiples of ${formatCount(product.order_multiple)}.`);
  }
  const first = product.price_steps[0];
  if (first && first.from <= min_order) return refuse(`Its first price step begins at ${formatCount(first.from)}.`);
  return { ok: true, after: { min_order } };
}

/** Title of a change: "Price +5 %, rounded to ₦50.00". */
export function changeTitle(change: BulkChange, names: { category?: string } = {}): string {
  switch (change.field) {
    case "price":
      return `Price ${moveWords(change)}${discountWords(change.discounts)}`;
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

const DISCOUNT_WORDS = { move: "move along", keep: "stay", end: "end" };

/** The end of a title: ", discounts move along"; empty if nothing was asked. */
export function discountWords(discounts: DiscountMove | undefined): string {
  return discounts ? `, discounts ${DISCOUNT_WORDS[discounts]}` : "";
}

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
