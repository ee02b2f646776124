import type { Db } from "#db/client.server.ts";
import { WrongFileError } from "./csv-records.server.ts";
import { type Entry, importBatch, type ImportResult } from "./import-batch.server.ts";
import { finishImport, loadCategories } from "./import-store.server.ts";
import { readGroups, type ShopifyFile, type ShopifyGroup } from "./shopify-groups.server.ts";
import { mapProduct } from "./shopify-rows.server.ts";

export type ImportOptions = {
  /** The bytes of the file. */
  source: AsyncIterable<Uint8Array>;
  /** False: compare with the shop and write nothing. */
  apply: boolean;
  /** Told each product's result, in the order of the file. */
  onResult?: (result: ImportResult) => void;
};

/** Products by what became of them; a row that is part of no product counts as bad. */
export type ImportTotals = Record<ImportResult["action"], number> & {
  /** Rows of the file without the header, unreadable ones included. */
  rows: number;
  /** Names of the categories created. */
  categories: string[];
  /** False when the file has no stock column: existing stock stays, new products start with none. */
  hasQuantity: boolean;
};

export type ImportOutcome = { ok: true; totals: ImportTotals } | { ok: false; reason: string };

const BATCH = 500;

/**
 * Imports a Shopify product export: by its SKU, or by its handle and options, a product is created, brought up to date
 * or found unchanged, and the variants of a handle form a group; nothing is deleted. The caller answers for who may: it is the operator's own command. Batches of 500 products
 * commit one by one. `ok: false` when the file is none of this kind; throws when the database cannot be used.
 */
export async function importProducts(db: Db, options: ImportOptions): Promise<ImportOutcome> {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, bad: 0 };
  const file: ShopifyFile = { columns: null, rows: 0 };
  const before = await loadCategories(db);
  let index = before;
  let batch: Entry[] = [];
  const flush = async (): Promise<void> => {
    index = await importBatch(db, batch, index, options.apply);
    for (const { result } of batch) {
      counts[result.action] += 1;
      options.onResult?.(result);
    }
    batch = [];
  };
  const seen: Seen = { slugs: new Map(), skus: new Map() };
  try {
    for await (const group of readGroups(options.source, file)) {
      batch.push(toEntry(group, seen));
      if (batch.length >= BATCH) await flush();
    }
  } catch (error) {
    if (error instanceof WrongFileError) return { ok: false, reason: error.message };
    throw error;
  }
  await flush();
  if (options.apply && counts.created + counts.updated > 0) await finishImport(db);
  const known = new Set([...before.values()].map((category) => category.id));
  const created = new Map([...index.values()].filter(({ id }) => !known.has(id)).map(({ id, name }) => [id, name]));
  return {
    ok: true,
    totals: {
      ...counts,
      rows: file.rows,
      categories: [...created.values()],
      hasQuantity: file.columns?.hasQuantity ?? true,
    },
  };
}

/** The line of each address and of each SKU so far: one is one product. */
type Seen = { slugs: Map<string, number>; skus: Map<string, number> };

/** Maps the rows of one handle, and notes its addresses and SKUs in `seen`. */
function toEntry(group: ShopifyGroup, seen: Seen): Entry {
  const { slug, line, lastLine } = group;
  const name = group.rows[0]?.cells.title ?? "";
  const result = { line, lastLine, slug, name, notes: [], problems: group.problems };
  if (group.rows.length === 0) return { result: { ...result, action: "bad" }, group: null };

  const mapped = mapProduct(group.rows);
  if (mapped.kind === "skipped")
    return { result: { ...result, action: "skipped", notes: [mapped.reason] }, group: null };
  const problems = [...group.problems, ...(mapped.kind === "bad" ? mapped.problems : [])];
  const earlier = slug ? seen.slugs.get(slug) : undefined;
  if (earlier !== undefined) {
    problems.push({ line, reason: `the handle ${slug} was used before, from line ${earlier} on` });
  } else if (slug) seen.slugs.set(slug, line);
  for (const row of group.rows) {
    const sku = row.cells.sku.toLowerCase();
    const other = sku ? seen.skus.get(sku) : undefined;
    if (other !== undefined) {
      problems.push({ line: row.line, reason: `the SKU ${row.cells.sku} was used before, in line ${other}` });
    } else if (sku) seen.skus.set(sku, row.line);
  }
  if (mapped.kind === "bad" || problems.length > 0) {
    problems.sort((a, b) => a.line - b.line);
    return { result: { ...result, action: "bad", problems }, group: null };
  }
  for (const product of mapped.group.products.slice(1)) {
    if (!seen.slugs.has(product.slug)) seen.slugs.set(product.slug, line);
  }
  return { result: { ...result, action: "unchanged", notes: mapped.notes }, group: mapped.group };
}
