import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { shippingAddress, type OrderStatus } from "#app/features/orders/rules.ts";
import { lineTotal } from "#app/features/pricing/rules.ts";
import { randomToken } from "#app/platform/random.server.ts";
import type { Database, Tx } from "#db/client.server.ts";
import * as tables from "#db/schema/tables.ts";
import { type DemoGoods, GOODS, orderLine } from "./baskets.ts";
import { demoPerson } from "./people.ts";
import { randomFrom, type Random } from "./random.ts";
import { insertRows, seedOnce } from "./seeding.ts";

const { order_items, orders: ordersTable, payment_attempts, products, profiles, users } = tables;

/** The key that is in `shop_state` once a shop has its demo orders. */
export const DEMO_ORDERS_KEY = "demo-orders";
/** The addresses of the demo's customers and guests end with this; they have no password. */
export const DEMO_BUYERS_DOMAIN = "buyers.oja.example";

const SEED = 2_026;
const BATCH = 1_000;
const DAY_MS = 86_400_000;
const DAYS = 365;
/** The number of days with abandoned checkouts, and abandoned checkouts per order. */
const ABANDONED_DAYS = 61;
const ABANDONED_SHARE = 0.6;
/** The fingerprint of the demo's checkouts. */
export const DEMO_CHECKOUT_MARK = "demo";
/** Maximum price of a line at its minimum order, in kobo. */
const LINE_LIMIT = 60_000_000;

type Customer = ReturnType<typeof makeCustomers>[number];
type DemoOrderOptions = {
  database: Database;
  orders: number;
  /** Time of the newest order; by default the time of the call. */
  now?: Date;
  onProgress?: (done: number, total: number, what: string) => void;
};

/** Number of customers for a number of orders: 600 made 2,000. */
export function demoCustomers(orders: number): number {
  return orders <= 3_000 ? Math.ceil(orders * 0.3) : Math.ceil(orders / 5);
}

/**
 * Creates a year of orders of demo products with their customers, increasing over time, and recent abandoned checkouts.
 * Runs once, and only in a shop with demo products. It queues no mail, does not change the stock and creates no
 * payments, so nothing can be refunded. The same products and `now` give the same orders.
 */
export async function seedDemoOrders({
  database,
  orders,
  now = new Date(),
  onProgress,
}: DemoOrderOptions): Promise<void> {
  if (orders === 0) return;
  // A connection of its own, without the timeouts of the pool.
  const done = await database.withConnection((client) =>
    seedOnce(drizzle(client, { schema: tables }), DEMO_ORDERS_KEY, async (tx) => {
      const goods = await productRows(tx);
      if (goods.length === 0) return null;
      const random = randomFrom(SEED);
      const customers = makeCustomers(random, demoCustomers(orders), now);
      for (let at = 0; at < customers.length; at += BATCH) {
        await insertRows(tx, users, customers.slice(at, at + BATCH));
        await insertRows(tx, profiles, customers.slice(at, at + BATCH));
      }
      // Historic data: its changes are not numbered and notify no one.
      await tx.execute(sql`alter table orders disable trigger user`);
      const times = Array.from({ length: orders }, () => momentOf(random, now)).sort((a, b) => a - b);
      for (let at = 0; at < orders; at += BATCH) {
        const made = times.slice(at, at + BATCH).map((time, index) => {
          return makeOrder(random, customerAt(random, customers, time), goods, new Date(time), now, at + index);
        });
        await insertRows(tx, ordersTable, made);
        await insertRows(
          tx,
          order_items,
          made.flatMap(({ items }) => items),
        );
        onProgress?.(Math.min(orders, at + BATCH), orders, "orders");
        await nextTurn();
      }
      await tx.execute(sql`alter table orders enable trigger user`);
      const recent = times.filter((time) => time > now.getTime() - ABANDONED_DAYS * DAY_MS);
      const abandoned = makeCheckouts(randomFrom(SEED + 1), recent);
      for (let at = 0; at < abandoned.length; at += BATCH)
        await insertRows(tx, payment_attempts, abandoned.slice(at, at + BATCH));
      return { orders, customers: customers.length };
    }),
  );
  // Index-only scans need the visibility map, and the embedded database has no autovacuum.
  if (done) {
    await database.withConnection((client) => client.query("vacuum analyze orders, order_items, users, profiles"));
  }
}

async function productRows(tx: Tx): Promise<DemoGoods[]> {
  const rows = await tx.select(GOODS).from(products).orderBy(products.created_at, products.id).limit(600);
  return rows.filter((row) => lineTotal(row, row.min_order) <= LINE_LIMIT);
}

