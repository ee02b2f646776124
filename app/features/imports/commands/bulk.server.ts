import { inArray, type SQL } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { changeProduct, type BulkChange, type BulkProduct } from "#app/features/products/rules/bulk.ts";
import { newPrice, priceChange, type DiscountMove } from "#app/features/products/rules/price-move.ts";
import type { ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { products } from "#db/schema/catalog.ts";
import { createRun } from "../commands.server.ts";
import type { PreviewRow } from "../rules.ts";

/** The products whose preview is made at once; that of more is made by a job. */
export const MAX_AT_ONCE = 50_000;

/** `discounts`: the change says nothing about the discounts that `count` of its products have. */
export type PreviewResult =
  | { ok: true; id: string }
  | { ok: false; reason: "forbidden" | "gone" | "many" }
  | { ok: false; reason: "discounts"; count: number };

export type BulkRow = BulkProduct & { id: string; name: string };

export const BULK_COLUMNS = {
  ...pickColumns(products, "id", "name", "price_kobo", "discount_price_kobo", "price_steps"),
  ...pickColumns(products, "cost_kobo", "stock_quantity", "min_order", "order_multiple", "category_id"),
  ...pickColumns(products, "distributor", "featured", "best_seller", "new_arrival"),
};

/**
 * Creates the preview of a bulk change with before, after or error for each row. It contains the products that match
 * `where` now; later matches are not added when it is applied. Returns the run id, or `many` if there are more than
 * `most`.
 */
export async function previewBulk(
  db: Db,
  actor: Actor,
  { change, title, where, most = MAX_AT_ONCE }: { change: BulkChange; title: string; where: SQL; most?: number },
): Promise<PreviewResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  return await previewChanges(db, actor, { title, where, most, changeOf: () => change });
}

type Prices = {
  /** By product id, in kobo. */
  prices: ReadonlyMap<string, number>;
  /** The rounding of discounts and steps, in kobo. */
  round_kobo: number;
  discounts?: DiscountMove | undefined;
  title: string;
};

/** Creates the preview of individual prices, as from a price list. */
export async function previewPrices(
  db: Db,
  actor: Actor,
  { prices, round_kobo, discounts, title }: Prices,
): Promise<PreviewResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  return await previewChanges(db, actor, {
    title,
    where: inArray(products.id, [...prices.keys()]),
    most: prices.size,
    changeOf: ({ id, price_kobo }) => ({
      field: "price",
      how: "set",
      kobo: prices.get(id) ?? price_kobo,
      round_kobo,
      ...(discounts ? { discounts } : {}),
    }),
  });
}

async function previewChanges(
  db: Db,
  actor: ChangedBy,
  {
    title,
    where,
    most,
    changeOf,
  }: { title: string; where: SQL; most: number; changeOf: (product: BulkRow) => BulkChange },
): Promise<PreviewResult> {
  const found = await readProducts(db, where, most);
  if (found === null) return { ok: false, reason: "many" };
  if (found.length === 0) return { ok: false, reason: "gone" };
  const count = found.filter((product) => asksForDiscount(product, changeOf(product))).length;
  if (count > 0) return { ok: false, reason: "discounts", count };
  const rows = found.map((product) => previewRow(product, changeOf(product)));
  return { ok: true, id: await createRun(db, actor, { kind: "bulk", noun: "product", title, rows }) };
}

/** Whether the price of a discounted product changes, and nothing is said about its discount. */
function asksForDiscount(product: BulkRow, change: BulkChange): boolean {
  if (change.field !== "price" || change.discounts || product.discount_price_kobo === null) return false;
  const kobo = newPrice(product, change);
  return kobo !== null && kobo !== product.price_kobo;
}

/** Products per statement: parsing the columns of many at once would block other requests. */
const PART = 500;

/**
 * The products that match now, even if columns change while they are read; products deleted meanwhile are skipped. Null
 * if there are more than `most`.
 */
async function readProducts(db: Tx, where: SQL, most: number): Promise<BulkRow[] | null> {
  const { id, sort_name } = products;
  const [beyond] = await db.select({ id }).from(products).where(where).offset(most).limit(1);
  if (beyond) return null;
  const found = await db.select({ id }).from(products).where(where).orderBy(sort_name, id);
  const rows: BulkRow[] = [];
  for (let from = 0; from < found.length; from += PART) {
    const ids = found.slice(from, from + PART).map((one) => one.id);
    const part = await db.select(BULK_COLUMNS).from(products).where(inArray(id, ids)).orderBy(sort_name, id);
    rows.push(...part);
  }
  return rows;
}

export function previewRow({ id, name, ...product }: BulkRow, change: BulkChange): PreviewRow {
  const row = { record_id: id, label: name };
  const result = changeProduct(product, change);
  if (!result.ok) return { ...row, before: null, after: null, state: "refused", reason: result.reason };
  const fields = Object.keys(result.after) as (keyof BulkProduct)[];
  const changed = fields.filter((field) => JSON.stringify(product[field]) !== JSON.stringify(result.after[field]));
  const pick = (from: Partial<BulkProduct>) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return {
    ...row,
    before: pick(product),
    after: pick(result.after),
    state: changed.length === 0 ? "unchanged" : "ready",
    reason: result.warning ?? "",
    price: priceChange(product, { ...product, ...result.after }),
  };
}
