import {
  minimumQuantity,
  nearestQuantity,
  orderTotals,
  PLAIN_TERMS,
  priceLines,
  type LinePrice,
  type PricedLine,
  type Stocked,
  type WholesaleTerms,
} from "#app/features/pricing/rules.ts";
import { koboOf, nairaOf } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** Maximum number of lines in a cart, a check and a checkout. */
export const MAX_LINES = 300;
/** Maximum quantity of one product in a cart. */
export const MAX_QUANTITY = 1_000_000;
/** Assumed stock of a line from the wishlist until the server check. */
export const ASSUMED_STOCK = 100;

const MAX_PRICE_KOBO = 1_000_000_000_000;

/** A cart line of this browser. `price_kobo` is the unit price at the minimum; `stock` is null if unknown. */
export type CartItem = WholesaleTerms & {
  id: string;
  name: string;
  price_kobo: number;
  image: string | null;
  quantity: number;
  min_order: number;
  slug: string;
  stock: number | null;
  unit: string;
  /** Selected unit of the line, as size in sold units; default the sold unit. */
  count_in?: number;
};

/** Product data of a product page or wishlist item, for a new line. */
export type SavedItem = Pick<CartItem, "id" | "name" | "price_kobo" | "image" | "slug">;

export type CartState = { items: CartItem[]; count: number };

/** Why a quantity differs from the requested one; null if it does not. */
export type QuantityLimit = "minimum" | "multiple" | "only_left" | "most" | "cart_full" | null;

/**
 * A line of a cart check: product, quantity in sold units and the unit price shown, if any. `count_in` as in
 * `CartItem`.
 */
export type CartLine = { id: string; quantity: number; price_kobo?: number; count_in?: number };

/** A cart with its count, the total quantity over all lines. */
export function cartOf(items: CartItem[]): CartState {
  return { items, count: items.reduce((sum, item) => sum + item.quantity, 0) };
}

/** Why a line is not available in any quantity, by its stored stock; null if it is. */
export function shortageOf(item: Pick<CartItem, "min_order" | "stock">): "out_of_stock" | "too_few" | null {
  if (item.stock === null || item.stock >= minimumQuantity(item)) return null;
  return item.stock === 0 ? "out_of_stock" : "too_few";
}

type Bounded = Pick<CartItem, "min_order" | "stock"> & Partial<Pick<CartItem, "order_multiple">>;

/** Bounds of a line for the catalogue rules; unknown stock is unlimited. */
export function lineBounds<Item extends Bounded>(item: Item): Item & Stocked {
  return { ...item, stock_quantity: Math.min(item.stock ?? MAX_QUANTITY, MAX_QUANTITY) };
}

/** The nearest valid quantity to `wanted`. A line that is not available keeps `wanted`. */
export function clampQuantity(wanted: number, item: Bounded): { quantity: number; limit: QuantityLimit } {
  const minimum = minimumQuantity(item);
  const whole = Number.isFinite(wanted) ? Math.trunc(wanted) : minimum;
  if (whole < minimum) return { quantity: Math.min(minimum, MAX_QUANTITY), limit: "minimum" };
  const allowed = shortageOf(item) ? whole : nearestQuantity(whole, lineBounds(item));
  const quantity = Math.min(allowed, MAX_QUANTITY);
  if (quantity === whole) return { quantity, limit: null };
  if (whole > (item.stock ?? Infinity)) return { quantity, limit: "only_left" };
  return { quantity, limit: whole > MAX_QUANTITY ? "most" : "multiple" };
}

/**
 * Adds `item.quantity` units of `item`. An existing line gets the newer details and the sum of quantities, limited by
 * stock. `added` is the number of units added.
 */
export function addLine(items: CartItem[], item: CartItem): { items: CartItem[]; added: number; limit: QuantityLimit } {
  const present = items.find((line) => line.id === item.id);
  if (!present && items.length >= MAX_LINES) return { items, added: 0, limit: "cart_full" };
  if (shortageOf(item)) return { items, added: 0, limit: "only_left" };
  const held = present?.quantity ?? 0;
  const { quantity, limit } = clampQuantity(held + item.quantity, item);
  const line = { ...countInField(present?.count_in), ...item, quantity };
  const lines = present ? items.map((other) => (other.id === item.id ? line : other)) : [...items, line];
  return { items: lines, added: Math.max(quantity - held, 0), limit };
}

/** The `count_in` property of a line; empty for the sold unit. */
export function countInField(size: number | undefined): Pick<CartItem, "count_in"> {
  return size === undefined ? {} : { count_in: size };
}

/** A wishlist item as a cart line: one unit, no minimum and the assumed stock until the server check. */
export function lineFromWishlistItem(wishlistItem: SavedItem): CartItem {
  const { id, name, price_kobo, image, slug } = wishlistItem;
  const bounds = { quantity: 1, min_order: 1, stock: ASSUMED_STOCK, unit: "" };
  return { id, name, price_kobo, image, slug, ...bounds, ...PLAIN_TERMS };
}

/**
 * Prices in kobo by line id. Lines that are not available are priced alone and do not count for their group's price
 * steps.
 */
export function pricesOf<Line extends PricedLine & { id: string }>(
  lines: readonly Line[],
  isBought: (line: Line) => boolean,
): Map<string, LinePrice> {
  const bought = lines.filter(isBought);
  const together = priceLines(bought);
  const alone = lines.flatMap((line) => priceLines([line]).map((price) => [line.id, price] as const));
  return new Map([...alone, ...together.map((price, at) => [bought[at]?.id ?? "", price] as const)]);
}

