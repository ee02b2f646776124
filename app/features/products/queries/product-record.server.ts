import { eq, sql } from "drizzle-orm";
import type { FormValues } from "#app/lib/forms.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { productTexts } from "../schema.ts";

/** A product as its form edits it. */
export type ProductRecord = NonNullable<Awaited<ReturnType<typeof productRecord>>>;

/** A product as form values, or null; with `withCosts` including its cost. `image_alts` are alt texts by picture URL. */
export async function productRecord(db: Tx, id: string, withCosts: boolean) {
  if (!isUuid(id)) return null;
  const [row] = await db.select().from(products).where(eq(products.id, id));
  if (!row) return null;
  const { cost, ...values } = productTexts(row);
  const { name, slug, version, stock_quantity, image_alts } = row;
  const shown: FormValues = withCosts && cost !== undefined ? { ...values, cost } : values;
  return { id, name, slug, version, stock_quantity, image_alts, values: shown };
}

/** Form values for a copy of a product, without its codes. Empty for an unknown id. */
export async function productCopy(db: Tx, id: string | null): Promise<FormValues> {
  const record = id === null ? null : await productRecord(db, id, false);
  return record ? { ...record.values, name: `${record.name} (copy)`, sku: "", barcode: "" } : {};
}

export type PricePoint = { at: Date; price_kobo: number };

/** Price history of a product, oldest first, at most 60 changes. */
export async function priceCurve(db: Tx, id: string): Promise<PricePoint[]> {
  const { rows } = await db.execute(sql`
    select at, (after ->> 'price_kobo')::bigint as price_kobo from audit_log
    where subject = ${id} and after ? 'price_kobo' order by id desc limit 60`);
  return rows.toReversed().map((row) => ({ at: new Date(String(row.at)), price_kobo: Number(row.price_kobo) }));
}
