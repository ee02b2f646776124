import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { correctStock, lockedFields, updateProducts } from "#app/features/products/commands/batch.server.ts";
import { BATCH_FIELDS, type BatchField } from "#app/features/products/rules/batch-fields.ts";
import { recordChanges, type ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { Fields } from "../rules.ts";
import { rowProblem } from "../rules/row-problems.ts";
import type { PendingRow, RowOutcome, RunTarget } from "./apply.server.ts";
import { deleteEmptyCategories, makeCategories } from "./import-categories.server.ts";
import { writePictures } from "./import-pictures.server.ts";
import { createProducts, deleteProducts } from "./product-rows.server.ts";

/** Run target for products. Stock is changed by difference, so that sales between preview and apply are kept. */
export const productTarget: RunTarget = {
  relative: ["stock_quantity"],
  problemOf: rowProblem,
  writePictures,
  lock: lockedFields,
  async write(tx, actor, given) {
    const { rows, stored } = await withCategories(tx, actor, given);
    const outcomes: RowOutcome[] = [
      ...(await createProducts(tx, actor, rows)),
      ...(await deleteProducts(tx, actor, rows)),
    ];
    const changes = rows.filter((row) => row.record_id !== null && row.after !== null);
    outcomes.push(...(await writeStock(tx, changes)));
    const settled = new Set(outcomes.map(({ place }) => place));
    const written = changes.filter(({ place }) => !settled.has(place));
    // A row may change nothing yet while its pictures are pending.
    const changed = written.filter(({ before, after }) => !isDeepStrictEqual(before, after));
    for (const group of byFields(changed)) {
      const fields = group[0] ? fieldsOf(group[0]) : [];
      await updateProducts(
        tx,
        fields,
        group.map(({ record_id, after }) => ({ ...after, id: record_id })),
      );
    }
    await recordChanges(tx, actor, changed.map(auditOf));
    outcomes.push(...written.map(({ place }) => ({ place, state: "applied" as const, reason: "" })));
    return outcomes.map((outcome) => ({ ...outcome, ...stored.get(outcome.place) }));
  },
  async finish(tx, actor, run) {
    const { rows } = await tx.execute(sql`
      select jsonb_array_elements_text(before -> 'made_categories') as id from run_rows
      where run_id = ${run}::uuid and before ? 'made_categories'`);
    await deleteEmptyCategories(
      tx,
      actor,
      rows.map(({ id }) => String(id)),
    );
  },
};

/**
 * The rows with the id of a category that the preview knows by its path only. `stored` are the values that their rows get: with the id, so
 * that the undo compares it, and with the categories that were made, which the undo deletes if they are empty.
 */
async function withCategories(tx: Tx, actor: ChangedBy, given: PendingRow[]) {
  const stored = new Map<number, { after: Fields }>();
  const paths = given.flatMap(({ after }) => newCategoryOf(after) ?? []);
  if (paths.length === 0) return { rows: given, stored };
  const { ids, made } = await makeCategories(tx, actor, paths);
  const rows = given.map((row) => {
    const path = newCategoryOf(row.after);
    if (path === null) return row;
    const after = { ...row.after, category_id: ids.get(path) };
    const isFirst = stored.size === 0 && made.length > 0;
    stored.set(row.place, { after: isFirst ? { ...after, made_categories: made } : after });
    return { ...row, after };
  });
  return { rows, stored };
}

const auditOf = ({ record_id, before, after }: PendingRow) => ({
  action: "product.update",
  subject: String(record_id),
  before,
  after,
});

const fieldsOf = (row: PendingRow): BatchField[] =>
  Object.keys(row.after ?? {}).filter(
    (field): field is BatchField => field in BATCH_FIELDS && field !== "stock_quantity",
  );

/** Groups rows that change the same fields, one statement each. */
function byFields(rows: PendingRow[]): PendingRow[][] {
  const groups = new Map<string, PendingRow[]>();
  for (const row of rows) {
    const key = fieldsOf(row).toSorted().join();
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** Applies stock differences with movements; returns the rows with insufficient stock. */
async function writeStock(tx: Tx, rows: PendingRow[]): Promise<RowOutcome[]> {
  const moves = rows.flatMap(({ place, record_id, before, after }) => {
    const quantity = Number(after?.stock_quantity ?? 0) - Number(before?.stock_quantity ?? 0);
    return after && "stock_quantity" in after && quantity !== 0 ? [{ place, id: record_id, quantity }] : [];
  });
  if (moves.length === 0) return [];
  const done = await correctStock(tx, moves);
  return moves
    .filter(({ place }) => !done.has(place))
    .map(({ place }) => ({ place, state: "failed", reason: "Too much of it was sold since." }));
}

/** The path of a category that has no id yet. */
const newCategoryOf = (after: Fields | null) =>
  typeof after?.category === "string" && !("category_id" in after) ? after.category : null;
