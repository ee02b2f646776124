import { count, desc, eq, inArray, like, ne, sql } from "drizzle-orm";
import { nameSlug } from "#app/features/products/links.ts";
import type { Db, Tx } from "#db/client.server.ts";
import {
  categories,
  contact_messages,
  newsletter_subscribers,
  products,
  shop_state,
  suppliers,
} from "#db/schema/tables.ts";
import { DEMO_MESSAGES, WAITING_SUPPLIERS } from "./inbox.ts";
import { demoPerson } from "./people.ts";
import { randomFrom, type Random } from "./random.ts";
import { seedOnce } from "./seeding.ts";

/** The key that is in `shop_state` once the demo's messages, suppliers and subscribers were written. */
const DEMO_INBOX_KEY = "demo-inbox";

/** The reserved domain of all their addresses. */
const DOMAIN = "letters.oja.example";

const HOUR_MS = 3_600_000;
const LISTED = 60;
const SUBSCRIBERS = 48;

/**
 * Creates the demo's messages, supplier registrations and newsletter addresses, and lists the suppliers with most
 * products. Runs once, and only in a demo with products.
 */
export async function seedDemoInbox(db: Db, now = new Date()): Promise<void> {
  await seedOnce(db, DEMO_INBOX_KEY, async (tx) => {
    const random = randomFrom(23);
    const rows = await supplierRows(tx, random, now);
    if (rows.length === 0) return null;
    await tx.insert(suppliers).values(rows);
    await tx.insert(contact_messages).values(messageRows(random, now));
    await tx.insert(newsletter_subscribers).values(subscriberRows(random, now)).onConflictDoNothing();
    return { suppliers: rows.length };
  });
}

/** Deletes the data of `seedDemoInbox`, in the transaction that removes the demo. */
export async function removeDemoInbox(tx: Tx): Promise<void> {
  const theirs = `%@${DOMAIN}`;
  await tx.delete(contact_messages).where(like(contact_messages.email, theirs));
  await tx.delete(suppliers).where(like(suppliers.email, theirs));
  await tx.delete(newsletter_subscribers).where(like(newsletter_subscribers.email, theirs));
  await tx.delete(shop_state).where(eq(shop_state.key, DEMO_INBOX_KEY));
}

/** The newest half of them is unread. */
function messageRows(random: Random, now: Date) {
  return DEMO_MESSAGES.map((message, i) => {
    const { first_name, last_name } = demoPerson(random);
    return {
      name: `${first_name} ${last_name}`,
      email: `${nameSlug(`${first_name} ${last_name}`)}-${i + 1}@${DOMAIN}`,
      subject: "Contact Form Submission",
      message,
      is_read: i >= DEMO_MESSAGES.length / 2,
      submission_id: random.uuid(),
      created_at: new Date(now.getTime() - (i * 17 + random.int(1, 12)) * HOUR_MS),
    };
  });
}

/** The newest products, of which those with most are known: reading a million takes too long on a busy machine. */
const READ = 50_000;

/** Those with most products are approved and linked to them; some others are pending, and one was declined. */
async function supplierRows(tx: Tx, random: Random, now: Date): Promise<(typeof suppliers.$inferInsert)[]> {
  const newest = tx
    .select({ name: products.distributor, top: products.top_category_id })
    .from(products)
    .orderBy(desc(products.created_at), desc(products.id))
    .limit(READ)
    .as("newest");
  const largest = await tx
    .select({ name: newest.name, category_id: sql<string>`mode() within group (order by ${newest.top})` })
    .from(newest)
    .where(ne(newest.name, ""))
    .groupBy(newest.name)
    .orderBy(desc(count()), newest.name)
    .limit(LISTED);
  if (largest.length === 0) return [];
  const approved = largest.map(({ name, category_id }, i) => ({
    ...firm(random, name, `trade-${i + 1}`),
    category_id,
    distributor: name,
    status: "approved",
    created_at: new Date(now.getTime() - (40 + i * 6) * 24 * HOUR_MS),
  }));
  const slugs = WAITING_SUPPLIERS.map(({ category }) => category);
  const rows = await tx
    .select({ id: categories.id, slug: categories.slug })
    .from(categories)
    .where(inArray(categories.slug, slugs));
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
  const others = WAITING_SUPPLIERS.map(({ name, category, status }, i) => ({
    ...firm(random, name, `new-${i + 1}`),
    category_id: ids.get(category) ?? null,
    status,
    created_at: new Date(now.getTime() - (i * 19 + 3) * HOUR_MS),
  }));
  return [...approved, ...others].map((row) => ({ ...row, updated_at: row.created_at }));
}

function firm(random: Random, name: string, mailbox: string) {
  const { address, city, state, phone } = demoPerson(random);
  return {
    name,
    address: `${address}, ${city}, ${state}`,
    whatsapp_contact: `+234${phone.replace(/\D/g, "").slice(-10)}`,
    email: `${mailbox}@${DOMAIN}`,
    submission_id: random.uuid(),
  };
}

/** Most are confirmed, some pending, a few unsubscribed. */
function subscriberRows(random: Random, now: Date) {
  return Array.from({ length: SUBSCRIBERS }, (_, i) => {
    const { first_name } = demoPerson(random);
    const consent_at = new Date(now.getTime() - (i * 31 + 2) * HOUR_MS);
    const after = (hours: number) => new Date(consent_at.getTime() + hours * HOUR_MS);
    const isConfirmed = i % 6 !== 0;
    return {
      email: `${first_name.toLowerCase()}${i + 1}@${DOMAIN}`,
      consent_at,
      consent_source: i % 3 === 0 ? "home" : "footer",
      confirmed_at: isConfirmed ? after(1) : null,
      confirmation_sent_at: consent_at,
      unsubscribed_at: isConfirmed && i % 13 === 0 ? after(300) : null,
      token: random.uuid(),
      created_at: consent_at,
    };
  });
}