function makeCustomers(random: Random, count: number, now: Date) {
  const made = Array.from({ length: count }, (_, index) => {
    const person = demoPerson(random);
    const mailbox = `${person.first_name}.${person.last_name}`.toLowerCase();
    const created_at = new Date(now.getTime() - (1 + DAYS * (1 - random.next() ** 2)) * DAY_MS);
    return {
      ...person,
      id: random.uuid(),
      name: `${person.first_name} ${person.last_name}`,
      email: `${mailbox}${index + 1}@${DEMO_BUYERS_DOMAIN}`,
      email_verified: true,
      created_at,
      updated_at: created_at,
    };
  });
  return made.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/** A customer who had joined by then; `customers` are sorted from the oldest. */
function customerAt(random: Random, customers: Customer[], time: number): Customer {
  let [from, to] = [0, customers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((customers[middle]?.created_at.getTime() ?? 0) <= time) from = middle + 1;
    else to = middle;
  }
  return random.pick(customers.slice(Math.max(0, from - 2_000), Math.max(1, from)));
}

/**
 * More frequent recently than a year ago, between 7:00 and 21:00 in Lagos, which is UTC+1 all year; never after `now`.
 */
function momentOf(random: Random, now: Date): number {
  const day = new Date(now.getTime() - Math.floor(DAYS * random.next() ** 1.4) * DAY_MS);
  const time = day.setUTCHours(random.int(6, 19), random.int(0, 59), random.int(0, 59), 0);
  return time > now.getTime() ? time - DAY_MS : time;
}

function makeOrder(random: Random, buyer: Customer, goods: DemoGoods[], created_at: Date, now: Date, index: number) {
  const id = random.uuid();
  const items = basket(random, goods, id);
  const order_status = statusOf(random, (now.getTime() - created_at.getTime()) / DAY_MS);
  const isRefunded = order_status === "cancelled";
  const isGuest = random.chance(0.15);
  const total_amount_kobo = items.reduce((sum, item) => sum + item.subtotal_kobo, 0);
  return {
    id,
    user_id: isGuest ? null : buyer.id,
    guest_email: isGuest ? buyer.email : null,
    order_status,
    payment_method: "paystack",
    payment_status: isRefunded ? "refunded" : "paid",
    payment_reference: `WH${random.int(100_000, 999_999)}${String(index).padStart(9, "0")}`,
    total_amount_kobo,
    refunded_kobo: isRefunded ? total_amount_kobo : 0,
    customer_name: buyer.name,
    customer_email: buyer.email,
    customer_phone: buyer.phone,
    shipping_address: shippingAddress(buyer),
    access_token: randomToken(),
    created_at,
    updated_at: created_at,
    items,
  };
}

/**
 * Checkouts that were started shortly before these times and not paid, as the nightly sweep leaves them: without
 * contact data.
 */
function makeCheckouts(random: Random, times: number[]): (typeof payment_attempts.$inferInsert)[] {
  const started = times.filter(() => random.chance(ABANDONED_SHARE));
  return started.map((time, index) => {
    const created_at = new Date(time - random.int(1, 50) * 60_000);
    return {
      id: random.uuid(),
      checkout_id: random.uuid(),
      reference: `WH${random.int(100_000, 999_999)}${900_000_000 + index}`,
      access_token: randomToken(),
      status: "closed",
      hold: "released",
      hold_expires_at: created_at,
      customer_name: "Not kept",
      customer_email: "",
      customer_phone: "",
      address: "",
      city: "",
      state: "",
      amount_kobo: random.int(20, 900) * 100_000,
      currency: "NGN",
      fingerprint: DEMO_CHECKOUT_MARK,
      provider_status: "abandoned",
      created_at,
      updated_at: created_at,
    };
  });
}

function statusOf(random: Random, age: number): OrderStatus {
  if (random.chance(0.05)) return "cancelled";
  if (age < 2) return "processing";
  if (age < 7) return random.chance(0.75) ? "shipped" : "processing";
  return age < 14 && random.chance(0.3) ? "shipped" : "delivered";
}

/** One to six different products, each in one to a few minimum orders. */
function basket(random: Random, goods: DemoGoods[], order_id: string) {
  const chosen = new Set(Array.from({ length: random.int(1, 6) }, () => random.pick(goods)));
  return [...chosen].map((one) => orderLine(random, one, order_id, random.pick([1, 1, 1, 2, 2, 3, 5])));
}
