import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import type { Db } from "#db/client.server.ts";
import { passkeys, sessions, users } from "#db/schema/auth.ts";
import { inTransaction } from "#db/transaction.server.ts";
import type { AuthMessage } from "./engine/engine.server.ts";
import { parsePasskeyName } from "./schema.ts";

/** Queues a message of the sign-in service for sending by mail or SMS. */
export async function sendAuthMessage(
  shop: Pick<Shop, "db" | "jobs" | "baseUrl">,
  message: AuthMessage,
): Promise<void> {
  const { kind, to, ...data } = message;
  await inTransaction(shop.db, (tx) =>
    queueMail(tx, shop.jobs, { kind, to, data: { ...data, shop_url: shop.baseUrl } }),
  );
}

export type GrantResult = { ok: true } | { ok: false; reason: "unknown" | "unconfirmed" };

/**
 * Makes the user with this verified email an admin and owner of the shop, or a customer again. Revokes sessions and
 * known devices, because some sign-in methods are not allowed for admins. Called only by the command
 * line.
 */
export async function setRole(db: Db, email: string, role: "admin" | "customer"): Promise<GrantResult> {
  const address = email.trim().toLowerCase();
  return await inTransaction(db, async (tx): Promise<GrantResult> => {
    const [user] = await tx
      .select({ id: users.id, role: users.role, staff_role: users.staffRole, confirmed: users.emailVerified })
      .from(users)
      .where(eq(users.email, address))
      .for("update");
    if (!user) return { ok: false, reason: "unknown" };
    if (role === "admin" && !user.confirmed) return { ok: false, reason: "unconfirmed" };
    const staff_role = role === "admin" ? "owner" : null;
    await tx
      .update(users)
      .set({ role, staffRole: staff_role, deviceEpoch: sql`${users.deviceEpoch} + 1` })
      .where(eq(users.id, user.id));
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    const before = { role: user.role, staff_role: user.staff_role };
    const change = { action: "user.role", subject: user.id, before, after: { role, staff_role } };
    if (user.role !== role || user.staff_role !== staff_role)
      await recordChange(tx, { system: "npm run admin" }, change);
    return { ok: true };
  });
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
