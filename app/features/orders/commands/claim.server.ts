import { claimable, type Confirmed } from "#app/features/users/queries.server.ts";
import { isToken } from "#app/platform/random.server.ts";
import type { Tx } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";

/** Assigns guest orders placed with these verified identifiers to the user; returns their number. */
export async function claimOrders(tx: Tx, userId: string, confirmed: Confirmed): Promise<number> {
  const claimed = await tx
    .update(orders)
    .set({ user_id: userId, guest_email: null, guest_phone: null })
    .where(claimable(tx, orders, confirmed))
    .returning({ id: orders.id });
  return claimed.length;
}

const COOKIE = "oja.placed";
const SECONDS = 86_400;

/**
 * Set-Cookie value that marks the browser in which a guest started this payment, valid for one day. It sets that
 * browser apart from other holders of the order link, which is also sent by mail.
 */
export function placedCookie(access_token: string, baseUrl: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${COOKIE}=${access_token}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The access token that a browser's cookies (a Cookie header) have from `placedCookie`, or null. */
export function placedToken(cookies: string | null): string | null {
  const token = /(?:^|;\s*)oja\.placed=([^;]*)/.exec(cookies ?? "")?.[1] ?? "";
  return isToken(token) ? token : null;
}
