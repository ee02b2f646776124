import { sql } from "drizzle-orm";
import { nameSlug } from "#app/features/products/links.ts";
import type { StoredProduct } from "#app/features/products/queries.server.ts";
import { BATCH_FIELDS, type BatchField } from "#app/features/products/rules/batch-fields.ts";
import type { Tx } from "#db/client.server.ts";
import type { ImportRow, ImportValues } from "../rules/import-values.ts";

/** A stored product with the stock held by pending payments. */
export type Known = Pick<StoredProduct, BatchField | "id"> & { held: number };

/** The products that rows may be about: `find` takes SKU, address, barcode or name, `slugs` are taken addresses. */
export async function knownProducts(db: Tx, rows: readonly ImportRow[]) {
  const values = rows.map((row) => row.values);
  const texts = (read: (one: ImportValues) => string | null | undefined) => [
    ...new Set(values.flatMap((one) => read(one) ?? [])),
  ];
  const slugs = [...texts(({ slug }) => slug), ...texts(({ name }) => (name ? nameSlug(name) : undefined))];
  // A day stays the text that a file has.
  const fields = Object.keys(BATCH_FIELDS).map((field) =>
    field === "best_before" ? "p.best_before::text" : `p.${field}`,
  );
  const { rows: found } = await db.execute(sql`
    select p.id, ${sql.raw(fields.join(", "))}, coalesce(h.held, 0)::int as held
    from products p left join lateral (
      select sum(i.quantity) as held from payment_attempt_items i join payment_attempts a on a.id = i.attempt_id
      where i.product_id = p.id and a.hold = 'held') h on true
    where lower(p.sku) in ${orNone(texts(({ sku }) => sku?.toLowerCase()))}
      or p.barcode in ${orNone(texts(({ barcode }) => barcode))}
      or p.slug in ${orNone(slugs)}
      or p.sort_name in ${orNone(texts(({ name }) => name?.toLowerCase()))}`);
  const known = found.map(asKnown);
  const by = (read: (one: Known) => string | null | undefined) => new Map(known.map((one) => [read(one) ?? null, one]));
  const bySku = by(({ sku }) => sku?.toLowerCase());
  const byBarcode = by(({ barcode }) => barcode);
  const bySlug = by(({ slug }) => slug);
  const byName = by(({ name }) => name.toLowerCase());
  return {
    slugs: known.map(({ slug }) => slug),
    find: ({ sku, barcode, slug, name }: ImportValues): Known | undefined =>
      (sku && bySku.get(sku.toLowerCase())) ||
      (slug && bySlug.get(slug)) ||
      (barcode && byBarcode.get(barcode)) ||
      sameName(byName.get(name?.toLowerCase() ?? ""), sku, barcode) ||
      undefined,
  };
}

/** Matches a product by name, unless SKU or barcode differ. */
function sameName(
  named: Known | undefined,
  sku: ImportValues["sku"],
  barcode: ImportValues["barcode"],
): Known | undefined {
  return named && (!sku || !named.sku) && (!barcode || !named.barcode) ? named : undefined;
}

const orNone = (texts: string[]) => (texts.length === 0 ? [""] : texts);

/** Raw SQL returns bigint amounts as text. */
function asKnown(row: Record<string, unknown>): Known {
  const number = (value: unknown) => (value === null ? null : Number(value));
  return {
    ...row,
    price_kobo: Number(row.price_kobo),
    discount_price_kobo: number(row.discount_price_kobo),
    cost_kobo: number(row.cost_kobo),
  } as Known;
}
