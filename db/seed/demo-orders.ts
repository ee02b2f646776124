import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { lineTotal, unitPrice } from "#app/features/catalog/rules/pricing.ts";
import { shippingAddress, type OrderStatus } from "#app/features/orders/rules.ts";
import { randomToken } from "#app/lib/random.server.ts";
import type { Database, Tx } from "#db/client.server.ts";
import * as tables from "#db/schema/tables.ts";
import { hasDemo, hasState } from "./demo-state.ts";
import { demoPerson, type DemoPerson } from "./people.ts";
import { randomFrom, type Random } from "./random.ts";

const { payment_attempts, products, shop_state } = tables;

/** The key that is in `shop_state` once a shop has its demo orders. */
export const DEMO_ORDERS_KEY = "demo-orders";
/** The addresses of the demo's customers and guests end with this; they have no password. */
export const DEMO_BUYERS_DOMAIN = "buyers.oja.example";

const SEED_LOCK = 71_406;
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

type Goods = Awaited<ReturnType<typeof productRows>>[number];
type Customer = DemoPerson & { id: string; email: string; created_at: Date };
type Options = {
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
export async function seedDemoOrders({ database, orders, now = new Date(), onProgress }: Options): Promise<void> {
  if (orders === 0 || (await hasState(database.db, DEMO_ORDERS_KEY))) return;
  const done = await database.withConnection((client) =>
    drizzle(client, { schema: tables }).transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
      if ((await hasState(tx, DEMO_ORDERS_KEY)) || !(await hasDemo(tx))) return false;
      const goods = await productRows(tx);
      if (goods.length === 0) return false;
      const random = randomFrom(SEED);
      const customers = makeCustomers(random, demoCustomers(orders), now);
      for (let at = 0; at < customers.length; at += BATCH) await insertCustomers(tx, customers.slice(at, at + BATCH));
      // Historic data: its changes are not numbered and notify no one.
      await tx.execute(sql`alter table orders disable trigger user`);
      const times = Array.from({ length: orders }, () => momentOf(random, now)).sort((a, b) => a - b);
      for (let at = 0; at < orders; at += BATCH) {
        const made = times.slice(at, at + BATCH).map((time, index) => {
          return makeOrder(random, customerAt(random, customers, time), goods, new Date(time), now, at + index);
        });
        await insertOrders(tx, made);
        onProgress?.(Math.min(orders, at + BATCH), orders, "orders");
        await nextTurn();
      }
      await tx.execute(sql`alter table orders enable trigger user`);
      const recent = times.filter((time) => time > now.getTime() - ABANDONED_DAYS * DAY_MS);
      const abandoned = makeCheckouts(randomFrom(SEED + 1), recent);
      for (let at = 0; at < abandoned.length; at += BATCH) {
        await tx.insert(payment_attempts).values(abandoned.slice(at, at + BATCH));
      }
      await tx.insert(shop_state).values({ key: DEMO_ORDERS_KEY, value: { orders, customers: customers.length } });
      return true;
    }),
  );
  // Index-only scans need the visibility map, and the embedded database has no autovacuum.
  if (done) {
    await database.withConnection((client) => client.query("vacuum analyze orders, order_items, users, profiles"));
  }
}

async function productRows(tx: Tx) {
  const rows = await tx
    .select({
      id: products.id,
      name: products.name,
      price_kobo: products.effective_price_kobo,
      price_steps: products.price_steps,
      unit: products.unit,
      pieces: products.pieces,
      min_order: products.min_order,
      order_multiple: products.order_multiple,
    })
    .from(products)
    .orderBy(products.created_at, products.id)
    .limit(600);
  return rows.filter((row) => lineTotal(row, row.min_order) <= LINE_LIMIT);
}

