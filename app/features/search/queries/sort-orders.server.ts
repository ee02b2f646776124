import { MEASURES } from "#app/features/products/rules/net-content.ts";
import type { Sort } from "../rules/listing-links.ts";
import type { IndexedProduct } from "./product-columns.server.ts";

type Compare = (a: IndexedProduct, b: IndexedProduct) => number;

const byId = (a: IndexedProduct, b: IndexedProduct) => (a.id < b.id ? -1 : 1);
const byName = (a: IndexedProduct, b: IndexedProduct) => (a.name < b.name ? -1 : a.name > b.name ? 1 : byId(a, b));
/** Kilos, then litres, then metres; products without content last. */
const measureOf = ({ content }: IndexedProduct) => (content ? MEASURES.indexOf(content.measure) : MEASURES.length);
const byContentPrice = (a: IndexedProduct, b: IndexedProduct) => (a.content ? a.contentPrice - b.contentPrice : 0);
/** Each is a total order: products with equal values stand by id. */
export const ORDERS: Record<Sort, Compare> = {
  newest: (a, b) => b.created - a.created || byId(a, b),
  "price-asc": (a, b) => a.price - b.price || byId(a, b),
  "price-desc": (a, b) => b.price - a.price || byId(b, a),
  "name-asc": byName,
  "name-desc": (a, b) => byName(b, a),
  "piece-price": (a, b) => a.piecePrice - b.piecePrice || byId(a, b),
  "content-price": (a, b) => measureOf(a) - measureOf(b) || byContentPrice(a, b) || byId(a, b),
};

type Move = { from: readonly IndexedProduct[]; to: readonly IndexedProduct[]; changed: readonly IndexedProduct[] };
/** A copy of the rows in `order` with those of `changed` moved from where they stood (`from`, by row) to where they belong now. */
export function moved(order: Int32Array, compare: Compare, { from, to, changed }: Move): Int32Array {
  const taken = changed
    .map(({ row }) => placeIn(order, from, from[row] as IndexedProduct, compare))
    .toSorted(ascending);
  const rest = new Int32Array(order.length - taken.length);
  let [end, start] = [0, 0];
  for (const place of [...taken, order.length]) {
    rest.set(order.subarray(start, place), end);
    end += place - start;
    start = place + 1;
  }
  const result = new Int32Array(order.length);
  [end, start] = [0, 0];
  for (const product of changed.toSorted(compare)) {
    const place = placeIn(rest, to, product, compare);
    result.set(rest.subarray(start, place), end);
    end += place - start;
    result[end] = product.row;
    end += 1;
    start = place;
  }
  result.set(rest.subarray(start), end);
  return result;
}

/** Where `product` stands among the sorted rows, or would stand. */
function placeIn(order: Int32Array, products: readonly IndexedProduct[], product: IndexedProduct, compare: Compare) {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = products[order[middle] ?? 0] as IndexedProduct;
    if (other.id === product.id) return middle;
    if (compare(other, product) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const ascending = (a: number, b: number) => a - b;
