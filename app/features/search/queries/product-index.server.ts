import { setImmediate as nextTurn } from "node:timers/promises";
import { nameSlug } from "#app/features/products/links.ts";
import { netContent } from "#app/features/products/rules/read-net-content.ts";
import type { Tx } from "#db/client.server.ts";
import type { Sort } from "../rules/listing-links.ts";
import { Codes } from "./codes.server.ts";
import { FLAGS, ProductColumns, type Card, type IndexedProduct } from "./product-columns.server.ts";
import { productRowBatches, readProductRows, stockById } from "./product-rows.server.ts";
import { ORDERS, moved } from "./sort-orders.server.ts";

/** Below this share of products, sorting them is faster than scanning all in sorted order. */
const WALK_SHARE = 1 / 20;
const MEMO_SIZE = 40;
/** Above this number of changed products all rows are made anew. */
const MOST_PATCHED = 1_000;

/** In-memory index of all products for listings: counts and sorts 50,000 in milliseconds, which SQL does not. */
export class ProductIndex {
  readonly categories = new Codes();
  readonly distributors = new Codes();
  readonly brands = new Codes();
  readonly options = new Codes();
  readonly products = new Map<string, IndexedProduct>();
  columns = new ProductColumns([]);
  readonly #orders = new Map<Sort, Int32Array>();
  readonly #memo = new Map<string, unknown>();

  /** Result of `make`, cached under `key` until a product changes. */
  memo<Value>(key: string, make: () => Value): Value {
    if (!this.#memo.has(key)) {
      const oldest = this.#memo.keys().next();
      if (this.#memo.size >= MEMO_SIZE && !oldest.done) this.#memo.delete(oldest.value);
      this.#memo.set(key, make());
    }
    return this.#memo.get(key) as Value;
  }

  /** Rows in the order of `sort`, as two lists: available ones, which are shown first, and the others. */
  sortedRows(rows: readonly number[], sort: Sort): [number[], number[]] {
    const { products, flags } = this.columns;
    const isFirst = (row: number) => ((flags[row] ?? 0) & FLAGS.buyable) !== 0;
    if (rows.length < products.length * WALK_SHARE) {
      const ordered = this.productsAt(rows)
        .toSorted(ORDERS[sort])
        .map(({ row }) => row);
      return [ordered.filter(isFirst), ordered.filter((row) => !isFirst(row))];
    }
    const wanted = new Uint8Array(products.length);
    for (const row of rows) wanted[row] = 1;
    const [first, last]: [number[], number[]] = [[], []];
    for (const row of this.#order(sort)) if (wanted[row] === 1) (isFirst(row) ? first : last).push(row);
    return [first, last];
  }

  /**
   * Products of the rows that pass `test` in the order of `sort`, read as needed: available ones, which are shown first,
   * then the others. Both keep the current rows during database queries.
   */
  inOrder(sort: Sort, test: (row: number) => boolean): [Iterator<IndexedProduct>, Iterator<IndexedProduct>] {
    const { products, flags } = this.columns;
    const order = this.#order(sort);
    function* part(isFirst: boolean) {
      for (const row of order) {
        const product = products[row];
        if (product && (((flags[row] ?? 0) & FLAGS.buyable) !== 0) === isFirst && test(row)) yield product;
      }
    }
    return [part(true), part(false)];
  }

  /** Up to `most` rows that pass `test`. */
  firstRows(test: (row: number) => boolean, most: number): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.columns.products.length && rows.length < most; row += 1) if (test(row)) rows.push(row);
    return rows;
  }

  productsAt(rows: readonly number[]): IndexedProduct[] {
    return rows.flatMap((row) => this.columns.products[row] ?? []);
  }