function makeCustomers(random: Random, count: number, now: Date): Customer[] {
  const made = Array.from({ length: count }, (_, index) => {
    const person = demoPerson(random);
    const name = `${person.first_name}.${person.last_name}`.toLowerCase();
    const created_at = new Date(now.getTime() - (1 + DAYS * (1 - random.next() ** 2)) * DAY_MS);
    return { ...person, id: random.uuid(), email: `${name}${index + 1}@${DEMO_BUYERS_DOMAIN}`, created_at };
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

function makeOrder(random: Random, buyer: Customer, goods: Goods[], created_at: Date, now: Date, index: number) {
  const id = random.uuid();
  const items = basket(random, goods, id);
  const order_status = statusOf(random, (now.getTime() - created_at.getTime()) / DAY_MS);
  const isRefunded = order_status === "cancelled" && random.chance(0.7);
  const isGuest = random.chance(0.15);
  return {
    id,
    user_id: isGuest ? null : buyer.id,
    guest_email: isGuest ? buyer.email : null,
    order_status,
    payment_status: isRefunded ? "refunded" : "paid",
    payment_reference: `WH${random.int(100_000, 999_999)}${String(index).padStart(9, "0")}`,
    total_amount_kobo: items.reduce((sum, item) => sum + item.subtotal_kobo, 0),
    customer_name: `${buyer.first_name} ${buyer.last_name}`,
    customer_email: buyer.email,
    customer_phone: buyer.phone,
    shipping_address: shippingAddress(buyer),
    access_token: randomToken(),
    created_at,
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

/** One to six different products, each in one to a few minimum orders, in whole packs. */
function basket(random: Random, goods: Goods[], order_id: string) {
  const chosen = new Set(Array.from({ length: random.int(1, 6) }, () => random.pick(goods)));
  return [...chosen].map((one) => {
    const wanted = one.min_order * random.pick([1, 1, 1, 2, 2, 3, 5]);
    const quantity = Math.ceil(wanted / one.order_multiple) * one.order_multiple;
    return {
      id: random.uuid(),
      order_id,
      product_id: one.id,
      product_name: one.name,
      unit: one.unit,
      pieces: one.pieces,
      product_price_kobo: unitPrice(one, quantity),
      quantity,
      subtotal_kobo: lineTotal(one, quantity),
    };
  });
}

async function insertCustomers(tx: Tx, customers: Customer[]): Promise<void> {
  const rows = JSON.stringify(customers);
  const columns = sql.raw(
    "id uuid, email text, first_name text, last_name text, phone text, address text, city text, state text, postal_code text, created_at timestamptz",
  );
  await tx.execute(sql`
    insert into users (id, name, email, email_verified, first_name, last_name, created_at, updated_at)
    select id, first_name || ' ' || last_name, email, true, first_name, last_name, created_at, created_at
    from json_to_recordset(${rows}::json) as rows (${columns})`);
  await tx.execute(sql`
    insert into profiles (id, first_name, last_name, phone, address, city, state, postal_code, created_at)
    select id, first_name, last_name, phone, address, city, state, postal_code, created_at
    from json_to_recordset(${rows}::json) as rows (${columns})`);
}

async function insertOrders(tx: Tx, made: ReturnType<typeof makeOrder>[]): Promise<void> {
  const orders = JSON.stringify(made.map((order) => ({ ...order, items: undefined })));
  const items = JSON.stringify(made.flatMap((order) => order.items));
  await tx.execute(sql`
    insert into orders (id, user_id, guest_email, order_status, payment_method, payment_reference, payment_status,
      total_amount_kobo, customer_name, customer_email, customer_phone, shipping_address, access_token, created_at, updated_at)
    select id, user_id, guest_email, order_status, 'paystack', payment_reference, payment_status,
      total_amount_kobo, customer_name, customer_email, customer_phone, shipping_address, access_token, created_at, created_at
    from json_to_recordset(${orders}::json) as rows (id uuid, user_id uuid, guest_email text, order_status text,
      payment_reference text, payment_status text, total_amount_kobo bigint, customer_name text, customer_email text,
      customer_phone text, shipping_address text, access_token text, created_at timestamptz)`);
  await tx.execute(sql`
    insert into order_items (id, order_id, product_id, product_name, unit, pieces, product_price_kobo, quantity, subtotal_kobo)
    select id, order_id, product_id, product_name, unit, pieces, product_price_kobo, quantity, subtotal_kobo
    from json_to_recordset(${items}::json) as rows (id uuid, order_id uuid, product_id uuid, product_name text, unit text,
      pieces integer, product_price_kobo bigint, quantity integer, subtotal_kobo bigint)`);
}
