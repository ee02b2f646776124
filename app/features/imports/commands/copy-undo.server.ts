import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { inTransaction } from "#db/transaction.server.ts";

/** Rows of a step, so that no statement blocks the embedded database for long. */
const PART = 500;

/**
 * Copies the applied rows of the run that `id` undoes, with before and after swapped, in steps of their own: those of a
 * million products are no single transaction. A finished run's rows do not change, so it goes on behind the last copied
 * one. Nothing is copied for other runs.
 */
export async function copyUndo(db: Db, id: string, part = PART): Promise<void> {
  for (;;) {
    const copied = await inTransaction(db, async (tx) => {
      const { rows } = await tx.execute(sql`
        insert into run_rows (run_id, place, record_id, label, before, after)
        select u.id, r.place, r.record_id, r.label, r.after, r.before
        from runs u join run_rows r on r.run_id = u.undo_of
        where u.id = ${id}::uuid and u.state = 'applying' and r.state = 'applied' and r.before is distinct from r.after
          and r.place > (select coalesce(max(place), -1) from run_rows where run_id = ${id}::uuid)
        order by r.place limit ${part} returning 1`);
      return rows.length;
    });
    if (copied < part) return;
  }
}
