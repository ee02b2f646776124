import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { nameSlug } from "#app/features/products/links.ts";
import type { BatchField } from "#app/features/products/rules/batch-fields.ts";
import { changeProduct, type BulkProduct } from "#app/features/products/rules/bulk.ts";
import { priceChange } from "#app/features/products/rules/price-move.ts";
import { termsProblem } from "#app/features/products/rules/term-problems.ts";
import { optionKey } from "#app/features/products/rules/variants.ts";
import { firstFreeSlug } from "#app/platform/slugs.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { Fields, PreviewRow } from "../rules.ts";
import type { ImportMode } from "../rules/import-fields.ts";
import type { ImportRow } from "../rules/import-values.ts";
import {
  categoryPathOf,
  findCategory,
  loadCategories,
  missingCategory,
  type CategoryIndex,
} from "./import-categories.server.ts";
import { pictureFields, storedPictures } from "./import-pictures.server.ts";
import { knownProducts, type Known } from "./known-products.server.ts";

/** Rows looked up per statement. */
const PART = 500;

/** The group of a product in the file; `options` are the sorted option names of an existing group. */
type PlannedGroup = { id: string; options?: string };

export type PreviewChoices = { mode: ImportMode; newCategories: boolean; uncountedStock: number | null };

type Context = {
  categories: CategoryIndex;
  /** File row by product, and by combination of options. */
  seen: Map<string, number>;
  slugs: Set<string>;
  groups: Map<string, PlannedGroup>;
  choices: PreviewChoices;
  /** Paths of the categories that applying makes. */
  made: Set<string>;
  /** New products that are in stock without a number. */
  uncounted: number;
  /** Pictures fetched before, by source URL. */
  stored: ReadonlyMap<string, string>;
};

/**
 * Preview of price list rows: changes of a known product, a new product, or the reason of refusal; with the paths of the
 * categories that applying makes, and the number of new products whose stock nobody knows.
 */
export async function previewImportRows(
  db: Tx,
  rows: readonly ImportRow[],
  choices: PreviewChoices,
): Promise<{ rows: PreviewRow[]; categories: string[]; uncounted: number }> {
  const context: Context = {
    categories: await loadCategories(db),
    seen: new Map(),
    slugs: new Set(),
    groups: new Map(),
    choices,
    made: new Set(),
    uncounted: 0,
    stored: new Map(),
  };
  const previews: PreviewRow[] = [];
  for (let from = 0; from < rows.length; from += PART) {
    const part = rows.slice(from, from + PART);
    const known = await knownProducts(db, part);
    context.stored = await storedPictures(
      db,
      part.flatMap(({ values }) => values.images ?? []),
    );
    for (const slug of known.slugs) context.slugs.add(slug);
    for (const row of part) noteGroup(row, known.find(row.values), context);
    for (const row of part) {
      const preview = previewRow(row, known.find(row.values), context);
      previews.push(withNumber(row, preview));
      if (isNewCategory(preview.after)) context.made.add(String(preview.after?.category));
    }
  }
  return { rows: previews, categories: [...context.made], uncounted: context.uncounted };
}

/** A refused row with its row in the sheet, where its mistake is. */
const withNumber = ({ number }: ImportRow, row: PreviewRow): PreviewRow =>
  row.state === "refused" ? { ...row, reason: `Row ${number}: ${row.reason}` } : row;

/** New variants of a product join the stored group of its other variants. */
function noteGroup({ group }: ImportRow, known: Known | undefined, { groups }: Context): void {
  if (group && known?.group_id) groups.set(group.key, { id: known.group_id, options: namesOf(known.option_values) });
}

const namesOf = (options: object) => Object.keys(options).toSorted().join(", ");

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
    [key, "It is about the same product as"],
    [variant, "It has the same options as"],
  ] as const) {
    const earlier = seen === undefined ? undefined : context.seen.get(seen);
    if (earlier !== undefined) return refuse(`${what} row ${earlier}.`);
  }
  for (const seen of [key, variant]) if (seen !== undefined) context.seen.set(seen, row.number);
  if (!known && context.choices.mode !== "all") return refuse("The shop has no such product.");
  const notes = [...row.notes];
  const category = categoryFields(values.category, known, notes, context);
  return known
    ? updateRow(row, known, category, label, notes, context)
    : createRow(row, category, label, notes, context);
}

/**
 * The category of a row: path and id, or only the path of one that applying makes. A note says if it has none. Nothing
 * if the product `known` has it.
 */
