import { eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { Db, Tx } from "#db/client.server.ts";
import { products, shop_state, users } from "#db/schema/tables.ts";
import { DEMO_ACCOUNTS, DEMO_ACCOUNTS_KEY, type DemoAccountsState } from "./demo-accounts.ts";
import { hasDemoProducts, PICTURES } from "./demo-state.ts";

export type DemoRemains = { accounts: number; products: number };

/** A product belongs to the demo as long as it has one of the demo's pictures. */
export const IS_DEMO_PRODUCT = sql`${products.images}::text like ${`%"${PICTURES}%`}`;

/** Demo data left in a shop: accounts whose password may be public, and demo products. Null if there is none. */
export async function demoRemains(db: Db): Promise<DemoRemains | null> {
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(await isDemoAccount(db));
  // Products are searched only if demo products were loaded: the query scans the table.
  const goods = (await hasDemoProducts(db)) ? await db.$count(products, IS_DEMO_PRODUCT) : 0;
  return people.length + goods > 0 ? { accounts: people.length, products: goods } : null;
}

/** The condition on `users` that selects the demo's accounts, also earlier ones and those with another address now. */
export async function isDemoAccount(tx: Tx): Promise<SQL | undefined> {
  const [stored] = await tx.select().from(shop_state).where(eq(shop_state.key, DEMO_ACCOUNTS_KEY));
  const made = Object.values((stored?.value ?? {}) as DemoAccountsState);
  const ids = made.flatMap(({ id, earlier = [] }) => [id, ...earlier.map((one) => one.id)]);
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  return or(inArray(users.email, emails), ids.length > 0 ? inArray(users.id, ids) : undefined);
}