/** `pricesOf` for a browser's cart, with the availability it knows. */
export function cartPrices(items: readonly CartItem[]): Map<string, LinePrice> {
  return pricesOf(items, (item) => !shortageOf(item));
}

/** Sum of all lines in kobo. */
export function totalOf(items: readonly CartItem[]): number {
  return orderTotals([...cartPrices(items).values()].map((price) => price.total_kobo)).items_kobo;
}

/** Merges lines with the same id: quantities are added, the first price is kept. Preserves order. */
export function mergeLines(lines: CartLine[]): CartLine[] {
  const merged = new Map<string, CartLine>();
  for (const line of lines) {
    const id = line.id.toLowerCase();
    const present = merged.get(id);
    const quantity = Math.min((present?.quantity ?? 0) + line.quantity, MAX_QUANTITY);
    const price_kobo = present?.price_kobo ?? line.price_kobo;
    merged.set(id, { id, quantity, price_kobo, ...countInField(present?.count_in ?? line.count_in) });
  }
  return [...merged.values()];
}

/** Parses a stored cart of any shape: invalid lines are dropped, minor errors are repaired. */
export function readCart(stored: unknown): CartState {
  const lines = new Map<string, CartItem>();
  for (const raw of storedItems(stored)) {
    const item = readItem(raw);
    if (!item) continue;
    const present = lines.get(item.id);
    if (!present && lines.size === MAX_LINES) continue;
    const wanted = item.quantity + (present?.quantity ?? 0);
    lines.set(item.id, { ...item, quantity: clampQuantity(wanted, item).quantity });
  }
  return cartOf([...lines.values()]);
}

/** Lines in storage format: price in naira, with the field names of `cart-storage`. */
export function storedLines(lines: readonly { price_kobo: number }[]): object[] {
  return lines.map(({ price_kobo, ...line }) => ({ ...line, price: nairaOf(price_kobo) }));
}

/**
 * Parses the fields shared by cart and wishlist; null for an invalid product or price. Older carts contain the price in
 * kobo.
 */
export function readSavedItem(raw: unknown): SavedItem | null {
  if (typeof raw !== "object" || raw === null) return null;
  const { id, name, price, image, slug, ...older } = raw as Record<string, unknown>;
  const price_kobo = typeof price === "number" ? koboOf(price) : older["price_kobo"];
  if (typeof id !== "string" || !isUuid(id)) return null;
  if (typeof name !== "string" || !name.trim()) return null;
  if (!isWhole(price_kobo, 1, MAX_PRICE_KOBO)) return null;
  return {
    id: id.toLowerCase(),
    name: name.trim().slice(0, 300),
    price_kobo,
    image: typeof image === "string" && /^(https?:\/\/|\/(?!\/))/.test(image) ? image.slice(0, 2000) : null,
    // The product page accepts an id instead of a slug.
    slug: typeof slug === "string" && /^[a-z0-9][a-z0-9-]{0,299}$/.test(slug) ? slug : id.toLowerCase(),
  };
}

/** The `items` of a stored state, or an empty list. */
export function storedItems(stored: unknown): unknown[] {
  if (typeof stored !== "object" || stored === null || !("items" in stored)) return [];
  return Array.isArray(stored.items) ? stored.items : [];
}

function readItem(raw: unknown): CartItem | null {
  const saved = readSavedItem(raw);
  if (!saved) return null;
  const { quantity, min_order, stock, unit, count_in } = raw as Record<string, unknown>;
  return {
    ...saved,
    quantity: isWhole(quantity, 1, Number.MAX_SAFE_INTEGER) ? Math.min(quantity, MAX_QUANTITY) : 1,
    min_order: isWhole(min_order, 1, MAX_QUANTITY) ? min_order : 1,
    stock: isWhole(stock, 0, Number.MAX_SAFE_INTEGER) ? stock : null,
    unit: typeof unit === "string" ? unit.slice(0, 100) : "",
    ...countInField(isWhole(count_in, 1, MAX_QUANTITY) ? count_in : undefined),
    ...readTerms(raw as Record<string, unknown>),
  };
}

/** Invalid wholesale terms get defaults until the server check; older carts have none. */
function readTerms(raw: Record<string, unknown>): WholesaleTerms {
  const { order_multiple: multiple, pieces, price_steps, larger_units, group_id, mixed_price_breaks } = raw;
  const isMultiple = isWhole(multiple, 1, MAX_QUANTITY) && Number(raw["min_order"]) % multiple === 0;
  return {
    order_multiple: isMultiple ? multiple : 1,
    pieces: isWhole(pieces, 1, MAX_QUANTITY) ? pieces : 1,
    price_steps: recordsIn(price_steps).flatMap(({ from, unit_kobo }) =>
      isWhole(from, 1, MAX_QUANTITY) && isWhole(unit_kobo, 1, MAX_PRICE_KOBO) ? [{ from, unit_kobo }] : [],
    ),
    larger_units: recordsIn(larger_units).flatMap(({ unit, pieces: more }) =>
      typeof unit === "string" && isWhole(more, 2, MAX_QUANTITY) ? [{ unit: unit.slice(0, 40), pieces: more }] : [],
    ),
    group_id: typeof group_id === "string" && isUuid(group_id) ? group_id : null,
    mixed_price_breaks: mixed_price_breaks === true,
  };
}

function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null).slice(0, 8) : [];
}

function isWhole(value: unknown, from: number, to: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= from && value <= to;
}
