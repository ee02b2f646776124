import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { nameSlug } from "#app/features/products/links.ts";
import type { StoredProduct } from "#app/features/products/queries.server.ts";
import { BATCH_FIELDS, type BatchField } from "#app/features/products/rules/batch-fields.ts";
import { changeProduct, type BulkProduct } from "#app/features/products/rules/bulk.ts";
import { optionKey, variantName } from "#app/features/products/rules/variants.ts";
import { firstFreeSlug } from "#app/platform/slugs.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { Fields, PreviewRow } from "../rules.ts";
import type { ImportMode } from "../rules/import-fields.ts";
import type { ImportRow, ImportValues } from "../rules/import-values.ts";
import { findCategory, loadCategories, type CategoryIndex } from "./import-categories.server.ts";
import { pictureFields, storedPictures } from "./import-pictures.server.ts";

/** A stored product with the stock held by pending payments. */
type Known = Pick<StoredProduct, BatchField | "id"> & { held: number };

/** Rows looked up per statement. */
const PART = 500;

/** The group of a product in the file; `options` are the sorted option names of an existing group. */
type PlannedGroup = { id: string; options?: string };

type Context = {
  categories: CategoryIndex;
  /** File row by product, and by combination of options. */
  seen: Map<string, number>;
  slugs: Set<string>;
  groups: Map<string, PlannedGroup>;
  mode: ImportMode;
  /** Pictures fetched before, by source URL. */
  stored: ReadonlyMap<string, string>;
};

/** Preview of price list rows: changes of a known product, a new product, or the reason of refusal. */
export async function previewImportRows(db: Tx, rows: readonly ImportRow[], mode: ImportMode): Promise<PreviewRow[]> {
  const context: Context = {
    categories: await loadCategories(db),
    seen: new Map(),
    slugs: new Set(),
    groups: new Map(),
    mode,
    stored: new Map(),
  };
  const previews: PreviewRow[] = [];
  for (let from = 0; from < rows.length; from += PART) {
    const part = rows.slice(from, from + PART).map(withVariant);
    const known = await knownProducts(db, part);
    context.stored = await storedPictures(
      db,
      part.flatMap(({ values }) => values.images ?? []),
    );
    for (const slug of known.slugs) context.slugs.add(slug);
    for (const row of part) noteGroup(row, known.find(row.values), context);
    for (const row of part) previews.push(previewRow(row, known.find(row.values), context));
  }
  return previews;
}

/** New variants of a product join the stored group of its other variants. */
function noteGroup({ group }: ImportRow, known: Known | undefined, { groups }: Context): void {
  if (group && known?.group_id) groups.set(group.key, { id: known.group_id, options: namesOf(known.option_values) });
}

const namesOf = (options: object) => Object.keys(options).toSorted().join(", ");

/** Adds the options of a variant to its name and slug. */
function withVariant(row: ImportRow): ImportRow {
  if (!row.group) return row;
  const { key, name, options } = row.group;
  const names = Object.keys(options);
  const slug = nameSlug([key, ...names.map((option) => options[option] ?? "")].join(" "));
  return { ...row, values: { ...row.values, name: variantName(name, names, options), slug } };
}

async function knownProducts(db: Tx, rows: readonly ImportRow[]) {
  const values = rows.map((row) => row.values);
  const texts = (read: (one: ImportValues) => string | undefined) => [
    ...new Set(values.flatMap((one) => read(one) ?? [])),
  ];
  const slugs = [...texts(({ slug }) => slug), ...texts(({ name }) => (name ? nameSlug(name) : undefined))];
  const fields = Object.keys(BATCH_FIELDS).map((field) => `p.${field}`);
  const { rows: found } = await db.execute(sql`
    select p.id, ${sql.raw(fields.join(", "))}, coalesce(h.held, 0)::int as held
    from products p left join lateral (
      select sum(i.quantity) as held from payment_attempt_items i join payment_attempts a on a.id = i.attempt_id
      where i.product_id = p.id and a.hold = 'held') h on true
    where lower(p.sku) in ${orNone(texts(({ sku }) => sku?.toLowerCase()))}
      or p.barcode in ${orNone(texts(({ barcode }) => barcode))}
      or p.slug in ${orNone(slugs)}
      or (p.unavailable in (true, false) and p.sort_name in ${orNone(texts(({ name }) => name?.toLowerCase()))})`);
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
      (barcode && byBarcode.get(barcode)) ||
      (slug && bySlug.get(slug)) ||
      sameName(byName.get(name?.toLowerCase() ?? ""), sku, barcode) ||
      undefined,
  };
}

