import { koboOf, MAX_AMOUNT_KOBO, MIN_AMOUNT_KOBO, nairaOf } from "../../lib/money.ts";
import { isUuid } from "../../lib/uuid.ts";
import { lineTotal, minimumQuantity, orderTotals, unitPrice } from "../catalog/rules/pricing.ts";

/** Most lines a cart, a check and a checkout may have. */
export const MAX_LINES = 300;
/** Most units of one product in a cart. */
export const MAX_QUANTITY = 1_000_000;
/** Stock that a line from the wishlist is assumed to have until the server says better (decision C5). */
export const ASSUMED_STOCK = 100;

const MAX_PRICE_KOBO = 1_000_000_000_000;

/** One line of the browser's cart. `price_kobo` is the price of one unit; `stock` is null when nobody said. */
export type CartItem = {
  id: string;
  name: string;
  price_kobo: number;
  image: string | null;
  quantity: number;
  min_order: number;
  slug: string;
  stock: number | null;
  unit: string;
};

/** What a product page or a wishlist item knows about a product before it is a line. */
export type SavedItem = Pick<CartItem, "id" | "name" | "price_kobo" | "image" | "slug">;

export type CartState = { items: CartItem[]; count: number };

/** Why a quantity differs from the wanted one; null when it does not. */
export type QuantityLimit = "minimum" | "only_left" | "most" | "cart_full" | null;

/** What a browser asks the server about: a product, a quantity and, if it showed one, the unit price it showed. */
export type CartLine = { id: string; quantity: number; price_kobo?: number };

/** A product as it is sold today. */
export type SoldProduct = Omit<CartItem, "quantity" | "stock"> & {
  stock: number;
  distributor: string;
};

/** What differs today from what the shopper saw or asked for; prices in kobo per unit. */
export type LineChange =
  | { type: "price_changed"; from: number; to: number }
  | { type: "below_minimum"; min_order: number }
  | { type: "only_left"; stock: number }
  | { type: "out_of_stock" }
  | { type: "not_sold" };

/** Changes per line id. An id with an empty list was checked and found unchanged. */
export type LineChanges = Record<string, LineChange[]>;

/** `quantity` is what can be bought of the `requested` units, 0 when the line cannot be bought; `total_kobo` its price. */
export type CheckedLine = {
  id: string;
  requested: number;
  quantity: number;
  total_kobo: number;
  changes: LineChange[];
} & ({ buyable: true; product: SoldProduct } | { buyable: false; product: SoldProduct | null });

/**
 * Today's truth about a cart. `subtotal_kobo` covers what can be bought. `ok`: there are lines, all can be bought and
 * the payment provider takes the amount. `changed`: some line differs, so the shopper has to be told before paying.
 */
export type CheckedCart = {
  lines: CheckedLine[];
  subtotal_kobo: number;
  amount_problem: ReturnType<typeof amountProblem>;
  changed: boolean;
  ok: boolean;
};

/** The cart with its count, the total quantity over all lines. */
export function cartOf(items: CartItem[]): CartState {
  return { items, count: items.reduce((sum, item) => sum + item.quantity, 0) };
}

/** Why a line cannot be bought at any quantity, as far as its stored stock tells; null when it can. */
export function shortageOf(item: Pick<CartItem, "min_order" | "stock">): "out_of_stock" | "too_few" | null {
  if (item.stock === null || item.stock >= minimumQuantity(item)) return null;
  return item.stock === 0 ? "out_of_stock" : "too_few";
}

/** The nearest quantity to `wanted` that the line allows. A line that cannot be bought keeps what was wanted. */
export function clampQuantity(
  wanted: number,
  item: Pick<CartItem, "min_order" | "stock">,
): { quantity: number; limit: QuantityLimit } {
  const minimum = minimumQuantity(item);
  const whole = Number.isFinite(wanted) ? Math.trunc(wanted) : minimum;
  if (whole < minimum) return { quantity: Math.min(minimum, MAX_QUANTITY), limit: "minimum" };
  if (item.stock !== null && item.stock >= minimum && whole > item.stock)
    return { quantity: Math.min(item.stock, MAX_QUANTITY), limit: "only_left" };
  return whole > MAX_QUANTITY ? { quantity: MAX_QUANTITY, limit: "most" } : { quantity: whole, limit: null };
}

