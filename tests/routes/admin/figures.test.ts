import { randomUUID } from "node:crypto";
import { desc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboard, toDo } from "#app/features/dashboard/queries.server.ts";
import { conversionWords, growth, percentText } from "#app/features/dashboard/rules.ts";
import { ORDER_STATUSES } from "#app/features/orders/rules.ts";
import { OWED, TO_PACK } from "#app/features/orders/rules/work-lists.ts";
import { formatNaira } from "#app/lib/money.ts";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { orders } from "#db/schema/orders.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import type { RunningShop } from "#server/start.server.ts";
import { actorOf } from "../../fixtures/actors.ts";
import { textOf as decoded } from "../../fixtures/html.ts";
import { makeOrder } from "../../fixtures/orders.ts";
import { makeCustomer, signedIn } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

const DAY = 86_400_000;
const LAGOS = 3_600_000;
const HALF_AN_HOUR = 1_800_000;
const OWNER = actorOf(randomUUID(), "admin", "owner");

/** The day of a time in Lagos, in days since 1970. */
const dayOf = (time: Date | number) => Math.floor((Number(time) + LAGOS) / DAY);
const textOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

let shop: RunningShop;
let database: Database;

/** Times before now: at the borders of Lagos days, and just before and after now on the days of the two periods' ends. */
function timesBefore(now: number): number[] {
  const borders = [0, 1, 15, 29, 30, 31, 58, 59, 60, 61].flatMap((back) => {
    const start = (dayOf(now) - back) * DAY - LAGOS;
    return [start - 1, start, start + 1, now - back * DAY - HALF_AN_HOUR, now - back * DAY + HALF_AN_HOUR];
  });
  return borders.filter((time) => time < now);
}

const PAYMENTS = [
  { payment_status: "paid", share: 0 },
  { payment_status: "paid", share: 0.25 },
  { payment_status: "paid", share: 1 },
  { payment_status: "refunded", share: 1 },
  { payment_status: "pending", share: 0 },
];

async function makeCheckout(created_at: Date, order_id: string | null, checkout_id: string = randomUUID()) {
  const buyer = { customer_name: "Ada", customer_email: "", customer_phone: "", address: "", city: "", state: "" };
  await database.db.insert(payment_attempts).values({
    ...buyer,
    reference: randomUUID(),
    checkout_id,
    access_token: randomUUID(),
    status: order_id ? "settled" : "closed",
    hold: order_id ? "sold" : "released",
    hold_expires_at: created_at,
    amount_kobo: 100,
    currency: "NGN",
    fingerprint: "",
    order_id,
    created_at,
  });
}

beforeAll(async () => {
  shop = await testShop();
  database = shop.shop.database;
  const times = timesBefore(Date.now());
  let index = 0;
  for (const time of times) {
    const created_at = new Date(time);
    // Every status meets every payment at every kind of time, since 4 and 5 share no factor.
    for (let turn = 0; turn < 2; turn += 1, index += 1) {
      const { payment_status, share } = PAYMENTS[index % PAYMENTS.length] ?? { payment_status: "paid", share: 0 };
      const total_amount_kobo = 40_000 + index * 400;
      const id = await makeOrder(database, null, {
        created_at,
        payment_status,
        order_status: ORDER_STATUSES[index % ORDER_STATUSES.length] ?? "processing",
        total_amount_kobo,
        refunded_kobo: total_amount_kobo * share,
      });
      await makeCheckout(created_at, id);
    }
    // A checkout without an order that was tried twice, and a new customer.
    const checkout = randomUUID();
    for (const _ of [1, 2]) await makeCheckout(created_at, null, checkout);
    const email = `${randomUUID()}@example.com`;
    await database.db.insert(users).values({ id: randomUUID(), name: "A", email, createdAt: created_at });
  }
});
afterAll(() => shop.close());

