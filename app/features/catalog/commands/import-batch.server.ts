import type { Db, Tx } from "#db/client.server.ts";
import { planProduct } from "./import-plan.server.ts";
import {
  type CategoryIndex,
  createCategory,
  findCategory,
  loadProducts,
  writeProducts,
} from "./import-store.server.ts";
import { type ImportedProduct, type Problem, toSlug } from "./shopify-rows.server.ts";

/**
 * What became of one product of the file, or would in a dry run. `notes` say what is worth knowing:
 * changed fields of an updated product, the reason of a skipped one. `problems` are those of a bad one.
 */
export type ImportResult = {
  action: "created" | "updated" | "unchanged" | "skipped" | "bad";
  line: number;
  lastLine: number;
  slug: string;
  name: string;
  notes: string[];
  problems: Problem[];
};

/** A result, or a product whose result the database decides. */
export type Entry = { result: ImportResult; product: ImportedProduct | null };

/**
 * Imports the products of a batch in one transaction, or only compares them when `apply` is false, and completes
 * their results. When the database refuses the batch, its products go one by one so that only the culprit is bad.
 * Answers the categories with those created; throws what is not the fault of a row, such as a lost connection.
 */
export async function importBatch(
  db: Db,
  entries: Entry[],
  index: CategoryIndex,
  apply: boolean,
): Promise<CategoryIndex> {
  const open = entries.filter((entry) => entry.product !== null);
  if (open.length === 0) return index;
  if (!apply) return await runBatch(db, open, index, false);
  try {
    return await db.transaction((tx) => runBatch(tx, open, index, true));
  } catch (error) {
    if (!isRowError(error)) throw error;
  }
  let known = index;
  for (const entry of open) {
    try {
      known = await db.transaction((tx) => runBatch(tx, [entry], known, true));
    } catch (error) {
      if (!isRowError(error)) throw error;
      const reason = `the database refuses it: ${causeOf(error).message}`;
      entry.result = {
        ...entry.result,
        action: "bad",
        problems: [{ line: entry.result.line, reason }],
      };
    }
  }
  return known;
}

async function runBatch(tx: Tx, entries: Entry[], known: CategoryIndex, apply: boolean): Promise<CategoryIndex> {
  const wanted = entries.flatMap(({ product, result }) => (product ? [{ product, result }] : []));
  const stored = await loadProducts(
    tx,
    wanted.map(({ product }) => product.slug),
    apply,
  );
  const index = new Map(known);
  const outcomes = [];
  for (const { product, result } of wanted) {
    const notes = [...result.notes];
    let category = product.type ? findCategory(index, product.type) : null;
    if (product.type && !category) {
      const slug = toSlug(product.type);
      category = apply
        ? await createCategory(tx, product.type)
        : { id: `new:${slug}`, name: product.type, slug, parent_id: null };
      index.set(product.type.toLowerCase(), category).set(slug, category);
      notes.push(`new category "${product.type}"`);
    }
    const plan = planProduct(product, category?.id ?? null, stored.get(product.slug) ?? null);
    outcomes.push({
      plan,
      notes: plan.changes.length > 0 ? [plan.changes.join(", "), ...notes] : notes,
    });
  }
  if (apply)
    await writeProducts(
      tx,
      outcomes.map(({ plan }) => plan),
    );
  // Results change only when all is written: a batch that fails is run again.
  for (const [at, { plan, notes }] of outcomes.entries()) {
    const entry = entries[at];
    if (entry) entry.result = { ...entry.result, action: plan.action, notes };
  }
  return index;
}

/** The database's own error: the query builder wraps it in one that repeats the whole statement. */
export function causeOf(error: unknown): Error & { code?: string } {
  const outer = error as Error & { code?: string };
  return outer.cause instanceof Error ? outer.cause : outer;
}

/** True for SQLSTATE classes that a row's data or another writer cause: data, integrity, limits, deadlock. */
function isRowError(error: unknown): boolean {
  return /^(22|23|54|40)/.test(causeOf(error).code ?? "");
}
