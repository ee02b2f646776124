import { orderTotals, type LinePrice } from "#app/features/pricing/rules.ts";
import { MAX_AMOUNT_KOBO, MIN_AMOUNT_KOBO } from "#app/lib/money.ts";
import {
  cartPrices,
  clampQuantity,
  countInField,
  MAX_QUANTITY,
  pricesOf,
  shortageOf,
  type CartItem,
  type CartLine,
  type QuantityLimit,
} from "../rules.ts";

/** Current data of a product. */
export type SoldProduct = Omit<CartItem, "quantity" | "stock" | "count_in"> & {
  stock: number;
  distributor: string;
};

/** A difference between current data and the line shown or requested; prices in kobo per unit, `asked` in units. */
export type LineChange =
  | { type: "price_changed"; from: number; to: number }
  | { type: "below_minimum"; min_order: number }
  | { type: "off_multiple"; asked: number }
  | { type: "only_left"; stock: number }
  | { type: "out_of_stock" }
  | { type: "not_sold" };

/** Changes by line id. An empty list means checked without changes. */
export type LineChanges = Record<string, LineChange[]>;

/**
 * `quantity` is the valid quantity for `requested`, 0 when not available. `unit_kobo` is the current unit price,
 * `counted` the quantity that determines the price step, `total_kobo` the line total.
 */
export type CheckedLine = LinePrice & {
  id: string;
  requested: number;
  quantity: number;
  changes: LineChange[];
} & ({ buyable: true; product: SoldProduct } | { buyable: false; product: SoldProduct | null });

/**
 * A cart with current data. `subtotal_kobo` covers available lines. `ok`: has lines, all are available and the payment
 * provider accepts the amount. `changed`: some line differs, to be shown before payment.
 */
export type CheckedCart = {
  lines: CheckedLine[];
  subtotal_kobo: number;
  amount_problem: ReturnType<typeof amountProblem>;
  changed: boolean;
  ok: boolean;
};

/** Whether an amount in kobo is outside the payment provider's limits. */
export function amountProblem(total_kobo: number): "too_small" | "too_large" | null {
  if (total_kobo > MAX_AMOUNT_KOBO) return "too_large";
  return total_kobo < MIN_AMOUNT_KOBO ? "too_small" : null;
}

const UNPRICED: LinePrice = { counted: 0, unit_kobo: 0, total_kobo: 0 };

/**
 * Compares a cart with `products` by id; a missing product is no longer sold. Uses current prices and valid quantities.
 * Lines must be merged before.
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

/** Compares one line with its product; null means no longer sold. */
export function compareLine(line: CartLine, product: SoldProduct | null): CheckedLine {
  const [checked] = compareCart([line], new Map(product ? [[line.id, product]] : [])).lines;
  if (!checked) throw new Error("a line was not checked");
  return checked;
}

/** Lines of a browser's cart for a server check, with the prices shown. */
export function linesToCheck(items: readonly CartItem[]): Required<Omit<CartLine, "count_in">>[] {
  const prices = cartPrices(items);
  return items.map((item) => ({
    id: item.id,
    quantity: item.quantity,
    price_kobo: prices.get(item.id)?.unit_kobo ?? item.price_kobo,
  }));
}

/**
 * Applies a check to the browser's lines; returns them with changes by line id. Compares again with the current lines,
 * so that a late response does not revert later edits.
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
    return { ...facts, ...countInField(item.count_in), quantity: line.buyable ? line.quantity : item.quantity };
  });
  return { items: current, changes };
}

/**
 * Merges changes of a line for display: earlier ones stay until dismissed, "out of stock" and "no longer sold" only
 * while current. A price change keeps its first old price.
 */
export function mergeChanges(before: LineChange[], now: LineChange[]): LineChange[] {
  const gone = now.some(isGone);
  const remaining = before.filter((change) => !isGone(change) && !(gone && change.type === "only_left"));
  const first = remaining.find((change) => change.type === "price_changed");
  const added = now.map((change) =>
    first && change.type === "price_changed" ? { ...change, from: first.from } : change,
  );
  return [...remaining.filter((old) => !now.some((change) => change.type === old.type)), ...added].filter(
    (change) => change.type !== "price_changed" || change.from !== change.to,
  );
}

const isGone = (change: LineChange) => change.type === "out_of_stock" || change.type === "not_sold";