  /** All rows in the order of `sort`. */
  #order(sort: Sort): Int32Array {
    const known = this.#orders.get(sort);
    if (known) return known;
    const order = Int32Array.from(this.columns.products.toSorted(ORDERS[sort]), ({ row }) => row);
    this.#orders.set(sort, order);
    return order;
  }

  /** Takes in database rows of a new index, which is usable after `complete`. */
  add(rows: readonly string[][]): void {
    for (const row of rows) {
      const product = this.#read(row);
      this.products.set(product.id, product);
    }
  }

  /** Makes the rows, newest first: most searches walk them in this order, and neighbours in memory are read faster. */
  complete(): void {
    const newest = [...this.products.values()].toSorted(ORDERS.newest);
    this.products.clear();
    for (const product of newest) this.products.set(product.id, product);
    this.#rebuild();
  }

  /** Updates products from database rows; those of `ids` without a row are removed. */
  update(rows: readonly string[][], ids: readonly string[]): void {
    const read = rows.map((row) => this.#read(row));
    const missing = new Set(ids);
    for (const { id } of read) missing.delete(id);
    if (missing.size > 0 || !this.#patch(read)) {
      for (const product of read) this.products.set(product.id, product);
      for (const id of missing) this.products.delete(id);
      this.#rebuild();
    }
    this.#memo.clear();
  }

  /** Puts `changed` into their rows, which costs these products only; false if rows or cards would move. */
  #patch(changed: readonly IndexedProduct[]): boolean {
    if (changed.length > MOST_PATCHED) return false;
    const before = changed.map(({ id }) => this.products.get(id));
    const isInPlace = changed.every(({ group, options }, at) => {
      const old = before[at];
      return old?.group === group && old.options.length === options.length;
    });
    if (!isInPlace) return false;
    const cards = new Map<Card, Card>();
    for (const [at, product] of changed.entries()) {
      const old = before[at] as IndexedProduct;
      product.row = old.row;
      this.products.set(product.id, product);
      cards.set(old.card, { variants: [] });
    }
    // A card is made anew: a search that goes on keeps the one that it has found.
    for (const [old, card] of cards) {
      card.variants = old.variants.map(({ id }) => this.products.get(id) as IndexedProduct);
      for (const variant of card.variants) variant.card = card;
    }
    const { products } = this.columns;
    this.columns = this.columns.with(changed);
    for (const [sort, order] of this.#orders) {
      this.#orders.set(sort, moved(order, ORDERS[sort], { from: products, to: this.columns.products, changed }));
    }
    return true;
  }

  /** Makes cards, rows and columns of `products`. */
  #rebuild(): void {
    const cards = new Map<string, Card>();
    for (const product of this.products.values()) {
      const key = product.group || product.id;
      const card = cards.get(key) ?? { variants: [] };
      card.variants.push(product);
      product.card = card;
      cards.set(key, card);
    }
    this.columns = new ProductColumns([...cards.values()]);
    this.#orders.clear();
  }

  /** Updates availability by product id. */
  updateStock(buyable: ReadonlyMap<string, boolean>): void {
    for (const [id, now] of buyable) {
      const product = this.products.get(id);
      if (!product || product.buyable === now) continue;
      product.buyable = now;
      this.columns.setBuyable(product.row, now);
      this.#memo.clear();
    }
  }

  #read(row: readonly string[]): IndexedProduct {
    const [id = "", name = "", created, price, piecePrice, minOrder, buyable, category = "", top = "", ...rest] = row;
    const [distributor = "", brand = "", group = "", groupName = "", optionNames = "", options = "", flags, ...size] =
      rest;
    const [unit = "", pieces, weight, stated] = size;
    const weight_grams = weight ? Number(weight) : null;
    const content = netContent({ name, unit, pieces: Number(pieces), weight_grams, stated });
    return {
      id,
      name,
      created: Number(created),
      price: Number(price),
      piecePrice: Number(piecePrice),
      content,
      contentPrice: content ? Number(price) / content.amount : Infinity,
      minOrder: Number(minOrder),
      buyable: buyable === "t",
      category: this.categories.add(category, ""),
      top: this.categories.add(top, ""),
      distributor: this.distributors.add(nameSlug(distributor), distributor),
      brand: this.brands.add(nameSlug(brand), brand),
      options: options === "" ? [] : this.#optionCodes(options),
      flags: Number(flags) | (content ? FLAGS.measured : 0),
      row: -1,
      group,
      groupName,
      optionNames: optionNames === "" ? [] : (JSON.parse(optionNames) as string[]),
      card: { variants: [] },
    };
  }

  #optionCodes(json: string): number[] {
    const values = Object.entries(JSON.parse(json) as Record<string, string>);
    return values.flatMap(([name, value]) => {
      const parts = [nameSlug(name), nameSlug(value)];
      return parts.includes("") ? [] : [this.options.add(parts.join(":"), `${name}\n${value}`)];
    });
  }
}

type StoredChange = { id: string; stockOnly: boolean };
type Held = { index: ProductIndex; epoch: number; seen: number; turn: Promise<void> };

/** Between two parts of a load other requests are answered. */
const LOADED_AT_ONCE = 2_000;
/** Above this number of changes the whole index is reloaded. */
const MAX_CHANGES = 2_000;
const held = new WeakMap<object, Held>();
let epoch = 0;
let changes: StoredChange[] = [];

/**
 * Call after catalogue changes and before dropping cached listings, with the changed products and whether only stock
 * changed. `ids` null reloads all.
 */
export function productsChanged(ids: readonly string[] | null = null, stockOnly = false): void {
  if (ids !== null && changes.length + ids.length <= MAX_CHANGES) {
    changes.push(...ids.map((id) => ({ id, stockOnly })));
    return;
  }
  epoch += 1;
  changes = [];
}

/** The product index of `db`, including every change announced before this call. */
export async function productIndex(db: Tx): Promise<ProductIndex> {
  let own = held.get(db);
  if (!own) {
    own = { index: new ProductIndex(), epoch: -1, seen: 0, turn: Promise.resolve() };
    held.set(db, own);
  }
  if (own.epoch !== epoch || own.seen < changes.length) {
    const mine = own;
    own.turn = own.turn.catch(() => {}).then(() => catchUp(db, mine));
  }
  await own.turn;
  return own.index;
}

async function catchUp(db: Tx, own: Held): Promise<void> {
  const now = { epoch, seen: changes.length };
  if (own.epoch !== now.epoch) {
    const index = new ProductIndex();
    for await (const rows of productRowBatches(db, LOADED_AT_ONCE)) {
      index.add(rows);
      await nextTurn();
    }
    index.complete();
    Object.assign(own, { index }, now);
    return;
  }
  const due = changes.slice(own.seen);
  const edited = [...new Set(due.flatMap(({ id, stockOnly }) => (stockOnly ? [] : [id])))];
  const restocked = [...new Set(due.map(({ id }) => id))].filter((id) => !edited.includes(id));
  if (edited.length > 0) own.index.update(await readProductRows(db, edited), edited);
  if (restocked.length > 0) own.index.updateStock(await stockById(db, restocked));
  Object.assign(own, now);
}
