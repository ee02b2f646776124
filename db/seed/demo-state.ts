import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { shop_state } from "#db/schema/shop.ts";

/** The key that is in `shop_state` once a shop has all its demo products. */
export const DEMO_KEY = "demo";

/** The address prefix of the demo's pictures only. */
export const PICTURES = "/files/demo/";

/** Whether the shop has its demo products. */
export async function hasDemo(tx: Tx): Promise<boolean> {
  return await hasState(tx, DEMO_KEY);
}

/** Whether `key` is in `shop_state`. */
export async function hasState(tx: Tx, key: string): Promise<boolean> {
  return (await tx.select({ key: shop_state.key }).from(shop_state).where(eq(shop_state.key, key))).length > 0;
}
