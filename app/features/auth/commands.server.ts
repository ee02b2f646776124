import { and, eq } from "drizzle-orm";
import type { Shop } from "#app/lib/context.server.ts";
import { queueMail } from "#app/lib/outbox.server.ts";
import type { Db } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import type { AuthMessage } from "./engine/engine.server.ts";

/** Writes a message of the sign-in service down to be sent by mail or SMS. */
export async function sendAuthMessage(
  shop: Pick<Shop, "db" | "jobs" | "baseUrl">,
  message: AuthMessage,
): Promise<void> {
  const { kind, to, ...data } = message;
  await shop.db.transaction((tx) => queueMail(tx, shop.jobs, { kind, to, data: { ...data, shop_url: shop.baseUrl } }));
}

export type GrantResult = { ok: true } | { ok: false; reason: "unknown" | "unconfirmed" };

/** Makes the owner of a confirmed address an admin. Only the operator's command line calls it (decision A2). */
export async function grantAdmin(db: Db, email: string): Promise<GrantResult> {
  const address = email.trim().toLowerCase();
  const [user] = await db.select({ confirmed: users.emailVerified }).from(users).where(eq(users.email, address));
  if (!user) return { ok: false, reason: "unknown" };
  if (!user.confirmed) return { ok: false, reason: "unconfirmed" };
  await db
    .update(users)
    .set({ role: "admin" })
    .where(and(eq(users.email, address), eq(users.emailVerified, true)));
  return { ok: true };
}
