import { ordersPage, type OrderListState } from "#app/features/orders/queries/admin-list.server.ts";
import type { Actor } from "#app/lib/permissions.ts";
import { applyMigrations, openDatabase, type Database } from "#db/client.server.ts";
import { seedDemoOrders } from "#db/seed/demo-orders.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { median, percentile, time, type Figure } from "./figures.ts";
import { closing, type World } from "./world.ts";

const ORDERS = 100_000;
const PRODUCTS = 1_000;
const ROUNDS = 30;
const OWNER: Actor = {
  id: "00000000-0000-4000-8000-000000000000",
  role: "admin",
  staff_role: "owner",
  has_second_factor: false,
  mfa_verified: false,
};

/** A page may take this many times as long as its bare statement, made in turns with it: count and ten ids. */
const GOAL_PAGE = 3;
/** A search may take this part of a scan of every order for the same words. */
const GOAL_SEARCH = 0.5;
const GOAL_LAST = 1.5;

type Samples = { page: number[]; bare: number[] };

/** The orders list of the back office with 100,000 orders, at the query, on PostgreSQL and on the embedded database. */
export async function ordersList(world: World): Promise<Figure[]> {
  const figures: Figure[] = [];
  const url = await world.emptyPostgres();
  for (const [name, options] of [
    ["PostgreSQL", { url, folder: "" }],
    ["the embedded database", { folder: world.folder() }],
  ] as const) {
    figures.push(...(await closing(await openDatabase(options), (database) => measure(database, name))));
  }
  return figures;
}

async function measure(database: Database, on: string): Promise<Figure[]> {
  await applyMigrations(database, "db/migrations");
  await seedDemo({ database, products: PRODUCTS, filesDir: "", pictures: false });
  await seedDemoOrders({ database, orders: ORDERS });
  const { rows } = await database.sql("select id, customer_name, customer_email, customer_phone from orders limit 1");
  const [one] = rows as [Record<string, string>];
  const newest = await sample(database, {}, COUNT);
  const last = await sample(database, { page: ORDERS / 10 }, COUNT);
  const status = await sample(
    database,
    { filters: { status: "processing" } },
    `${COUNT} where order_status = 'processing'`,
  );
  const figures = [
    against(`newest orders of 100,000 on ${on}`, newest),
    {
      what: `orders of one status against all orders on ${on}`,
      goal: "<= 1 x",
      figure: `${(median(status.page) / median(newest.page)).toFixed(2)} x (${timesOf(status.page)})`,
      met: median(status.page) <= median(newest.page),
    },
    {
      what: `last page against first page on ${on}`,
      goal: `<= ${GOAL_LAST} x`,
      figure: `${(median(last.page) / median(newest.page)).toFixed(2)} x`,
      met: median(last.page) / median(newest.page) <= GOAL_LAST,
    },
  ];
  for (const [what, q] of [
    ["name", one["customer_name"]],
    ["mail", one["customer_email"]],
    ["phone", one["customer_phone"]],
    ["short number", one["id"]?.slice(0, 8)],
    ["name with errors", "adeaze okafro"],
  ] as const) {
    const scan = `select count(*) from orders where lower(customer_name || customer_email || customer_phone) like '%zq%'`;
    figures.push(search(`search by ${what} on ${on}`, await sample(database, { q: q ?? "" }, scan)));
  }
  return figures;
}

const COUNT =
  "select count(*), (select array_agg(id) from (select id from orders order by created_at desc limit 10) ten) from orders";

/** The page and the bare statement in turns, after a few that warm up. */
async function sample(database: Database, change: Partial<OrderListState>, bare: string): Promise<Samples> {
  const samples: Samples = { page: [], bare: [] };
  const state: OrderListState = { q: "", filters: {}, sort: "-date", page: 1, size: 10, ...change };
  for (let round = -3; round < ROUNDS; round += 1) {
    const page = await timed(() => ordersPage(database.db, OWNER, state));
    const plain = await timed(() => database.sql(bare));
    if (round < 0) continue;
    samples.page.push(page);
    samples.bare.push(plain);
  }
  return samples;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function against(what: string, { page, bare }: Samples): Figure {
  const ratio = median(page) / median(bare);
  return {
    what,
    goal: `<= ${GOAL_PAGE} x its bare count and ids`,
    figure: `${ratio.toFixed(2)} x (${timesOf(page)})`,
    met: ratio <= GOAL_PAGE,
  };
}

function search(what: string, { page, bare }: Samples): Figure {
  const share = median(page) / median(bare);
  return {
    what,
    goal: `<= ${GOAL_SEARCH} x a scan of every order`,
    figure: `${share.toFixed(2)} x (${timesOf(page)}, scan ${time(median(bare))})`,
    met: share <= GOAL_SEARCH,
  };
}

const timesOf = (samples: readonly number[]) => `median ${time(median(samples))}, p95 ${time(percentile(samples, 95))}`;
