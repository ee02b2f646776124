import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { deleteUnusedProducts, insertProducts } from "#app/features/products/commands/batch.server.ts";
import { recordChanges, type ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { Fields } from "../rules.ts";
import type { PendingRow, RowOutcome } from "./apply.server.ts";

/** Inserts products for rows without a record, with groups, stock movements and audit rows. */
export async function createProducts(tx: Tx, actor: ChangedBy, rows: PendingRow[]): Promise<RowOutcome[]> {
  const created = rows.filter((row) => row.record_id === null && row.after !== null);
  if (created.length === 0) return [];
  const values: (Fields & { id: string })[] = created.map(({ after }) => ({ ...after, id: randomUUID() }));
  await insertProducts(tx, values);
  await recordChanges(
    tx,
    actor,
    values.map(({ id, ...after }) => ({ action: "product.create", subject: id, before: null, after })),
  );
  return created.map(({ place }, at) => ({ place, state: "applied", reason: "", record_id: values[at]?.id }));
}

const IS_UNUSED = sql`not exists (select 1 from order_items i where i.product_id = p.id)
  and not exists (select 1 from payment_attempt_items i join payment_attempts a on a.id = i.attempt_id
                  where i.product_id = p.id and a.status in ('open', 'review'))`;

/**
 * Deletes products created by a run, unless they were ordered or are being paid for, and groups left without variants.
 */
export async function deleteProducts(tx: Tx, actor: ChangedBy, rows: PendingRow[]): Promise<RowOutcome[]> {
  const deleted = rows.filter((row) => row.record_id !== null && row.after === null);
  if (deleted.length === 0) return [];
  const ids = deleted.map(({ record_id }) => String(record_id));
  const gone = await deleteUnusedProducts(tx, ids, IS_UNUSED);
  const isGone = ({ record_id }: PendingRow) => gone.has(String(record_id));
  await recordChanges(
    tx,
    actor,
    deleted
      .filter(isGone)
      .map(({ record_id, before }) => ({ action: "product.delete", subject: String(record_id), before, after: null })),
  );
  return deleted.map((row) =>
    isGone(row)
      ? { place: row.place, state: "applied", reason: "" }
      : { place: row.place, state: "failed", reason: "It was ordered since, so it stays." },
  );
}
