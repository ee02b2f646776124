import { openDatabase, type Database } from "#db/client.server.ts";
import { violations } from "#db/invariants.server.ts";
import { startPaystackSandbox } from "#sandbox/paystack/start.ts";
import { startMailSink } from "#tests/fixtures/mail-sink.ts";
import type { ArrivalsAnswer, ArrivalsOrder } from "./arrivals.ts";
import { until } from "./buyers.ts";
import { cpuSeconds, forkWorker, SANDBOX_KEYS, type ShopProcess, shopWithSandbox, spawnShop } from "./processes.ts";
import type { Catalogue } from "./visits.ts";
import { closing, setDemo } from "./world.ts";

/** What a number of processes did while visitors arrived at a rate. */
export type Phase = ArrivalsAnswer & {
  processes: number;
  perSecond: number;
  /** Processor cores that all processes of the shop used; null if the system does not report them. */
  cores: number | null;
  /** Share of the shop's answers that came from the page cache. */
  cachedShare: number;
};

/** What visitors left behind. */
export type Takings = {
  paid: number;
  orders: number;
  /** Mails that were delivered while visitors came. */
  mails: number;
  /** The sentences of `violations` that do not hold. */
  violated: string[];
};

type Visit = (perSecond: number, ms: number) => Promise<Phase>;

export type LoadedShop = {
  /** Starts this number of processes for `work`, which sends visitors to them in turns. */
  withProcesses: <Result>(
    processes: number,
    work: (visit: Visit, shops: readonly ShopProcess[]) => Promise<Result>,
  ) => Promise<Result>;
  /** Waits for an order of each payment, and counts. */
  takings: () => Promise<Takings>;
  close: () => Promise<void>;
};

const GOODS = 1_000;
/** Maximum price of a line in kobo, so that every cart is below the limit of a payment. */
const LINE_KOBO = 10_000_000;
const CARDS_OF_PAGE = 12;
const METRICS_TOKEN = "benchmark-of-load";

/** The shop in the database at `url`, which is no longer a demo, with a payment sandbox and a mail server. */
export async function openLoadedShop(url: string, folder: () => string): Promise<LoadedShop> {
  await setDemo(url, null);
  const catalogue = await withDatabase(url, readCatalogue);
  const sandbox = await startPaystackSandbox({ port: 0, host: "127.0.0.1", ...SANDBOX_KEYS, webhookUrl: null });
  const mails = await startMailSink();
  const paid: string[] = [];
  let firstVisitor = 0;

  const visitors = (shops: readonly ShopProcess[]) => async (perSecond: number, ms: number) => {
    const urls = shops.map((shop) => shop.url);
    const order: ArrivalsOrder = { urls, sandboxUrl: sandbox.url, catalogue, perSecond, ms, firstVisitor };
    const before = await usage(shops);
    const answer = (await forkWorker("arrivals.ts", order)).answer as ArrivalsAnswer;
    const after = await usage(shops);
    firstVisitor += answer.visits;
    paid.push(...answer.paid);
    return {
      ...answer,
      processes: shops.length,
      perSecond,
      cores: before.cpu === null || after.cpu === null ? null : (after.cpu - before.cpu) / answer.seconds,
      cachedShare: (after.cached - before.cached) / (after.answered - before.answered),
    };
  };

  return {
    async withProcesses(processes, work) {
      const services = { ...shopWithSandbox(url, sandbox.url), SMTP_URL: `smtp://127.0.0.1:${mails.port}` };
      const settings = { ...services, LOG_LEVEL: "silent", METRICS_TOKEN };
      const shops: ShopProcess[] = [];
      try {
        while (shops.length < processes) shops.push(await spawnShop({ ...settings, DATA_DIR: folder() }));
        sandbox.control.setWebhookUrl(`${shops[0]?.url}/webhooks/paystack`);
        return await work(visitors(shops), shops);
      } finally {
        await Promise.all(shops.map((shop) => shop.stop()));
      }
    },
    takings: () =>
      withDatabase(url, async (database) => {
        const orders = () => ordersOf(database, paid);
        await until("an order of each payment", async () => (await orders()) === paid.length).catch(() => {});
        const broken = await database.withConnection(violations);
        const violated = Object.keys(broken).filter((sentence) => broken[sentence] !== 0);
        return { paid: paid.length, orders: await orders(), mails: mails.received.length, violated };
      }),
    async close() {
      await Promise.all([sandbox.close(), mails.close()]);
    },
  };
}

async function withDatabase<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  return await closing(await openDatabase({ url, folder: "" }), work);
}

/** Products and categories in an order of popularity that is the same in each run. */
async function readCatalogue({ sql }: Database): Promise<Catalogue> {
  const products = await sql("select slug from products order by md5(slug)");
  const categories = await sql(
    `select c.slug, count(distinct coalesce(p.group_id, p.id)) as cards from categories c join products p on p.top_category_id = c.id
     group by c.slug order by md5(c.slug)`,
  );
  const goods = await sql(
    `select id, min_order as quantity from products
     where effective_price_kobo * min_order <= $1 and stock_quantity >= 20 * min_order order by md5(slug) limit $2`,
    [LINE_KOBO, GOODS],
  );
  return {
    slugs: products.rows.map(({ slug }) => String(slug)),
    categories: categories.rows.map((row) => ({
      slug: String(row["slug"]),
      pages: Math.ceil(Number(row["cards"]) / CARDS_OF_PAGE),
    })),
    goods: goods.rows.map(({ id, quantity }) => ({ id: String(id), quantity: Number(quantity) })),
  };
}

/** Orders with one of these payment references. */
async function ordersOf(database: Database, paid: readonly string[]): Promise<number> {
  const { rows } = await database.sql("select count(*) as n from orders where payment_reference = any($1)", [paid]);
  return Number(rows[0]?.["n"]);
}

/** Processor seconds of the processes, and their answered requests with those that came from the page cache. */
async function usage(shops: readonly ShopProcess[]): Promise<{ cpu: number | null; answered: number; cached: number }> {
  const sum = { cpu: 0 as number | null, answered: 0, cached: 0 };
  for (const { url, pid } of shops) {
    const cpu = cpuSeconds(pid);
    sum.cpu = cpu === null || sum.cpu === null ? null : sum.cpu + cpu;
    const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
    const counts = (await answer.text()).matchAll(/^oja_http_requests_total\{.*cached="(true|false)".*\} (\d+)$/gm);
    for (const [, cached, requests] of counts) {
      sum.answered += Number(requests);
      if (cached === "true") sum.cached += Number(requests);
    }
  }
  return sum;
}