/**
 * The lines after adding `item.quantity` units of `item`. A line that is there gets the newer details and the sum of
 * both quantities, bounded by stock. `added` is how many units went in.
 */
export function addLine(items: CartItem[], item: CartItem): { items: CartItem[]; added: number; limit: QuantityLimit } {
  const present = items.find((line) => line.id === item.id);
  if (!present && items.length >= MAX_LINES) return { items, added: 0, limit: "cart_full" };
  if (shortageOf(item)) return { items, added: 0, limit: "only_left" };
  const held = present?.quantity ?? 0;
  const { quantity, limit } = clampQuantity(held + item.quantity, item);
  const line = { ...item, quantity };
  const lines = present ? items.map((other) => (other.id === item.id ? line : other)) : [...items, line];
  return { items: lines, added: Math.max(quantity - held, 0), limit };
}

/** A wishlist item as a cart line: one unit, no minimum and the assumed stock, until the server is asked (decision C5). */
export function lineFromWishlistItem(wishlistItem: SavedItem): CartItem {
  const { id, name, price_kobo, image, slug } = wishlistItem;
  return { id, name, price_kobo, image, slug, quantity: 1, min_order: 1, stock: ASSUMED_STOCK, unit: "" };
}

/** Sum of the lines in kobo. */
export function totalOf(lines: { price_kobo: number; quantity: number }[]): number {
  return orderTotals(lines.map((line) => lineTotal(line, line.quantity))).items_kobo;
}

/** Whether the payment provider refuses an amount in kobo for being too small or too large. */
export function amountProblem(total_kobo: number): "too_small" | "too_large" | null {
  if (total_kobo > MAX_AMOUNT_KOBO) return "too_large";
  return total_kobo < MIN_AMOUNT_KOBO ? "too_small" : null;
}

/** One line per product: quantities of repeated ids are added up, the first price stands. Keeps the order. */
export function mergeLines(lines: CartLine[]): CartLine[] {
  const merged = new Map<string, CartLine>();
  for (const line of lines) {
    const id = line.id.toLowerCase();
    const present = merged.get(id);
    const quantity = Math.min((present?.quantity ?? 0) + line.quantity, MAX_QUANTITY);
    merged.set(id, { id, quantity, price_kobo: present?.price_kobo ?? line.price_kobo });
  }
  return [...merged.values()];
}

/** What a line is today; `product` is null when it is no longer sold. Today's price always stands. */
export function compareLine(line: CartLine, product: SoldProduct | null): CheckedLine {
  const refused = {
    id: line.id,
    requested: line.quantity,
    quantity: 0,
    total_kobo: 0,
    buyable: false,
  } as const;
  if (!product) return { ...refused, product, changes: [{ type: "not_sold" }] };
  const { stock } = product;
  const price_kobo = unitPrice(product, line.quantity);
  const changes: LineChange[] = [];
  if (line.price_kobo !== undefined && line.price_kobo !== price_kobo)
    changes.push({ type: "price_changed", from: line.price_kobo, to: price_kobo });
  const shortage = shortageOf(product);
  if (shortage === "out_of_stock") changes.push({ type: "out_of_stock" });
  if (shortage === "too_few")
    changes.push({ type: "only_left", stock }, { type: "below_minimum", min_order: product.min_order });
  if (shortage) return { ...refused, product, changes };
  const { quantity, limit } = clampQuantity(line.quantity, product);
  if (limit === "minimum") changes.push({ type: "below_minimum", min_order: product.min_order });
  if (limit === "only_left") changes.push({ type: "only_left", stock });
  const total_kobo = lineTotal(product, quantity);
  return {
    id: line.id,
    requested: line.quantity,
    quantity,
    total_kobo,
    buyable: true,
    product,
    changes,
  };
}

