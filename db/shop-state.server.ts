import { eq } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { shop_state } from "./schema/shop.ts";

/** What `shop_state` has at `key`, JSON; undefined if nothing. */
export async function readShopState(db: Tx, key: string): Promise<unknown> {
  const [row] = await db.select({ value: shop_state.value }).from(shop_state).where(eq(shop_state.key, key));
  return row?.value;
}

export async function writeShopState(db: Tx, key: string, value: unknown): Promise<void> {
  const row = { key, value, updated_at: new Date() };
  await db.insert(shop_state).values(row).onConflictDoUpdate({ target: shop_state.key, set: row });
}
