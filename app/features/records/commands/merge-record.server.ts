import type { FormValues } from "#app/lib/forms.ts";
import { mergeEdit, type Conflict, type Edit } from "#app/lib/merge.ts";
import type { Tx } from "#db/client.server.ts";
import { changesByOthers } from "./audit.server.ts";

type Others = Awaited<ReturnType<typeof changesByOthers>>;

export type MergedRecord =
  | { ok: true; changes: FormValues; others: Others }
  | { ok: false; reason: "conflict"; conflicts: Record<string, Conflict>; version: number; by: string | null };

/**
 * Merges an edit into a record as stored `now`, in the transaction that has locked its row. Returns the values to write
 * and the other users' changes since the form was opened, or the conflicting fields with their author.
 */
export async function mergeRecord(
  tx: Tx,
  actorId: string,
  subject: string,
  edit: Edit,
  now: { version: number; values: FormValues },
): Promise<MergedRecord> {
  const { version, values } = now;
  const merged = mergeEdit(edit, values);
  if (!merged.ok) {
    const [last] = await changesByOthers(tx, subject, actorId, 1);
    return { ok: false, reason: "conflict", conflicts: merged.conflicts, version, by: last?.who ?? null };
  }
  const isWritten = Object.keys(merged.changes).length > 0;
  const missed = isWritten ? version - edit.version : 0;
  return {
    ok: true,
    changes: merged.changes,
    others: missed > 0 ? await changesByOthers(tx, subject, actorId, missed) : [],
  };
}
