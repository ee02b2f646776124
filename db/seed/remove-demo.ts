import { and, eq, exists, inArray, like, not, sql } from "drizzle-orm";
import type { Database, Tx } from "#db/client.server.ts";
import { mailbox_messages, mails } from "#db/schema/mail.ts";
import {
  blog_posts,
  categories,
  custom_orders,
  orders,
  payment_attempts,
  product_groups,
  products,
  shop_state,
  users,
} from "#db/schema/tables.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { TOP_CATEGORIES } from "./categories.ts";
import { DEMO_ACCOUNTS_KEY } from "./demo-accounts.ts";
import { DEMO_CUSTOMER_KEY } from "./demo-customer.ts";
import { DEMO_DELIVERY_KEY, removeDemoDelivery } from "./demo-delivery.ts";
import { removeDemoInbox } from "./demo-inbox.ts";
import { createIndexes } from "./demo-load.ts";
import { DEMO_BUYERS_DOMAIN, DEMO_CHECKOUT_MARK, DEMO_ORDERS_KEY } from "./demo-orders.ts";
import { DEMO_POSTS_KEY } from "./demo-posts.ts";
import { type DemoRemains, IS_DEMO_PRODUCT, isDemoAccount } from "./demo-remains.ts";
import { DEMO_REQUESTS_KEY, DEMO_SENDERS_DOMAIN } from "./demo-requests.ts";
import { DEMO_CUSTOMER_SHIPMENTS_KEY, DEMO_SHIPMENTS_KEY } from "./demo-shipments.ts";
import { DEMO_KEY, DEMO_LOAD_KEY, hasDemoProducts, PICTURES } from "./demo-state.ts";

const DEMO_KEYS = [
  DEMO_KEY,
  DEMO_LOAD_KEY,
  DEMO_DELIVERY_KEY,
  DEMO_SHIPMENTS_KEY,
  DEMO_POSTS_KEY,
  DEMO_CUSTOMER_KEY,
  DEMO_CUSTOMER_SHIPMENTS_KEY,
  DEMO_ORDERS_KEY,
  DEMO_REQUESTS_KEY,
  DEMO_ACCOUNTS_KEY,
];
const SLUGS = TOP_CATEGORIES.flatMap((top) => [top.slug, ...top.subs.map(([slug]) => slug)]);
/**
 * Deletes the demo in one transaction: accounts, products, posts, messages, suppliers, custom orders, generated orders
 * and buyers, unused categories, mailbox content and queued mails. Paid orders stay, with copies of names and prices;
 * they only lose the link to a deleted product.
 */
export async function removeDemo(database: Database): Promise<DemoRemains> {
  const removed = await inTransaction(database.db, async (tx) => {
    const accounts = await tx
      .select({ id: users.id })
      .from(users)
      .where(await isDemoAccount(tx));
    const ids = accounts.map(({ id }) => id);
    const paid = tx
      .select({ id: payment_attempts.id })
      .from(payment_attempts)
      .where(eq(payment_attempts.order_id, orders.id));
    const buyers = `%@${DEMO_BUYERS_DOMAIN}`;
    await tx.delete(orders).where(and(like(sql`lower(customer_email)`, buyers), not(exists(paid))));
    await tx.delete(payment_attempts).where(eq(payment_attempts.fingerprint, DEMO_CHECKOUT_MARK));
    await tx.delete(users).where(like(users.email, buyers));
    await tx.delete(custom_orders).where(like(custom_orders.email, `%@${DEMO_SENDERS_DOMAIN}`));
    if (ids.length > 0) {
      await tx.delete(orders).where(and(inArray(orders.user_id, ids), not(exists(paid))));
      await tx.delete(custom_orders).where(inArray(custom_orders.user_id, ids));
      await tx.delete(users).where(inArray(users.id, ids));
    }
    await tx.delete(blog_posts).where(like(blog_posts.featured_image, `${PICTURES}%`));
    const goods = (await hasDemoProducts(tx)) ? (await tx.delete(products).where(IS_DEMO_PRODUCT)).rowCount : 0;
    if (await hasDemoProducts(tx)) {
      await removeEmptyGroups(tx);
      await removeEmptyCategories(tx);
    }
    await createIndexes(tx);
    await removeDemoInbox(tx);
    await removeDemoDelivery(tx);
    await tx.delete(mailbox_messages);
    await removeQueuedMails(tx);
    await tx.delete(shop_state).where(inArray(shop_state.key, DEMO_KEYS));
    await tx.execute(sql`select refresh_search_words()`);
    return { accounts: ids.length, products: goods ?? 0 };
  });
  await database.sql("vacuum analyze products");
  return removed;
}

/** The demo's queued mails, with their jobs: a shop with a mail server would send them to real people. */
async function removeQueuedMails(tx: Tx): Promise<void> {
  await tx.delete(mails).where(eq(mails.status, "queued"));
  const { rows } = await tx.execute<{ is: boolean }>(sql`select to_regclass('pgboss.job') is not null as is`);
  if (rows[0]?.is) await tx.execute(sql`delete from pgboss.job where name = 'mail'`);
}

/** Groups without products are the demo's: removing the last variant of a shop's own group removes the group. */
async function removeEmptyGroups(tx: Tx): Promise<void> {
  await tx.execute(
    sql`delete from ${product_groups} g where not exists (select 1 from products where group_id = g.id)`,
  );
}

/** Sub-categories first, so that an emptied top category can be deleted as well. */
async function removeEmptyCategories(tx: Tx): Promise<void> {
  for (const isSub of [true, false]) {
    await tx.execute(sql`
      delete from categories c where ${inArray(sql`c.slug`, SLUGS)} and (c.parent_id is not null) = ${isSub}
      and not exists (select 1 from products where category_id = c.id)
      and not exists (select 1 from ${categories} child where child.parent_id = c.id)`);
  }
}
