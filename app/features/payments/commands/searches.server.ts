import { and, eq, inArray, lt } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { payment_searches } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { SEARCH_DAYS } from "../rules/transfer.ts";
import { eventNoteInput } from "../schema.ts";
import type { PaymentsContext } from "./context.server.ts";
import { readNote, type ReviewRefusal } from "./reviews.server.ts";

/** Stores what a buyer entered in "Find my payment", with its result. */
export async function insertSearch(ctx: PaymentsContext, search: typeof payment_searches.$inferInsert): Promise<void> {
  await ctx.db.insert(payment_searches).values(search);
}

/** Marks a search as answered, with a note; it leaves the board. */
export async function answerSearch(
  ctx: PaymentsContext,
  actor: Actor,
  input: unknown,
): Promise<{ ok: true } | ReviewRefusal> {
  const read = readNote(actor, eventNoteInput, input);
  if (!read.ok) return read;
  return await inTransaction(ctx.db, async (tx): Promise<{ ok: true } | ReviewRefusal> => {
    const [search] = await tx
      .update(payment_searches)
      .set({ result: "answered", note: read.note })
      .where(and(eq(payment_searches.id, read.id), eq(payment_searches.result, "waiting")))
      .returning({ id: payment_searches.id });
    if (!search) return { ok: false, reason: "not_found" };
    const after = { search: read.id, note: read.note, done: "answered" };
    await recordChange(tx, read.actor, { action: "payment.note", subject: String(read.id), before: null, after });
    return { ok: true };
  });
}

/** Deletes at most `limit` searches that are older than their 90 days at `now`; returns their number. */
export async function purgeSearches(db: Tx, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - SEARCH_DAYS * 86_400_000);
  const old = db
    .select({ id: payment_searches.id })
    .from(payment_searches)
    .where(lt(payment_searches.created_at, before))
    .limit(limit);
  const gone = await db
    .delete(payment_searches)
    .where(inArray(payment_searches.id, old))
    .returning({ id: payment_searches.id });
  return gone.length;
}
