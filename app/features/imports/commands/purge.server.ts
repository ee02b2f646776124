import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { UNDO_MS } from "../rules.ts";

/** Rows per delete, so that no statement blocks the embedded database for long. */
const PART = 5_000;
/** Age at which an unfinished preview is deleted, in ms. */
const UNFINISHED_MS = 24 * 3_600_000;

/** Time after which a file without a number of rows is not being read any more, in ms. */
const UNREAD_MS = 3_600_000;

/** Deletes files, with their rows, whose process ended while it read them. */
export async function purgeUnreadFiles(db: Db, now = Date.now()): Promise<void> {
  await db.execute(sql`delete from import_files where rows = 0 and created_at < ${new Date(now - UNREAD_MS)}`);
}

/**
 * Deletes the rows of runs that can no longer be undone; the runs remain with their row counts. Unapplied previews and
 * staged rows of price lists are deleted, the files are kept. Returns the number of rows deleted.
 */
export async function purgeRuns(db: Db, now = Date.now()): Promise<number> {
  await purgeUnreadFiles(db, now);
  const old = new Date(now - UNDO_MS);
  const unfinished = new Date(now - UNFINISHED_MS);
  await db.execute(sql`
    delete from runs where (state = 'staging' and created_at < ${unfinished})
      or (state in ('preview', 'cancelled') and created_at < ${old})`);
  await db.execute(sql`
    update runs r set purged_counts = coalesce(
      (select jsonb_object_agg(c.state, c.count) from
        (select state, count(*) from run_rows where run_id = r.id group by state) c), '{}')
    where r.state = 'done' and r.finished_at < ${old} and r.purged_counts is null`);
  const rows = await deleteParts(
    db,
    sql`delete from run_rows where ctid in (select d.ctid from run_rows d join runs r on r.id = d.run_id
      where r.purged_counts is not null limit ${PART}) returning 1`,
  );
  const staged = await deleteParts(
    db,
    sql`delete from import_file_rows where ctid in (select d.ctid from import_file_rows d join import_files f on f.id = d.file_id
      where f.created_at < ${old} limit ${PART}) returning 1`,
  );
  await db.execute(sql`delete from fetched_pictures where fetched_at < ${old}`);
  return rows + staged;
}

async function deleteParts(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rows } = await db.execute(statement);
    deleted += rows.length;
    if (rows.length < PART) return deleted;
  }
}
