import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { notes } from "#db/schema/admin.ts";
import { users } from "#db/schema/auth.ts";

export type Note = { id: string; text: string; created_at: Date; who: string | null };

/** Staff notes of a record, newest first. The caller checks permissions. */
export async function recordNotes(db: Tx, kind: string, subject: string): Promise<Note[]> {
  return await db
    .select({ id: notes.id, text: notes.text, created_at: notes.created_at, who: users.name })
    .from(notes)
    .leftJoin(users, eq(users.id, notes.author_id))
    .where(and(eq(notes.kind, kind), eq(notes.subject, subject)))
    .orderBy(desc(notes.created_at), desc(notes.id))
    .limit(200);
}
