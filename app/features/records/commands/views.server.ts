import { and, count, eq, sql } from "drizzle-orm";
import { fieldErrors, type FieldErrors } from "#app/lib/forms.ts";
import { can, type Actor } from "#app/lib/permissions.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db } from "#db/client.server.ts";
import { saved_views } from "#db/schema/admin.ts";
import { savedViewInput } from "../schema.ts";

type Context = { db: Db };

export type SaveViewResult =
  | { ok: true; id: string; list: string }
  | { ok: false; reason: "forbidden" | "full" }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

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
  return await db.transaction(async (tx): Promise<SaveViewResult> => {
    const [own] = await tx.select({ n: count() }).from(saved_views).where(eq(saved_views.user_id, actor.id));
    if ((own?.n ?? 0) >= MOST) return { ok: false, reason: "full" };
    const is_shared = shared === "1";
    const isNamesake = and(
      eq(saved_views.list, list),
      eq(saved_views.user_id, actor.id),
      eq(sql`lower(${saved_views.name})`, name.toLowerCase()),
    );
    await tx.delete(saved_views).where(isNamesake);
    const [saved] = await tx
      .insert(saved_views)
      .values({ list, name, query, is_shared, user_id: actor.id })
      .returning({ id: saved_views.id });
    if (!saved) throw new Error("The view came back without an id.");
    return { ok: true, id: saved.id, list };
  });
}

/** Deletes one of the user's own views; returns the name of its list, or null if there is none. */
export async function removeView({ db }: Context, actor: Actor, id: string): Promise<string | null> {
  if (!actor || !can(actor, "overview.view") || !isUuid(id)) return null;
  const [gone] = await db
    .delete(saved_views)
    .where(and(eq(saved_views.id, id), eq(saved_views.user_id, actor.id)))
    .returning({ list: saved_views.list });
  return gone?.list ?? null;
}
