import { eq, inArray, sql } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import type { ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import type { Tx } from "#db/client.server.ts";
import { trash } from "#db/schema/admin.ts";
import { users } from "#db/schema/auth.ts";
import type { TRASH } from "../links.ts";

export type TrashItem = { id: string; kind: string; label: string; deleted_at: Date; who: string };

/** List source of records deleted in the last 30 days. Requires the right trash.restore. */
export function trashSource({ q }: ListState<typeof TRASH>): ListSource<TrashItem> {
  const where = q ? containsText(sql`${trash.kind} || ' ' || ${trash.label}`, q) : undefined;
  const read = async (db: Tx, ids: string[]) => {
    const rows = await db
      .select({
        id: trash.id,
        kind: trash.kind,
        label: trash.label,
        deleted_at: trash.deleted_at,
        who: users.name,
      })
      .from(trash)
      .leftJoin(users, eq(users.id, trash.deleted_by))
      .where(inArray(trash.id, ids));
    return rows.map((row) => ({ ...row, who: row.who ?? "" }));
  };
  return { from: trash, id: trash.id, where, sorts: { deleted: [trash.deleted_at] }, read };
}
