import { sql } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import type { PRODUCTS } from "../rules/product-list.ts";
import { productsWhere } from "./admin-products.server.ts";

/** Current price of a product, in kobo; `days` since the last change, null if unknown. */
export type PriceLine = Awaited<ReturnType<typeof priceGridPage>>["lines"][number];

/** Page size of the price grid. */
export const PRICE_LINES = 50;

/** Prices of a supplier or category by product name, 50 per page, with the days since each last change. */
export async function priceGridPage(
  db: Tx,
  state: Pick<ListState<typeof PRODUCTS>, "q" | "filters">,
  distributors: readonly string[],
  page: number,
) {
  const where = productsWhere(state, distributors) ?? sql`true`;
  const { rows } = await db.execute(sql`
    select shown.*, (select floor(extract(epoch from now() - a.at) / 86400)::int from audit_log a
                     where a.subject = shown.id::text and a.after ? 'price_kobo' order by a.at desc limit 1) as days
    from (select ${products.id}, ${products.name}, ${products.unit}, ${products.price_kobo}, ${products.cost_kobo}, ${products.discount_price_kobo}
          from ${products} where ${where}
          order by ${products.sort_name}, ${products.id} limit ${PRICE_LINES + 1} offset ${(page - 1) * PRICE_LINES}) shown`);
  const number = (value: unknown) => (value === null ? null : Number(value));
  const lines = rows.map((row) => ({
    id: String(row.id),
    name: String(row.name),
    unit: String(row.unit),
    price_kobo: Number(row.price_kobo),
    cost_kobo: number(row.cost_kobo),
    discount_price_kobo: number(row.discount_price_kobo),
    days: number(row.days),
  }));
  return { lines: lines.slice(0, PRICE_LINES), hasMore: lines.length > PRICE_LINES };
}
