import type { Db, Tx } from "#db/client.server.ts";
import { rowProblem } from "../rules/row-problems.ts";
import { matchProducts, planGroup, withFreeSlug, type GroupPlan } from "./import-match.server.ts";
import { planProduct, type ProductPlan } from "./import-plan.server.ts";
import {
  type CategoryIndex,
  createCategory,
  findCategory,
  loadProducts,
  writeGroups,
  writeProducts,
} from "./import-store.server.ts";
import type { Problem } from "./shopify-columns.server.ts";
import { type ImportedGroup, toSlug } from "./shopify-rows.server.ts";

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

/** A result, or a product with its variants whose result the database decides. */
export type Entry = { result: ImportResult; group: ImportedGroup | null };

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
  const open = entries.filter((entry) => entry.group !== null);
  if (open.length === 0) return index;
  if (!apply) return await runBatch(db, open, index, false);
  try {
    return await db.transaction((tx) => runBatch(tx, open, index, true));
  } catch (error) {
    if (rowProblem(causeOf(error)) === null) throw error;
  }
  let known = index;
  for (const entry of open) {
    try {
      known = await db.transaction((tx) => runBatch(tx, [entry], known, true));
    } catch (error) {
      const reason = rowProblem(causeOf(error));
      if (reason === null) throw error;
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
  const wanted = entries.flatMap(({ group, result }) => (group ? [{ group, result }] : []));
  const stored = await loadProducts(
    tx,
    wanted.flatMap(({ group }) => group.products),
    apply,
  );
  const index = new Map(known);
  const outcomes = [];
  const groups: GroupPlan[] = [];
  for (const { group, result } of wanted) {
    const notes = [...result.notes];
    const type = group.products[0]?.type ?? "";
    let category = type ? findCategory(index, type) : null;
    if (type && !category) {
      const slug = toSlug(type);
      category = apply ? await createCategory(tx, type) : { id: `new:${slug}`, name: type, slug, parent_id: null };
      index.set(type.toLowerCase(), category).set(slug, category);
      notes.push(`new category "${type}"`);
    }
    const matches = matchProducts(group, stored);
    const target = planGroup(group, matches, stored);
    const plans = group.products.map((product, at) =>
      planProduct(
        matches[at] ? product : withFreeSlug(product, group, stored),
        { category_id: category?.id ?? null, group_id: target?.id ?? null },
        matches[at] ?? null,
      ),
    );
    if (target && plans.some(({ action }) => action !== "unchanged")) groups.push(target);
    const changes = plans.flatMap((plan, at) => {
      const label = plans.length > 1 ? `${Object.values(group.products[at]?.option_values ?? {}).join(" / ")}: ` : "";
      return plan.changes.length > 0 ? [label + plan.changes.join(", ")] : [];
    });
    outcomes.push({ plans, action: actionOf(plans), notes: [...changes, ...notes] });
  }
  if (apply) {
    await writeGroups(tx, groups);
    await writeProducts(
      tx,
      outcomes.flatMap(({ plans }) => plans),
    );
  }
  // Results change only when all is written: a batch that fails is run again.
  for (const [at, { action, notes }] of outcomes.entries()) {
    const entry = entries[at];
    if (entry) entry.result = { ...entry.result, action, notes };
  }
  return index;
}

/** What became of a product as a whole: a new variant of one that is there is an update. */
function actionOf(plans: readonly ProductPlan[]): ProductPlan["action"] {
  const [first] = plans;
  return first && plans.every(({ action }) => action === first.action) ? first.action : "updated";
}

/** The database's own error: the query builder wraps it in one that repeats the whole statement. */
export function causeOf(error: unknown): Error & { code?: string; constraint?: string } {
  const outer = error as Error & { code?: string; constraint?: string };
  return outer.cause instanceof Error ? outer.cause : outer;
}