/** Matches a product by name, unless SKU or barcode differ. */
function sameName(named: Known | undefined, sku: string | undefined, barcode: string | undefined): Known | undefined {
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

const refused = (row: Pick<PreviewRow, "record_id" | "label">, reason: string): PreviewRow => ({
  ...row,
  before: null,
  after: null,
  state: "refused",
  reason,
});

function previewRow(row: ImportRow, known: Known | undefined, context: Context): PreviewRow {
  const { values } = row;
  const label = known?.name ?? values.name ?? values.sku ?? values.barcode ?? values.slug ?? `Row ${row.number}`;
  const refuse = (reason: string) => refused({ record_id: known?.id ?? null, label }, reason);
  if (row.skipped) return { ...refuse(`Skipped: ${row.skipped}.`), state: "unchanged" };
  if (row.problems.length > 0) return refuse(row.problems.join(" "));
  const key = known?.id ?? values.sku?.toLowerCase() ?? values.slug ?? values.name?.toLowerCase();
  if (key === undefined) return refuse("It has no name, SKU, barcode or address.");
  const { key: groupKey, options } = row.group ?? {};
  const variant = options && `${groupKey} ${optionKey(Object.keys(options), options)}`;
  for (const [seen, what] of [
    [key, "is about the same product"],
    [variant, "has the same options"],
  ] as const) {
    const earlier = seen === undefined ? undefined : context.seen.get(seen);
    if (earlier !== undefined) return refuse(`Row ${earlier} of the file ${what}.`);
  }
  for (const seen of [key, variant]) if (seen !== undefined) context.seen.set(seen, row.number);
  if (!known && context.mode !== "all") return refuse("The shop has no such product.");
  const notes = [...row.notes];
  const category = values.category === undefined ? undefined : findCategory(context.categories, values.category);
  if (category === null) notes.push(`No category is called “${values.category}”.`);
  return known
    ? updateRow(row, known, category?.id, label, notes, context)
    : createRow(row, category?.id, label, notes, context);
}

function createRow(
  { values, group }: ImportRow,
  category_id: string | undefined,
  label: string,
  notes: string[],
  context: Context,
): PreviewRow {
  const { category: _category, slug, images: _images, image_alts: _alts, ...fields } = values;
  const row = { record_id: null, label };
  const refuse = (reason: string) => refused(row, reason);
  if (!fields.name) return refuse("A new product needs a name.");
  if (fields.price_kobo === undefined) return refuse("A new product needs a price.");
  if (fields.discount_price_kobo && fields.discount_price_kobo >= fields.price_kobo)
    return refuse("The discount price is not below the price.");
  const multiple = fields.order_multiple ?? 1;
  const shown = pictureFields(values, null, context.stored);
  const after: Fields = {
    ...fields,
    ...shown.fields,
    min_order: fields.min_order ?? multiple,
    slug: takeSlug(nameSlug(slug ?? fields.name), context.slugs),
    ...(category_id ? { category_id } : {}),
    ...(group ? groupFields(group, context) : {}),
  };
  const stored = group && context.groups.get(group.key)?.options;
  if (group && stored !== undefined && stored !== namesOf(group.options))
    return refuse(`Its group in the shop has the options ${stored}, not ${namesOf(group.options)}.`);
  if (Number(after.min_order) % multiple !== 0) return refuse(`The minimum order is no multiple of ${multiple}.`);
  const reason = ["New.", ...notes].join(" ");
  return { ...row, before: null, after, state: "ready", reason, ...(shown.pictures && { pictures: shown.pictures }) };
}

function groupFields({ key, name, options }: NonNullable<ImportRow["group"]>, { groups }: Context): Fields {
  const planned = groups.get(key) ?? { id: randomUUID() };
  groups.set(key, planned);
  return { group_id: planned.id, option_values: options, group: { name, option_names: Object.keys(options) } };
}

function takeSlug(wanted: string, taken: Set<string>): string {
  const slug = firstFreeSlug(wanted === "" ? "product" : wanted, taken);
  taken.add(slug);
  return slug;
}

function updateRow(
  { values }: ImportRow,
  known: Known,
  category_id: string | undefined,
  label: string,
  notes: string[],
  { stored }: Context,
): PreviewRow {
  const { category: _category, slug: _slug, images: _images, image_alts: _alts, ...read } = values;
  const { price_kobo, discount_price_kobo, stock_quantity, ...rest } = read;
  const row = { record_id: known.id, label };
  const { fields: shown, pictures } = pictureFields(values, known, stored);
  const after: Fields = { ...rest, ...shown, ...(category_id ? { category_id } : {}) };
  let product: BulkProduct = known;
  const move = (change: Parameters<typeof changeProduct>[1]): string | null => {
    const result = changeProduct(product, change);
    if (!result.ok) return result.reason;
    if (result.warning) notes.push(result.warning);
    Object.assign(after, result.after);
    product = { ...product, ...result.after };
    return null;
  };
  const isAmount = (kobo: number | null | undefined): kobo is number => typeof kobo === "number";
  let problem: string | null = null;
  if (isAmount(price_kobo)) {
    const ends = known.discount_price_kobo !== null && known.discount_price_kobo >= price_kobo;
    if (ends || isAmount(discount_price_kobo)) problem = move({ field: "discount", how: "remove" });
    if (ends && !isAmount(discount_price_kobo)) notes.push("Its discount ends: the new price is lower.");
    problem ??= move({ field: "price", how: "set", kobo: price_kobo });
  }
  if (isAmount(discount_price_kobo)) problem ??= move({ field: "discount", how: "set", kobo: discount_price_kobo });
  const minimum = values.min_order ?? known.min_order;
  const multiple = values.order_multiple ?? known.order_multiple;
  if (minimum % multiple !== 0) problem ??= `The minimum order of ${minimum} is no multiple of ${multiple}.`;
  if (problem) return refused(row, problem);
  // The file has the physical stock, which includes stock held by pending payments.
  if (stock_quantity !== undefined) after.stock_quantity = Math.max(0, stock_quantity - known.held);
  // Pending pictures replace the current ones, so these are compared when the row is applied.
  const isGuard = (field: BatchField) => pictures !== null && (field === "images" || field === "image_alts");
  const changed = (Object.keys(after) as BatchField[]).filter(
    (field) => isGuard(field) || !isDeepStrictEqual(known[field] ?? null, after[field] ?? null),
  );
  const pick = (from: Fields) => Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  return {
    ...row,
    before: pick(known),
    after: pick(after),
    state: changed.length === 0 ? "unchanged" : "ready",
    reason: notes.join(" "),
    ...(pictures && { pictures }),
  };
}
