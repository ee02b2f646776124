import { and, eq } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { passkeys, sessions } from "#db/schema/auth.ts";
import { parsePasskeyName } from "../schema.ts";

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

export type RenamePasskeyResult =
  | { ok: true }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "invalid"; error: string };

/** Renames one of the actor's passkeys; the name is unvalidated. Passkeys of other users are treated as not found. */
export async function renamePasskey(
  { db }: { db: Db },
  actor: Actor,
  passkeyId: string,
  input: unknown,
): Promise<RenamePasskeyResult> {
  if (!actor || !isUuid(passkeyId)) return { ok: false, reason: "forbidden" };
  const parsed = parsePasskeyName(input);
  if (!parsed.ok) return { ok: false, reason: "invalid", error: parsed.error };
  const renamed = await db
    .update(passkeys)
    .set({ name: parsed.name })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, actor.id)))
    .returning({ id: passkeys.id });
  return renamed.length > 0 ? { ok: true } : { ok: false, reason: "forbidden" };
}
