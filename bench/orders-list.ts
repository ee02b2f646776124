import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { dashboard } from "#app/features/dashboard/queries.server.ts";
import { ordersPage, type OrderListState } from "#app/features/orders/queries/admin-list.server.ts";
import { orderTable } from "#app/features/orders/queries/order-table.server.ts";
import { tableFile, type TableFormat } from "#app/platform/files/table-file.server.ts";
import type { Database } from "#db/client.server.ts";
import { seedDemoOrders } from "#db/seed/demo-orders.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { median, percentile, ratioFigure, time, timed, type Figure } from "./figures.ts";
import { onEachDatabase, OWNER, type World } from "./world.ts";

const ORDERS = 100_000;
const PRODUCTS = 1_000;
const ROUNDS = 30;
/** Maximum time of a page relative to its bare statement (count and ten ids), measured alternately. */
const GOAL_PAGE = 3;
/** Maximum time of a search relative to a scan of every order for the same words. */
const GOAL_SEARCH = 0.5;
const GOAL_LAST = 1.5;

type Samples = { page: number[]; bare: number[] };

/** Maximum time of the overview relative to bare sums over the same rows. */
const GOAL_OVERVIEW = 3;
/** Maximum time of an export's first bytes relative to its total time, and maximum memory in MB. */
const GOAL_FIRST_BYTE = 0.1;
const GOAL_MEMORY = 60;

/** Orders list, overview and export with 100,000 orders, at the query, on PostgreSQL and on the embedded database. */
export async function ordersList(world: World): Promise<Figure[]> {
  return await onEachDatabase(world, measure);
}

async function measure(database: Database, on: string): Promise<Figure[]> {
  await seedDemo({ database, products: PRODUCTS, filesDir: "", pictures: false });
  await seedDemoOrders({ database, orders: ORDERS });
  // A production database has been vacuumed and analyzed.
  await database.sql("vacuum (analyze) orders");
  const { rows } = await database.sql("select id, customer_name, customer_email, customer_phone from orders limit 1");
  const [one] = rows as [Record<string, string>];
  const newest = await sample(database, {}, COUNT);
  const last = await sample(database, { page: ORDERS / 10 }, COUNT);
  const status = await sample(
    database,
    { filters: { status: "processing" } },
    `${COUNT} where order_status = 'processing'`,
  );
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const month = { from: day(30), to: day(0) };
  const overview = await inTurns(
    () => dashboard(database.db, OWNER),
    async () => {
      for (const text of SUMS) await database.sql(text);
    },
  );
  const figures: Figure[] = [
    compare(`newest orders of 100,000 on ${on}`, newest, GOAL_PAGE, "its bare count and ids"),
    compare(
      `paid orders of 100,000 on ${on}`,
      await sample(database, { filters: { payment: "paid" } }, COUNT),
      GOAL_PAGE,
      "its bare count and ids",
    ),
    compare(
      `orders of 30 days on ${on}`,
      await sample(database, { filters: month }, COUNT),
      GOAL_PAGE,
      "its bare count and ids",
    ),
    compare(`overview with 100,000 orders on ${on}`, overview, GOAL_OVERVIEW, "bare sums of the same rows"),
    compare(`orders of one status against all orders on ${on}`, { page: status.page, bare: newest.page }, 1),
    compare(`last page against first page on ${on}`, { page: last.page, bare: newest.page }, GOAL_LAST),
  ];
  for (const [what, q] of [
    ["name", one["customer_name"]],
    ["mail", one["customer_email"]],
    ["phone", one["customer_phone"]],
    ["short number", one["id"]?.slice(0, 8)],
    ["name with errors", "adeaze okafro"],
  ] as const) {
    const scan = `select count(*) from orders where lower(customer_name || customer_email || customer_phone) like '%zq%'`;
    const found = await sample(database, { q: q ?? "" }, scan);
    figures.push(compare(`search by ${what} on ${on}`, found, GOAL_SEARCH, "a scan of every order"));
  }
  for (const format of ["csv", "xlsx"] as const) figures.push(await exported(database, format, on));
  return figures;
}

/** The list as a file, read as fast as possible. */
async function exported(database: Database, format: TableFormat, on: string): Promise<Figure> {
  const before = liveMemory();
  const from = performance.now();
  const table = orderTable(database.db, OWNER, { ...FIRST });
  let first = 0;
  let most = 0;
  let bytes = 0;
  let checks = 0;
  for await (const part of tableFile("orders", format, table.columns, table.rows).body ?? []) {
    // BOM and column names are sent at once: the first row counts.
    bytes += part.length;
    if (first === 0 && bytes > 1_000) first = performance.now() - from;
    // A garbage collection is slow: one for every 2 MB of the file.
    if (bytes < 2 ** 21 * (checks + 1)) continue;
    checks += 1;
    most = Math.max(most, liveMemory() - before);
  }
  const all = performance.now() - from;
  const memory = Math.round(most / 2 ** 20);
  const details = [`first bytes ${time(first)}`, `${memory} MB more`, `${(bytes / 2 ** 20).toFixed(1)} MB of file`];
  return {
    what: `${ORDERS.toLocaleString("en")} orders as ${format.toUpperCase()} on ${on}`,
    goal: `first bytes in <= ${GOAL_FIRST_BYTE * 100} % of the time, <= ${GOAL_MEMORY} MB more`,
    figure: `${time(all)}, ${details.join(", ")}`,
    met: first / all <= GOAL_FIRST_BYTE && memory <= GOAL_MEMORY,
  };
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Live bytes of this process after a garbage collection. */
function liveMemory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const FIRST: OrderListState = { q: "", filters: {}, sort: "-date", page: 1, size: 10 };

/** The sums of the overview, without its days. */
const SUMS = [
  "select count(*), sum(total_amount_kobo) from orders",
  "select count(*) from users where role = 'customer'",
  "select count(*), sum(total_amount_kobo) from orders where created_at >= now() - interval '60 days'",
];

const COUNT =
  "select count(*), (select array_agg(id) from (select id from orders order by created_at desc limit 10) ten) from orders";

/** The page and the bare statement alternately, after a warm-up. */
async function sample(database: Database, change: Partial<OrderListState>, bare: string): Promise<Samples> {
  const state = { ...FIRST, ...change };
  return await inTurns(
    () => ordersPage(database.db, OWNER, state),
    () => database.sql(bare),
  );
}

async function inTurns(work: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<Samples> {
  const all: Samples = { page: [], bare: [] };
  for (let round = -3; round < ROUNDS; round += 1) {
    const page = await timed(work);
    const plain = await timed(bare);
    if (round < 0) continue;
    all.page.push(page);
    all.bare.push(plain);
  }
  return all;
}

function compare(what: string, { page, bare }: Samples, most: number, base = ""): Figure {
  const times = `median ${time(median(page))}, p95 ${time(percentile(page, 95))}`;
  const ratio = median(page) / median(bare);
  return ratioFigure(what, ratio, most, base, `${times}, against ${time(median(bare))}`);
}
