import { and, eq } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { passkeys, sessions } from "#db/schema/auth.ts";

/** Revokes all sessions of a user, in the transaction that changes what the user may do. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** Ends one of the actor's sessions. Sessions of other users are treated as not found. */
export async function endSession({ db }: { db: Db }, actor: Actor, sessionId: string): Promise<{ ok: boolean }> {
  if (!actor || !isUuid(sessionId)) return { ok: false };
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, actor.id)))
    .returning({ id: sessions.id });
  return { ok: ended.length > 0 };
}

/** Names one of the user's passkeys; false for an unknown one or one of another user. */
export async function namePasskey(db: Db, userId: string, passkeyId: string, name: string): Promise<boolean> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return renamed.length > 0;
}
