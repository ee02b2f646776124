import { inArray } from "drizzle-orm";
import { tileColumns, type CardGroup, type TileProduct } from "#app/features/products/queries.server.ts";
import { optionCounts } from "#app/features/products/rules/variants.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import type { Group } from "./product-index/card-groups.server.ts";
import { optionName, type Codes } from "./product-index/codes.server.ts";
import { productIndex } from "./product-index/current-index.server.ts";
import type { ProductTable } from "./product-index/index-table.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";

/** The group of a product's card; null for a product without group. */
export function cardGroup({ table, options }: ProductIndex, id: string): CardGroup | null {
  const row = table.ids.rowOf(id);
  const group = table.groupOf(row);
  if (!group || group.rows.length < 2) return null;
  const priceOf = (variant: number) => table.columns.price[variant] ?? 0;
  const buyable = group.rows.filter((variant) => table.isBuyable(variant));
  const prices = (buyable.length > 0 ? buyable : group.rows).map(priceOf);
  const from = priceOf(row) === Math.min(...prices) && priceOf(row) < Math.max(...prices);
  return { name: group.name, options: optionsOf(table, options, group), from };
}

function optionsOf(table: ProductTable, { keys }: Codes, { rows, optionNames }: Group): string {
  const codes = [...new Set(rows.flatMap((row) => table.optionsOf(row)))];
  const byName = Map.groupBy(codes, (code) => optionName(keys[code] ?? ""));
  return optionCounts(optionNames, (key) => byName.get(key)?.length ?? 0, rows.length);
}

/** Ids of all variants of these products' cards; the page depends on all of them (cache tags). */
export function cardVariantIds(index: ProductIndex, ids: readonly string[]): string[] {
  const { table } = index;
  return ids.flatMap((id) => {
    const row = table.ids.rowOf(id);
    return row < 0 ? [id] : table.variantsOf(row).map((variant) => table.ids.idOf(variant));
  });
}

/**
 * Product tiles in the order of `ids`; deleted products are skipped. A variant's tile shows its group, except those in
 * `alone`. A group's card leads to its page and adds nothing to a cart: of its terms it has the lowest price step only.
 */
export async function tilesByIds(
  db: Tx,
  ids: readonly string[],
  alone: ReadonlySet<string> = new Set(),
): Promise<TileProduct[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(tileColumns)
    .from(products)
    .where(inArray(products.id, [...ids]));
  const index = await productIndex(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const group = alone.has(id) ? null : cardGroup(index, id);
    const content = index.table.contentOf(index.table.ids.rowOf(id));
    const tile = content ? { ...row, content } : row;
    if (!group) return tile;
    return { ...tile, price_steps: row.price_steps.slice(-1), larger_units: [], group_id: null, group };
  });
}
