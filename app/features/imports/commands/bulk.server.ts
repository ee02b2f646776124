import { inArray, sql, type SQL } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { changeProduct, type BulkChange, type BulkProduct } from "#app/features/products/rules/bulk.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { products } from "#db/schema/catalog.ts";
import { createRun } from "../commands.server.ts";
import type { PreviewRow } from "../rules.ts";

/** Maximum number of products in a bulk edit. */
export const MAX_BULK = 50_000;

export type PreviewResult = { ok: true; id: string } | { ok: false; reason: "forbidden" | "gone" };

type BulkRow = BulkProduct & { id: string; name: string };

const COLUMNS = {
  ...pickColumns(products, "id", "name", "price_kobo", "discount_price_kobo", "price_steps"),
  ...pickColumns(products, "cost_kobo", "stock_quantity", "min_order", "order_multiple", "category_id"),
  ...pickColumns(products, "distributor", "featured", "best_seller", "new_arrival"),
};

/**
 * Creates the preview of a bulk change with before, after or error for each row. It contains the products that match
 * `where` now; later matches are not added when it is applied. Returns the run id.
 */
export async function previewBulk(
  db: Db,
  actor: Actor,
  { change, title, where }: { change: BulkChange; title: string; where: SQL },
): Promise<PreviewResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  const found = await readProducts(db, where);
  if (found.length === 0) return { ok: false, reason: "gone" };
  const rows = found.map((product) => previewRow(product, change));
  return { ok: true, id: await createRun(db, actor, { kind: "bulk", noun: "product", title, rows }) };
}

/** Creates the preview of individual prices, as from a price list: `kobo` by product id. */
export async function previewPrices(
  db: Db,
  actor: Actor,
  { prices, title }: { prices: ReadonlyMap<string, number>; title: string },
): Promise<PreviewResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  const found = await readProducts(db, sql`id in ${[...prices.keys()]}`);
  if (found.length === 0) return { ok: false, reason: "gone" };
  const rows = found.map((product) =>
    previewRow(product, { field: "price", how: "set", kobo: prices.get(product.id) ?? product.price_kobo }),
  );
  return { ok: true, id: await createRun(db, actor, { kind: "bulk", noun: "product", title, rows }) };
}

/** Products per statement: parsing the columns of many at once would block other requests. */
const PART = 500;

/** The products that match now, even if columns change while they are read; products deleted meanwhile are skipped. */
async function readProducts(db: Tx, where: SQL): Promise<BulkRow[]> {
  const { id, sort_name } = products;
  const found = await db.select({ id }).from(products).where(where).orderBy(sort_name, id).limit(MAX_BULK);
  const rows: BulkRow[] = [];
  for (let from = 0; from < found.length; from += PART) {
    const ids = found.slice(from, from + PART).map((one) => one.id);
    const part = await db.select(COLUMNS).from(products).where(inArray(id, ids)).orderBy(sort_name, id);
    rows.push(...part);
  }
  return rows;
}

function previewRow({ id, name, ...product }: BulkRow, change: BulkChange): PreviewRow {
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
  };
}