/** The whole cart compared with `products` by id. Lines must be merged before. */
export function compareCart(lines: CartLine[], products: Map<string, SoldProduct>): CheckedCart {
  const checked = lines.map((line) => compareLine(line, products.get(line.id) ?? null));
  const subtotal_kobo = orderTotals(checked.map((line) => line.total_kobo)).items_kobo;
  const amount_problem = amountProblem(subtotal_kobo);
  return {
    lines: checked,
    subtotal_kobo,
    amount_problem,
    changed: checked.some((line) => line.changes.length > 0),
    ok: checked.length > 0 && checked.every((line) => line.buyable) && !amount_problem,
  };
}

/**
 * The browser's lines brought up to date, and what changed per line id. The comparison is made again with the present
 * lines, so an answer that comes late does not undo what the shopper did meanwhile.
 */
export function applyCheck(items: CartItem[], checked: CheckedLine[]): { items: CartItem[]; changes: LineChanges } {
  const answers = new Map(checked.map((line) => [line.id, line.product]));
  const changes: LineChanges = {};
  const current = items.map((item) => {
    const product = answers.get(item.id);
    if (product === undefined) return item;
    const today = compareLine(item, product);
    changes[item.id] = today.changes;
    if (!product) return item;
    const { distributor: _, ...facts } = product;
    return { ...facts, quantity: today.buyable ? today.quantity : item.quantity };
  });
  return { items: current, changes };
}

/**
 * What the shopper should still read on a line: what happened before stays until dismissed, while "out of stock" and
 * "no longer sold" only hold as long as the last answer says so. A price keeps the first one it was changed from.
 */
export function mergeChanges(before: LineChange[], now: LineChange[]): LineChange[] {
  const gone = now.some(isGone);
  const kept = before.filter((change) => !isGone(change) && !(gone && change.type === "only_left"));
  const first = kept.find((change) => change.type === "price_changed");
  const added = now.map((change) =>
    first && change.type === "price_changed" ? { ...change, from: first.from } : change,
  );
  return [...kept.filter((old) => !now.some((change) => change.type === old.type)), ...added].filter(
    (change) => change.type !== "price_changed" || change.from !== change.to,
  );
}

const isGone = (change: LineChange) => change.type === "out_of_stock" || change.type === "not_sold";

/** The cart in a stored value of any shape: lines that make no sense are dropped, small damage is mended. */
export function readCart(stored: unknown): CartState {
  const lines = new Map<string, CartItem>();
  for (const raw of listOf(stored)) {
    const item = readItem(raw);
    if (!item) continue;
    const present = lines.get(item.id);
    if (!present && lines.size === MAX_LINES) continue;
    const wanted = item.quantity + (present?.quantity ?? 0);
    lines.set(item.id, { ...item, quantity: clampQuantity(wanted, item).quantity });
  }
  return cartOf([...lines.values()]);
}

/** Lines as browsers store them: with the price in naira, under the specification's name. */
export function storedLines(lines: readonly { price_kobo: number }[]): object[] {
  return lines.map(({ price_kobo, ...line }) => ({ ...line, price: nairaOf(price_kobo) }));
}

/**
 * The part of a stored line that cart and wishlist share, or null when it is not a product with a price. Older browsers
 * hold the price in kobo.
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
    // The product page takes an id as well as a slug.
    slug: typeof slug === "string" && /^[a-z0-9][a-z0-9-]{0,299}$/.test(slug) ? slug : id.toLowerCase(),
  };
}

/** The `items` of a stored state, or nothing. */
export function listOf(stored: unknown): unknown[] {
  if (typeof stored !== "object" || stored === null || !("items" in stored)) return [];
  return Array.isArray(stored.items) ? stored.items : [];
}

function readItem(raw: unknown): CartItem | null {
  const saved = readSavedItem(raw);
  if (!saved) return null;
  const { quantity, min_order, stock, unit } = raw as Record<string, unknown>;
  return {
    ...saved,
    quantity: isWhole(quantity, 1, Number.MAX_SAFE_INTEGER) ? Math.min(quantity, MAX_QUANTITY) : 1,
    min_order: isWhole(min_order, 1, MAX_QUANTITY) ? min_order : 1,
    stock: isWhole(stock, 0, Number.MAX_SAFE_INTEGER) ? stock : null,
    unit: typeof unit === "string" ? unit.slice(0, 100) : "",
  };
}

function isWhole(value: unknown, from: number, to: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= from && value <= to;
}
