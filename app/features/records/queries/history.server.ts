import { and, asc, desc, eq, gt } from "drizzle-orm";
import { formatDateTime } from "#app/lib/dates.ts";
import type { Edit } from "#app/lib/merge.ts";
import type { Tx } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { users } from "#db/schema/auth.ts";
import { actionWords } from "../rules.ts";
import { historyChanges, restoreEdit, type HistoryChange, type HistoryOf } from "../rules/history.ts";

/** A change of a record: user, action, time and changed fields. */
export type HistoryLine = { id: number; when: string; at: string; who: string; verb: string; changes: HistoryChange[] };

/** Maximum number of changes shown at the record; the activity list has all. */
const MOST = 20;

/** Latest changes of a record. The caller checks permissions. */
export async function recordHistory(db: Tx, subject: string, record: HistoryOf): Promise<HistoryLine[]> {
  const rows = await db
    .select({ ...LINE, at: audit_log.at, actor: audit_log.actor, action: audit_log.action, name: users.name })
    .from(audit_log)
    .leftJoin(users, eq(users.id, audit_log.actor_id))
    .where(eq(audit_log.subject, subject))
    .orderBy(desc(audit_log.at), desc(audit_log.id))
    .limit(MOST);
  return rows.map(({ at, actor, action, name, ...line }) => ({
    id: line.id,
    when: formatDateTime(at),
    at: at.toISOString(),
    who: name || actor,
    verb: actionWords(action).verb,
    changes: historyChanges(line, record),
  }));
}

const LINE = { id: audit_log.id, before: audit_log.before, after: audit_log.after };

type Restore = { line: number; field: string; seen: number; version: number };

/**
 * The edit that restores values from a record's history: of the change `line`, one `field` or all (""). `seen` is the
 * newest change shown. Null when the line belongs to another record or has nothing to restore.
 */
export async function readRestore(
  db: Tx,
  subject: string,
  { line, field, seen, version }: Restore,
  record: HistoryOf,
): Promise<Edit | null> {
  if (!Number.isSafeInteger(line) || !Number.isSafeInteger(seen)) return null;
  const ofRecord = eq(audit_log.subject, subject);
  const [found] = await db
    .select(LINE)
    .from(audit_log)
    .where(and(ofRecord, eq(audit_log.id, line)));
  if (!found) return null;
  const newer = await db
    .select(LINE)
    .from(audit_log)
    .where(and(ofRecord, gt(audit_log.id, seen)))
    .orderBy(asc(audit_log.id))
    .limit(100);
  return restoreEdit(found, field, record, newer, version);
}
