import { z } from "zod";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { isStorable } from "#app/lib/storable.ts";
import type { Db } from "#db/client.server.ts";
import { notes } from "#db/schema/admin.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { recordChange } from "./audit.server.ts";

export const NOTE_LENGTH = 2_000;

const noteInput = z.object({
  kind: z.string().regex(/^[a-z-]{1,40}$/),
  subject: z.guid(),
  text: z.string().trim().min(1).max(NOTE_LENGTH).refine(isStorable),
});

/** Adds a staff note to a record: `kind` is its noun, `subject` its id. `input` is unvalidated. */
export async function addNote(
  { db }: { db: Db },
  actor: Actor,
  input: unknown,
): Promise<{ ok: true } | { ok: false; reason: "forbidden" | "invalid" }> {
  if (!actor || !can(actor, "notes.edit")) return { ok: false, reason: "forbidden" };
  const parsed = noteInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid" };
  const { kind, subject, text } = parsed.data;
  return await inTransaction(db, async (tx) => {
    await tx.insert(notes).values({ kind, subject, text, author_id: actor.id });
    await recordChange(tx, actor, { action: `${kind}.note`, subject, before: null, after: { text } });
    return { ok: true };
  });
}
