import { MAX_AMOUNT_KOBO, MIN_AMOUNT_KOBO } from "../../../lib/money.ts";
import { orderTotals, type LinePrice } from "../../catalog/rules/pricing.ts";
import {
  cartPrices,
  clampQuantity,
  countedIn,
  MAX_QUANTITY,
  pricesOf,
  shortageOf,
  type CartItem,
  type CartLine,
  type QuantityLimit,
} from "../rules.ts";

/** A product as it is sold today. */
export type SoldProduct = Omit<CartItem, "quantity" | "stock" | "count_in"> & {
  stock: number;
  distributor: string;
};

/** What differs today from what the shopper saw or asked for; prices in kobo per unit, `asked` in units. */
export type LineChange =
  | { type: "price_changed"; from: number; to: number }
  | { type: "below_minimum"; min_order: number }
  | { type: "off_multiple"; asked: number }
  | { type: "only_left"; stock: number }
  | { type: "out_of_stock" }
  | { type: "not_sold" };

/** Changes per line id. An id with an empty list was checked and found unchanged. */
export type LineChanges = Record<string, LineChange[]>;

/**
 * `quantity` is what can be bought of the `requested` units, 0 when the line cannot be bought. `unit_kobo` is the price
 * step in force for it, `counted` the quantity that the step goes by, `total_kobo` the line's price.
 */
export type CheckedLine = LinePrice & {
  id: string;
  requested: number;
  quantity: number;
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

/** Whether the payment provider refuses an amount in kobo for being too small or too large. */
export function amountProblem(total_kobo: number): "too_small" | "too_large" | null {
  if (total_kobo > MAX_AMOUNT_KOBO) return "too_large";
  return total_kobo < MIN_AMOUNT_KOBO ? "too_small" : null;
}

const UNPRICED: LinePrice = { counted: 0, unit_kobo: 0, total_kobo: 0 };

/**
 * The whole cart compared with `products` by id; one that is not there is no longer sold. Today's prices always stand,
 * for the quantities that can be bought. Lines must be merged before.
 */
export function compareCart(lines: readonly CartLine[], products: ReadonlyMap<string, SoldProduct>): CheckedCart {
  const today = lines.flatMap((line) => {
    const product = products.get(line.id);
    if (!product) return [];
    const buyable = !shortageOf(product);
    const { quantity, limit } = clampQuantity(line.quantity, product);
    return [{ ...product, id: line.id, buyable, limit, quantity: buyable ? quantity : line.quantity, product }];
  });
  const prices = pricesOf(today, ({ buyable }) => buyable);
  const byId = new Map(today.map((one) => [one.id, one]));
  const checked = lines.map((line): CheckedLine => {
    const refused = { id: line.id, requested: line.quantity, quantity: 0, ...UNPRICED, buyable: false } as const;
    const one = byId.get(line.id);
    if (!one) return { ...refused, product: null, changes: [{ type: "not_sold" }] };
    const { product, quantity, limit } = one;
    const price = prices.get(line.id) ?? UNPRICED;
    const changes = [...priceChanges(line, price), ...quantityChanges(line, product, limit)];
    if (!one.buyable) return { ...refused, product, changes };
    return { ...refused, ...price, quantity, buyable: true, product, changes };
  });
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

function priceChanges({ price_kobo: from }: CartLine, { unit_kobo: to }: LinePrice): LineChange[] {
  return from === undefined || from === to ? [] : [{ type: "price_changed", from, to }];
}

function quantityChanges(line: CartLine, { stock, min_order }: SoldProduct, limit: QuantityLimit): LineChange[] {
  const shortage = shortageOf({ stock, min_order });
  const below: LineChange = { type: "below_minimum", min_order };
  if (shortage === "out_of_stock") return [{ type: "out_of_stock" }];
  if (shortage === "too_few") return [{ type: "only_left", stock }, below];
  if (limit === "minimum") return [below];
  if (limit === "only_left") return [{ type: "only_left", stock }];
  return limit === "multiple" ? [{ type: "off_multiple", asked: line.quantity }] : [];
}

/** One line by itself compared with its product; null is one that is no longer sold. */
export function compareLine(line: CartLine, product: SoldProduct | null): CheckedLine {
  const [checked] = compareCart([line], new Map(product ? [[line.id, product]] : [])).lines;
  if (!checked) throw new Error("a line was not checked");
  return checked;
}

/** The lines of a browser's cart as the server is asked about them, with the prices that the page shows. */
export function linesToCheck(items: readonly CartItem[]): Required<Omit<CartLine, "count_in">>[] {
  const prices = cartPrices(items);
  return items.map((item) => ({
    id: item.id,
    quantity: item.quantity,
    price_kobo: prices.get(item.id)?.unit_kobo ?? item.price_kobo,
  }));
}

/**
 * The browser's lines brought up to date, and what changed per line id. The comparison is made again with the present
 * lines, so an answer that comes late does not undo what the shopper did meanwhile.
 */
export function applyCheck(
  items: readonly CartItem[],
  answers: readonly CheckedLine[],
): { items: CartItem[]; changes: LineChanges } {
  const answered = new Map(answers.map((line) => [line.id, line.product]));
  const products = items.flatMap((item): SoldProduct[] => {
    const known = { ...item, stock: item.stock ?? MAX_QUANTITY, distributor: "" };
    const product = answered.has(item.id) ? answered.get(item.id) : known;
    return product ? [product] : [];
  });
  const today = compareCart(linesToCheck(items), new Map(products.map((product) => [product.id, product])));
  const changes: LineChanges = {};
  const current = items.map((item, at) => {
    const line = today.lines[at];
    if (!line || !answered.has(item.id)) return item;
    changes[item.id] = line.changes;
    if (!line.product) return item;
    const { distributor: _, ...facts } = line.product;
    return { ...facts, ...countedIn(item.count_in), quantity: line.buyable ? line.quantity : item.quantity };
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
