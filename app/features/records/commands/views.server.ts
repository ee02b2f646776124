import { and, count, eq, sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { fieldErrors, type InvalidInput } from "#app/lib/forms.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { saved_views } from "#db/schema/admin.ts";
import { inTransaction, lockName } from "#db/transaction.server.ts";
import { savedViewInput } from "../schema.ts";
import { recordChange, type ChangedBy } from "./audit.server.ts";

type Context = { db: Db };

export type SaveViewResult =
  | { ok: true; id: string; list: string }
  | { ok: false; reason: "forbidden" | "full" }
  | InvalidInput;

const MOST = 100;

/**
 * Saves a list state under a name; replaces the user's own view of that name. Sharing with all staff requires the right
 * views.share. `input` is unvalidated form data.
 */
export async function saveView({ db }: Context, actor: Actor, input: unknown): Promise<SaveViewResult> {
  if (!actor || !can(actor, "overview.view")) return { ok: false, reason: "forbidden" };
  const parsed = savedViewInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const { list, name, query, shared } = parsed.data;
  if (shared && !can(actor, "views.share")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<SaveViewResult> => {
    await lockName(tx, `views of ${actor.id}`);
    const [own] = await tx.select({ n: count() }).from(saved_views).where(eq(saved_views.user_id, actor.id));
    if ((own?.n ?? 0) >= MOST) return { ok: false, reason: "full" };
    const is_shared = shared === "1";
    const isNamesake = and(
      eq(saved_views.list, list),
      eq(saved_views.user_id, actor.id),
      eq(sql`lower(${saved_views.name})`, name.toLowerCase()),
    );
    const [replaced] = await tx.delete(saved_views).where(isNamesake).returning();
    const [saved] = await tx
      .insert(saved_views)
      .values({ list, name, query, is_shared, user_id: actor.id })
      .returning();
    if (!saved) throw new Error("The view came back without an id.");
    await recordSharedChange(tx, actor, replaced ?? null, saved);
    return { ok: true, id: saved.id, list };
  });
}

/** Deletes one of the user's own views. */
export async function removeView(
  { db }: Context,
  actor: Actor,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: "forbidden" | "not_found" }> {
  if (!actor || !can(actor, "overview.view")) return { ok: false, reason: "forbidden" };
  if (!isUuid(id)) return { ok: false, reason: "not_found" };
  return await inTransaction(db, async (tx) => {
    const [gone] = await tx
      .delete(saved_views)
      .where(and(eq(saved_views.id, id), eq(saved_views.user_id, actor.id)))
      .returning();
    if (!gone) return { ok: false, reason: "not_found" };
    await recordSharedChange(tx, actor, gone, null);
    return { ok: true };
  });
}

type SavedView = typeof saved_views.$inferSelect;

/** Records a change of what all staff see; private views are not recorded. */
async function recordSharedChange(
  tx: Tx,
  actor: ChangedBy,
  before: SavedView | null,
  after: SavedView | null,
): Promise<void> {
  const subject = (after?.is_shared ? after : before?.is_shared ? before : null)?.id;
  if (subject === undefined) return;
  const shown = (view: SavedView | null) =>
    view?.is_shared ? { list: view.list, name: view.name, query: view.query } : null;
  const action = after?.is_shared ? "view.share" : "view.unshare";
  await recordChange(tx, actor, { action, subject, before: shown(before), after: shown(after) });
}
