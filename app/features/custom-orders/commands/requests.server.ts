import { eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { custom_orders } from "#db/schema/requests.ts";

/** Locks a request; null if it does not exist. */
export async function lockRequest(tx: Tx, id: string): Promise<{ status: string; version: number } | null> {
  const [row] = await tx
    .select({ status: custom_orders.status, version: custom_orders.version })
    .from(custom_orders)
    .where(eq(custom_orders.id, id))
    .for("update");
  return row ?? null;
}

/** Sets `fields` of a locked request and increases its version. */
export async function updateRequest(tx: Tx, id: string, fields: { status?: string } = {}): Promise<void> {
  await tx
    .update(custom_orders)
    .set({ ...fields, version: sql`version + 1`, updated_at: new Date() })
    .where(eq(custom_orders.id, id));
}
