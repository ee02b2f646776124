import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { shop_state } from "#db/schema/shop.ts";

/** The key that is in `shop_state` once a shop has all its demo products. */
export const DEMO_KEY = "demo";

/** The key that is in `shop_state` while they are loaded: from the first ones until DEMO_KEY is set. */
export const DEMO_LOAD_KEY = "demo-load";

/** The address prefix of the demo's pictures only. */
export const PICTURES = "/files/demo/";

/** Whether the shop has some of its demo products. */
export async function hasDemoProducts(tx: Tx): Promise<boolean> {
  return (await hasDemo(tx)) || (await hasState(tx, DEMO_LOAD_KEY));
}

/** Whether the shop has all its demo products. */
export async function hasDemo(tx: Tx): Promise<boolean> {
  return await hasState(tx, DEMO_KEY);
}

/** Whether `key` is in `shop_state`. */
export async function hasState(tx: Tx, key: string): Promise<boolean> {
  return (await tx.select({ key: shop_state.key }).from(shop_state).where(eq(shop_state.key, key))).length > 0;
}