function categoryFields(
  cell: string | undefined,
  known: Known | undefined,
  notes: string[],
  { categories, choices }: Context,
): Fields {
  if (cell === undefined) return {};
  const missing = choices.newCategories ? missingCategory(categories, cell) : null;
  if (missing !== null) {
    notes.push("Its category is new.");
    return { category: missing };
  }
  const found = findCategory(categories, cell);
  if (!found) notes.push(`No category is called “${cell}”.`);
  if (!found || found.id === known?.category_id) return {};
  return { category: categoryPathOf(categories, found.id), category_id: found.id };
}

const isNewCategory = (after: Fields | null) => after !== null && "category" in after && !("category_id" in after);

function createRow(
  { values, group, isUncounted }: ImportRow,
  category: Fields,
  label: string,
  notes: string[],
  context: Context,
): PreviewRow {
  const { category: _category, slug, images: _images, image_alts: _alts, ...fields } = values;
  const row = { record_id: null, label };
  const refuse = (reason: string) => refused(row, reason);
  if (!fields.name) return refuse("A new product needs a name.");
  if (fields.price_kobo === undefined) return refuse("A new product needs a price.");
  const multiple = fields.order_multiple ?? 1;
  const { uncountedStock } = context.choices;
  if (isUncounted && uncountedStock === null) context.uncounted += 1;
  if (isUncounted) notes.push("The file does not count its stock.");
  const shown = pictureFields(values, null, context.stored);
  const after: Fields = {
    ...fields,
    ...shown.fields,
    min_order: fields.min_order ?? multiple,
    stock_quantity: fields.stock_quantity ?? (isUncounted ? uncountedStock : null) ?? 0,
    slug: takeSlug(nameSlug(slug ?? fields.name), context.slugs),
    ...category,
    ...(group ? groupFields(group, context) : {}),
  };
  const stored = group && context.groups.get(group.key)?.options;
  if (group && stored !== undefined && stored !== namesOf(group.options))
    return refuse(`Its group in the shop has the options ${stored}, not ${namesOf(group.options)}.`);
  if (Number(after.min_order) % multiple !== 0) return refuse(`The minimum order is no multiple of ${multiple}.`);
  const problem = termsProblem({ ...after, price_kobo: fields.price_kobo });
  if (problem) return refuse(problem);
  const reason = ["New.", ...notes].join(" ");
  return { ...row, before: null, after, state: "ready", reason, ...(shown.pictures && { pictures: shown.pictures }) };
}

function groupFields(
  { key, name, options, mixed = false }: NonNullable<ImportRow["group"]>,
  { groups }: Context,
): Fields {
  const planned = groups.get(key) ?? { id: randomUUID() };
  groups.set(key, planned);
  return {
    group_id: planned.id,
    option_values: options,
    group: { name, option_names: Object.keys(options), mixed_price_breaks: mixed },
  };
}

function takeSlug(wanted: string, taken: Set<string>): string {
  const slug = firstFreeSlug(wanted === "" ? "product" : wanted, taken);
  taken.add(slug);
  return slug;
}

function updateRow(
  { values }: ImportRow,
  known: Known,
  category: Fields,
  label: string,
  notes: string[],
  { stored, categories }: Context,
): PreviewRow {
  const { category: _category, slug: _slug, images: _images, image_alts: _alts, ...read } = values;
  const { price_kobo, discount_price_kobo, stock_quantity, price_steps, ...rest } = read;
  const row = { record_id: known.id, label };
  const { fields: shown, pictures } = pictureFields(values, known, stored);
  const after: Fields = { ...rest, ...shown, ...category };
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
  if (price_steps) after.price_steps = price_steps;
  problem ??= termsProblem({ ...known, ...after });
  if (problem) return refused(row, problem);
  // The file has the physical stock, which includes stock held by pending payments.
  if (stock_quantity !== undefined) after.stock_quantity = Math.max(0, stock_quantity - known.held);
  // Pending pictures replace the current ones, so these are compared when the row is applied.
  const isGuard = (field: string) => pictures !== null && (field === "images" || field === "image_alts");
  const changed = (Object.keys(after) as BatchField[]).filter(
    (field) => isGuard(field) || !isDeepStrictEqual(known[field] ?? null, after[field] ?? null),
  );
  const pick = (from: Fields) => Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  return {
    ...row,
    before: { ...pick(known), ...(category.category ? beforeCategory(known, categories) : {}) },
    after: pick(after),
    state: changed.length === 0 ? "unchanged" : "ready",
    reason: notes.join(" "),
    price: priceChange(known, { ...product, cost_kobo: read.cost_kobo ?? known.cost_kobo }),
    ...(pictures && { pictures }),
  };
}

/** The category that a changed product has, with its name for display. */
function beforeCategory({ category_id }: Known, categories: CategoryIndex): Fields {
  return { category_id, category: categoryPathOf(categories, category_id) };
}
