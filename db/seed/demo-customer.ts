import { desc, eq } from "drizzle-orm";
import { shippingAddress, type OrderStatus } from "#app/features/orders/rules.ts";
import { lineTotal, orderTotals } from "#app/features/pricing/rules.ts";
import { randomToken } from "#app/platform/random.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { categories, order_items, orders, products, profiles, users } from "#db/schema/tables.ts";
import { type DemoGoods, GOODS, orderLine } from "./baskets.ts";
import { randomFrom, type Random } from "./random.ts";
import { seedOnce } from "./seeding.ts";

/** The key that is in `shop_state` once the demo's customer has a profile and orders. */
export const DEMO_CUSTOMER_KEY = "demo-customer";

const ORDERS = 26;
const DAY_MS = 86_400_000;
/** The products of a provision shop with a beauty shelf, and the number of products of each kind. */
const SHELVES: Record<string, number> = { "grocery-gourmet-food": 14, household: 6, "beauty-health-hair": 5 };
/** Maximum price of a line at its minimum order, in kobo: she is a small trader. */
const LINE_LIMIT = 45_000_000;

const SHOP = { address: "14 Ogunlana Drive", city: "Surulere", state: "Lagos", postal_code: "101283" };
const STALL = {
  address: "Shop C12, Tejuosho Ultra Modern Market",
  city: "Yaba",
  state: "Lagos",
  postal_code: "101245",
};
const PHONE = "0803 412 7765";

/**
 * Creates the profile of the demo's customer and paid orders of the last eight months in all states, of demo products.
 * Runs once; not in a shop without demo products, nor for a customer with orders. It queues no mail and does not change
 * the stock. The same products and `now` give the same orders.
 */
export async function seedDemoCustomer(db: Db, email: string, now = new Date()): Promise<void> {
  await seedOnce(db, DEMO_CUSTOMER_KEY, async (tx) => {
    const goods = await herGoods(tx);
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (!user || goods.length === 0) return null;
    const [earlier] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.user_id, user.id)).limit(1);
    if (earlier) return { orders: 0 };
    const { firstName: first_name, lastName: last_name } = user;
    const profile = { first_name, last_name, phone: PHONE, ...SHOP };
    await tx
      .insert(profiles)
      .values({ id: user.id, ...profile })
      .onConflictDoNothing();
    await insertOrders(tx, { user_id: user.id, customer_name: user.name, customer_email: email }, goods, now);
    return { orders: ORDERS };
  });
}

/** Her reorders, of the products that a visitor sees first; in a small demo, any products. */
async function herGoods(tx: Tx): Promise<DemoGoods[]> {
  const rows = await tx
    .select({ ...GOODS, top: categories.slug })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.top_category_id))
    .orderBy(desc(products.created_at), products.id)
    .limit(400);
  const affordable = rows.filter((row) => lineTotal(row, row.min_order) <= LINE_LIMIT);
  const chosen = Object.entries(SHELVES).flatMap(([slug, kinds]) =>
    affordable.filter((row) => row.top === slug).slice(0, kinds),
  );
  return chosen.length >= 6 ? chosen : rows.slice(0, 25);
}

type Buyer = Pick<typeof orders.$inferInsert, "user_id" | "customer_name" | "customer_email">;

/** Oldest first, because changes of a customer's orders are numbered. */
async function insertOrders(tx: Tx, buyer: Buyer, goods: DemoGoods[], now: Date): Promise<void> {
  const random = randomFrom(1_404);
  const made = Array.from({ length: ORDERS }, (_, index) => {
    const id = random.uuid();
    const age = ageInDays(random, ORDERS - 1 - index);
    const items = basket(random, goods, id);
    const created_at = openingHour(random, now, age);
    const order: typeof orders.$inferInsert = {
      id,
      ...buyer,
      order_status: statusOf(age, index),
      payment_method: "paystack",
      payment_reference: `WH${String(random.int(100_000_000_000_000, 999_999_999_999_999))}`,
      payment_status: "paid",
      total_amount_kobo: orderTotals(items.map((item) => item.subtotal_kobo)).total_kobo,
      customer_phone: PHONE,
      shipping_address: shippingAddress(index % 6 === 4 ? STALL : SHOP),
      access_token: randomToken(),
      created_at,
      updated_at: created_at,
    };
    return { order, items };
  });
  await tx.insert(orders).values(made.map(({ order }) => order));
  await tx.insert(order_items).values(made.flatMap(({ items }) => items));
}

/** Two to six different products, each in one to a few minimum orders. */
function basket(random: Random, goods: DemoGoods[], order_id: string) {
  const left = [...goods];
  const lines = Math.min(left.length, random.int(2, 6));
  return Array.from({ length: lines }, () => {
    const [one] = left.splice(random.int(0, left.length - 1), 1);
    if (!one) throw new Error("the shelf is empty");
    return orderLine(random, one, order_id, random.pick([1, 1, 1, 2, 2, 3]));
  });
}

/** She orders about every nine days; `rank` 0 is the newest order. */
function ageInDays(random: Random, rank: number): number {
  return 1 + rank * 9 - (rank > 0 ? random.int(0, 5) : 0);
}

function statusOf(age: number, index: number): OrderStatus {
  if (age < 8) return "processing";
  if (age < 27) return "shipped";
  return index % 9 === 3 ? "cancelled" : "delivered";
}

/** A time of that day between 8:00 and 19:00 in Lagos, which is UTC+1 all year. */
function openingHour(random: Random, now: Date, daysAgo: number): Date {
  const day = new Date(now.getTime() - daysAgo * DAY_MS);
  return new Date(day.setUTCHours(random.int(7, 17), random.int(0, 59), random.int(0, 59), 0));
}
