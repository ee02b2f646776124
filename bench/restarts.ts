import { setTimeout as wait } from "node:timers/promises";
import { openDatabase, type Database } from "#db/client.server.ts";
import { type PaystackSandbox, startPaystackSandbox } from "#sandbox/paystack/start.ts";
import { CONTACT, makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import { startPostgres } from "#tests/setup/postgres.global.ts";
import { count, type Figure } from "./figures.ts";
import { postAs, SANDBOX_KEYS, type ShopProcess, shopWithSandbox, spawnShop } from "./processes.ts";
import { closing, type World } from "./world.ts";

const RESTARTS = 10;
const GOODS = 4;
const STOCK = 100_000;
const PATIENCE_MS = 120_000;

export type RestartReport = {
  alive: boolean;
  /** Answered requests of buyers, and those that failed during a restart. */
  answered: number;
  failed: number;
  paid: number;
  orders: number;
  /** Initial units minus those left, held and sold; 0 if nothing was lost. */
  missingPieces: number;
};

/** PostgreSQL is restarted repeatedly while buyers pay at two servers. */
export async function restarts(world: World): Promise<Figure[]> {
  const report = await restartUnderLoad({ restarts: RESTARTS, buyers: 6, folder: world.folder });
  const { alive, answered, failed, paid, orders, missingPieces } = report;
  return [
    {
      what: `${RESTARTS} restarts of PostgreSQL while buyers pay at 2 servers`,
      goal: "both alive, orders = payments, stock adds up",
      figure: `${alive ? "both alive" : "a server died"}; ${count(paid)} payments, ${count(orders)} orders, ${missingPieces} pieces missing (${count(answered)} requests answered, ${count(failed)} failed)`,
      met: alive && orders === paid && missingPieces === 0,
    },
  ];
}

type Options = { restarts: number; buyers: number; folder: () => string };

/** Restarts a separate PostgreSQL `restarts` times under the load of `buyers`, lets everything settle, and counts. */
export async function restartUnderLoad({ restarts: times, buyers, folder }: Options): Promise<RestartReport> {
  const postgres = await startPostgres();
  const sandbox = await startPaystackSandbox({ port: 0, host: "127.0.0.1", ...SANDBOX_KEYS, webhookUrl: null });
  const url = `${postgres.url}/${postgres.template}`;
  const shops: ShopProcess[] = [];
  try {
    const settings = { ...shopWithSandbox(url, sandbox.url), LOG_LEVEL: "silent" };
    for (let made = 0; made < 2; made += 1) shops.push(await spawnShop({ ...settings, DATA_DIR: folder() }));
    sandbox.control.setWebhookUrl(`${shops[0]?.url}/webhooks/paystack`);
    const goods = await closing(await openDatabase({ url, folder: "" }), (database) =>
      Promise.all(Array.from({ length: GOODS }, () => makeGoods(database, { stock: STOCK }))),
    );
    const load = startLoad(shops, sandbox, goods, buyers);
    for (let done = 0; done < times; done += 1) {
      await load.reach(load.paid.size + 2 * buyers);
      await postgres.restart();
      for (const shop of shops) await ready(shop);
    }
    await load.reach(load.paid.size + 2 * buyers);
    await load.stop();
    return await closing(await openDatabase({ url, folder: "" }), async (database) => {
      await settled(database, shops, load.paid);
      return {
        alive: shops.every((shop) => shop.isAlive()),
        answered: load.answered(),
        failed: load.failed(),
        paid: load.paid.size,
        orders: await number(database, "select count(*) as n from orders"),
        missingPieces: GOODS * STOCK - (await pieces(database, goods)),
      };
    });
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
    await sandbox.close();
    await postgres.stop();
  }
}

/** Buyers who start a payment, pay, and return, each at a random server, until they are stopped. */
function startLoad(shops: readonly ShopProcess[], sandbox: PaystackSandbox, goods: readonly string[], buyers: number) {
  const paid = new Set<string>();
  const state = { isOver: false };
  let [answered, failed, next] = [0, 0, 0];
  const ask = async (path: string, body: object, buyer: number) => {
    try {
      const answer = await postAs(buyer, `${shops[(buyer + answered) % shops.length]?.url}${path}`, body);
      if (answer.ok) answered += 1;
      else failed += 1;
      return answer.body;
    } catch {
      failed += 1;
      return null;
    }
  };
  const buy = async () => {
    while (!state.isOver) {
      const buyer = (next += 1);
      const serial = String(buyer).padStart(7, "0");
      const contact = { ...CONTACT, email: `buyer-${buyer}@example.com`, phone: `0803${serial}` };
      const lines: [string, number][] = goods.slice(buyer % 2).map((id, index) => [id, 1 + ((buyer + index) % 3)]);
      const started = await ask("/checkout/start", startInput(lines, { contact }), buyer);
      const reference = (started as { payment?: { reference: string } } | null)?.payment?.reference;
      if (!reference) {
        await wait(20);
        continue;
      }
      sandbox.control.complete(reference, { outcome: "success" });
      paid.add(reference);
      await ask("/functions/v1/verify-paystack-payment", { reference }, buyer);
    }
  };
  const running = Promise.all(Array.from({ length: buyers }, buy));
  return {
    paid,
    answered: () => answered,
    failed: () => failed,
    /** Waits until `payments` were made. */
    reach: (payments: number) => until(`${payments} payments`, async () => paid.size >= payments),
    async stop() {
      state.isOver = true;
      await running;
    },
  };
}

async function ready(shop: ShopProcess): Promise<void> {
  await until(`a server that is ${shop.isAlive() ? "ready" : "alive"}`, async () => {
    if (!shop.isAlive()) throw new Error("A server ended when PostgreSQL was restarted.");
    return (await fetch(`${shop.url}/readyz`)).ok;
  });
}

/** Checks every payment again, like buyers, webhooks and the sweep, until each has its order. */
async function settled(database: Database, shops: readonly ShopProcess[], paid: ReadonlySet<string>): Promise<void> {
  let buyer = 1_000_000;
  await until("an order for each payment", async () => {
    const { rows } = await database.sql("select payment_reference from orders");
    const done = new Set(rows.map((row) => row["payment_reference"]));
    const open = [...paid].filter((reference) => !done.has(reference));
    for (const reference of open) {
      await postAs((buyer += 1), `${shops[0]?.url}/functions/v1/verify-paystack-payment`, { reference }).catch(
        () => {},
      );
    }
    return open.length === 0;
  }).catch(() => {});
}

/** Units left, held by unpaid attempts, and in orders. */
async function pieces(database: Database, goods: readonly string[]): Promise<number> {
  const left = (await stockNow(database, [...goods])).reduce((sum, one) => sum + one, 0);
  const held = await number(
    database,
    `select coalesce(sum(i.quantity), 0) as n from payment_attempt_items i
     join payment_attempts a on a.id = i.attempt_id where a.hold = 'held'`,
  );
  return left + held + (await number(database, "select coalesce(sum(quantity), 0) as n from order_items"));
}

async function number(database: Database, text: string): Promise<number> {
  return Number((await database.sql(text)).rows[0]?.["n"]);
}

async function until(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const patience = performance.now() + PATIENCE_MS;
  while (!(await isReached())) {
    if (performance.now() > patience) throw new Error(`Waited in vain for ${what}.`);
    await wait(50);
  }
}
