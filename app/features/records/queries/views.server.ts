import { and, asc, eq, or } from "drizzle-orm";
import type { View } from "#app/lib/list.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { saved_views } from "#db/schema/admin.ts";

/** A saved view, and whether this user can change it. */
export type SavedView = View & { is_shared: boolean; is_own: boolean };

/** Views of a list visible to this user: own and shared ones, by name. */
export async function viewsOf(db: Tx, userId: string, list: string): Promise<SavedView[]> {
  const rows = await db
    .select(pickColumns(saved_views, "id", "name", "query", "is_shared", "user_id"))
    .from(saved_views)
    .where(and(eq(saved_views.list, list), or(eq(saved_views.user_id, userId), eq(saved_views.is_shared, true))))
    .orderBy(asc(saved_views.name), asc(saved_views.id));
  return rows.map(({ user_id, ...view }) => ({ ...view, is_own: user_id === userId }));
}