/** What the overview must show, from the rows alone. */
async function recomputed(now: number) {
  const [sold, people, tries] = [
    await database.db.select().from(orders),
    (await database.db.select().from(users)).filter(({ role }) => role === "customer"),
    await database.db.select().from(payment_attempts),
  ];
  const start = (dayOf(now) - 29) * DAY - LAGOS;
  const spans = { now: [start, now + 1], before: [start - 30 * DAY, now - 30 * DAY] } as const;
  const within = <Row>(rows: Row[], timeOf: (row: Row) => Date, [from, to]: readonly [number, number]) =>
    rows.filter((row) => Number(timeOf(row)) >= from && Number(timeOf(row)) < to);
  const kept = (rows: typeof sold) =>
    rows.reduce((sum, row) => sum + (row.payment_status === "paid" ? row.total_amount_kobo - row.refunded_kobo : 0), 0);
  const conversionIn = (span: readonly [number, number]) => {
    const ordered = within(sold, (row) => row.created_at, span).length;
    const unpaid = within(tries, (row) => row.created_at, span).filter(({ order_id }) => order_id === null);
    const begun = ordered + new Set(unpaid.map(({ checkout_id }) => checkout_id)).size;
    return Math.round((ordered / begun) * 1000) / 10;
  };
  const figure = <Row>(rows: Row[], timeOf: (row: Row) => Date, measure: (some: Row[]) => number) => ({
    total: measure(rows),
    now: measure(within(rows, timeOf, spans.now)),
    before: measure(within(rows, timeOf, spans.before)),
  });
  const days = Array.from({ length: 30 }, (_, at) => {
    const day = dayOf(now) - 29 + at;
    const ofDay = sold.filter(({ created_at }) => dayOf(created_at) === day);
    return { day: textOf(day), orders: ofDay.length, kobo: kept(ofDay) };
  });
  const count = (rows: unknown[]) => rows.length;
  const owed = sold.filter(({ order_status, payment_status: payment, refunded_kobo, total_amount_kobo }) => {
    return order_status === "cancelled" && payment === "paid" && refunded_kobo < total_amount_kobo;
  });
  const pack = sold.filter(({ order_status, payment_status: payment, refunded_kobo, total_amount_kobo }) => {
    return order_status === "processing" && payment === "paid" && refunded_kobo < total_amount_kobo;
  });
  return {
    figures: {
      customers: figure(people, (row) => row.createdAt, count),
      orders: { ...figure(sold, (row) => row.created_at, count), today: days.at(-1)?.orders },
      revenue: { ...figure(sold, (row) => row.created_at, kept), today: days.at(-1)?.kobo },
      owed_kobo: kept(owed),
      days,
      conversion: { now: conversionIn(spans.now), before: conversionIn(spans.before) },
      from: textOf(dayOf(now) - 29),
      to: textOf(dayOf(now)),
    },
    toDo: { owed: owed.length, pack: pack.length },
  };
}

test("every figure is that of the orders, customers and checkouts, at borders of days and with all kinds of refunds", async () => {
  // Within a transaction the time of the database stands still.
  const read = await database.db.transaction(async (tx) => {
    const { rows } = await tx.execute("select (extract(epoch from now()) * 1000)::float8 as now");
    return { now: Number(rows[0]?.["now"]), shown: await dashboard(tx, OWNER), tasks: await toDo(tx, OWNER) };
  });
  const expected = await recomputed(read.now);
  expect(read.shown.business).toEqual(expected.figures);
  expect(read.tasks).toMatchObject(expected.toDo);
  const { revenue, days, customers, owed_kobo } = expected.figures;
  // The figures differ from each other, so that one cannot stand for another.
  expect(days.reduce((sum, { kobo }) => sum + kobo, 0)).toBe(revenue.now);
  expect([revenue.before, customers.before, owed_kobo, expected.toDo.pack].every((value) => value > 0)).toBe(true);
});

test.each([
  ["owner", { business: true, revenue: true, amounts: true }],
  ["sales", { business: true, revenue: false, amounts: true }],
  ["packer", { business: false, revenue: false, amounts: false }],
] as const)("a %s gets the figures of the role, on the page and in its data", async (staff, sees) => {
  const { figures, toDo: tasks } = await recomputed(Date.now());
  const visitor = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff }));
  const { text } = await visitor.get("/admin/overview");
  const page = decoded(text).replaceAll(/<[^>]*>/g, " ");
  const data = (await visitor.get("/admin/overview.data")).text;
  const { revenue, orders: sold, conversion } = figures;
  for (const [words, isSeen] of [
    [formatNaira(revenue.total), sees.revenue],
    [formatNaira(revenue.now), sees.revenue],
    [percentText(growth(revenue)), sees.revenue],
    [`${formatNaira(figures.owed_kobo)} of it belongs to cancelled orders.`, sees.revenue],
    [percentText(growth(sold)), sees.business],
    [conversionWords(conversion), sees.business],
  ] as const) {
    expect(page.includes(words), words).toBe(isSeen);
  }
  expect(page.replaceAll(/\s+/g, " ")).toContain(`${tasks.pack} orders to pack`);
  expect(page.includes("cancelled orders still paid")).toBe(sees.revenue);
  const [newest] = await database.db.select().from(orders).orderBy(desc(orders.created_at), desc(orders.id)).limit(1);
  expect(page.includes(formatNaira(newest?.total_amount_kobo ?? 0))).toBe(sees.amounts);
  expect(data.includes(String(newest?.total_amount_kobo))).toBe(sees.amounts);
  expect([data.includes("conversion"), data.includes("owed_kobo")]).toEqual([sees.business, sees.business]);
});

test("each to-do and figure links to a list of exactly those orders", async () => {
  const { figures, toDo: tasks } = await recomputed(Date.now());
  const owner = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "owner" }));
  const list = async (path: string) => decoded((await owner.get(path)).text).replaceAll(/<[^>]*>/g, " ");
  expect(await list(OWED)).toContain(`${tasks.owed} orders,`);
  expect(await list(TO_PACK)).toContain(`${tasks.pack} orders,`);
  const { from, to, revenue } = figures;
  for (const [path, kobo] of [
    ["/admin/orders?payment=held", revenue.total],
    [`/admin/orders?payment=held&from=${from}&to=${to}`, revenue.now],
  ] as const) {
    expect((await list(path)).replaceAll(/\s+/g, " "), path).toContain(`less refunds: ${formatNaira(kobo)}`);
  }
});
