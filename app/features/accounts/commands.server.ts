import { eq } from "drizzle-orm";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { setUserRole } from "#app/features/users/commands.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import type { Db } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { endSessions } from "./commands/sessions.server.ts";
import type { AuthMessage } from "./engine/engine.server.ts";

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
    await setUserRole(tx, user.id, { role, staff_role });
    await endSessions(tx, user.id);
    const before = { role: user.role, staff_role: user.staff_role };
    const change = { action: "user.role", subject: user.id, before, after: { role, staff_role } };
    if (user.role !== role || user.staff_role !== staff_role)
      await recordChange(tx, { system: "npm run admin" }, change);
    return { ok: true };
  });
}
