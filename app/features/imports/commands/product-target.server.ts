import { isDeepStrictEqual } from "node:util";
import { correctStock, lockedFields, updateProducts } from "#app/features/products/commands/batch.server.ts";
import { BATCH_FIELDS, type BatchField } from "#app/features/products/rules/batch-fields.ts";
import { recordChanges } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { rowProblem } from "../rules/row-problems.ts";
import type { PendingRow, RowOutcome, RunTarget } from "./apply.server.ts";
import { writePictures } from "./import-pictures.server.ts";
import { createProducts, deleteProducts } from "./product-rows.server.ts";

/** Run target for products. Stock is changed by difference, so that sales between preview and apply are kept. */
export const productTarget: RunTarget = {
  relative: ["stock_quantity"],
  problemOf: rowProblem,
  writePictures,
  lock: lockedFields,
  async write(tx, actor, rows) {
    const outcomes = [...(await createProducts(tx, actor, rows)), ...(await deleteProducts(tx, actor, rows))];
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
    return outcomes;
  },
};

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
