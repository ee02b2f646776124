import { setTimeout as wait } from "node:timers/promises";
import { openDatabase, type Database } from "#db/client.server.ts";
import { violations } from "#db/invariants.server.ts";
import { type PaystackSandbox, startPaystackSandbox } from "#sandbox/paystack/start.ts";
import { CONTACT, makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import { freePort } from "#tests/setup/postgres.global.ts";
import { failureOf, postAs, SANDBOX_KEYS, type ShopProcess, shopWithSandbox, spawnShop } from "./processes.ts";
import { closing } from "./world.ts";

const GOODS = 4;
const STOCK = 100_000;
const PATIENCE_MS = 120_000;

/** What a shop has after buyers were disturbed. */
export type Balance = {
  alive: boolean;
  /** Answered requests of buyers, and those that failed meanwhile. */
  answered: number;
  failed: number;
  /** The failed ones by status, or by the error of a request without an answer. */
  failures: Record<string, number>;
  paid: number;
  orders: number;
  /** Initial units minus those left, held and sold; 0 if nothing was lost. */
  missingPieces: number;
  /** The sentences of `violations` that do not hold. */
  violated: string[];
};

export type Market = {
  /** Two processes of a shop with a payment sandbox, and the ids of their products. */
  shops: readonly ShopProcess[];
  goods: readonly string[];
  /** Waits until buyers have made `more` further payments. */
  sell: (more: number) => Promise<void>;
  /** The failed requests so far, by status or error. */
  failures: () => Readonly<Record<string, number>>;
  /** Waits until a payment can be started at each process. */
  untilBack: () => Promise<void>;
  /** Starts an ended process again, at the same address. */
  startAgain: (index: number) => Promise<void>;
  /** Stops the buyers, lets everything settle, and counts. */
  balance: () => Promise<Balance>;
  close: () => Promise<void>;
};

type MarketOptions = {
  /** A PostgreSQL with a migrated database. */
  url: string;
  buyers: number;
  folder: () => string;
  /** More settings of both processes; `sandboxUrl` is the payment sandbox. */
  settings?: (sandboxUrl: string) => Promise<Record<string, string>>;
};

/** Opens two processes of a shop, at which `buyers` buy and pay until the balance. */
export async function openMarket({ url, buyers, folder, settings: more }: MarketOptions): Promise<Market> {
  const sandbox = await startPaystackSandbox({ port: 0, host: "127.0.0.1", ...SANDBOX_KEYS, webhookUrl: null });
  const shops: ShopProcess[] = [];
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closers) await end();
    await Promise.all(shops.map((shop) => shop.stop()));
    await sandbox.close();
  };
  try {
    // Before the shops start, so that nothing is said of new products while they sell.
    const goods = await closing(await openDatabase({ url, folder: "" }), (database) =>
      Promise.all(Array.from({ length: GOODS }, () => makeGoods(database, { stock: STOCK }))),
    );
    const common = { ...shopWithSandbox(url, sandbox.url), LOG_LEVEL: "silent", ...(await more?.(sandbox.url)) };
    const places = [0, 1].map(async () => ({ ...common, DATA_DIR: folder(), PORT: String(await freePort()) }));
    const settings = await Promise.all(places);
    for (const own of settings) shops.push(await spawnShop(own));
    sandbox.control.setWebhookUrl(`${shops[0]?.url}/webhooks/paystack`);
    const load = startLoad(shops, sandbox, goods, buyers);
    closers.push(load.stop);
    let visitor = 2_000_000;
    return {
      shops,
      goods,
      sell: async (payments) => {
        const target = load.paid.size + payments;
        await until(`${target} payments`, async () => load.paid.size >= target);
      },
      failures: () => load.counts().failures,
      untilBack: async () => {
        const isBack = async (shop: string) => {
          const buyer = (visitor += 1);
          const started = await postAs(buyer, `${shop}/checkout/start`, orderOf(buyer, goods)).catch(() => null);
          return started?.ok ?? false;
        };
        await Promise.all(shops.map((shop) => until("a payment that can be started", () => isBack(shop.url))));
      },
      startAgain: async (index) => void (shops[index] = await spawnShop(settings[index] ?? common)),
      async balance() {
        await load.stop();
        return await closing(await openDatabase({ url, folder: "" }), async (database) => {
          await settled(database, shops, load.paid);
          const broken = await database.withConnection(violations);
          return {
            alive: shops.every((shop) => shop.isAlive()),
            ...load.counts(),
            paid: load.paid.size,
            orders: await number(database, "select count(*) as n from orders"),
            missingPieces: GOODS * STOCK - (await pieces(database, goods)),
            violated: Object.keys(broken).filter((sentence) => broken[sentence] !== 0),
          };
        });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Buyers who start a payment, pay, and return, each at a random server, until they are stopped. */
function startLoad(shops: readonly ShopProcess[], sandbox: PaystackSandbox, goods: readonly string[], buyers: number) {
  const paid = new Set<string>();
  const state = { isOver: false };
  const failures: Record<string, number> = {};
  let [answered, failed, next] = [0, 0, 0];
  const ask = async (path: string, body: object, buyer: number) => {
    const url = `${shops[(buyer + answered) % shops.length]?.url}${path}`;
    const answer = await postAs(buyer, url, body).catch((error: unknown) => ({ status: failureOf(error), body: null }));
    if ("ok" in answer && answer.ok) {
      answered += 1;
    } else {
      failed += 1;
      const hasSentence = Boolean((answer.body as { message?: string } | null)?.message);
      const name = answer.status === 503 && !hasSentence ? "503 without a sentence" : answer.status;
      failures[name] = (failures[name] ?? 0) + 1;
    }
    return answer.body;
  };
  const buy = async () => {
    while (!state.isOver) {
      const buyer = (next += 1);
      const started = await ask("/checkout/start", orderOf(buyer, goods), buyer);
      const reference = (started as { payment?: { reference: string } } | null)?.payment?.reference;
      if (!reference) {
        await wait(100);
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
    counts: () => ({ answered, failed, failures: { ...failures } }),
    async stop() {
      state.isOver = true;
      await running;
    },
  };
}

/** The start of a payment by a buyer, each of whom is another person. */
export function orderOf(buyer: number, goods: readonly string[]): object {
  const lines: [string, number][] = goods.slice(buyer % 2).map((id, index) => [id, 1 + ((buyer + index) % 3)]);
  return startInput(lines, { contact: buyerContact(buyer) });
}

/** The contact of the buyer with this number, of at most seven digits. */
export function buyerContact(buyer: number): typeof CONTACT {
  return { ...CONTACT, email: `buyer-${buyer}@example.com`, phone: `0803${String(buyer).padStart(7, "0")}` };
}

/** Waits until a shop is ready; throws if its process has ended. */
export async function ready(shop: ShopProcess): Promise<void> {
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

/** Waits two minutes at most; then throws a sentence with `what`. */
export async function until(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const patience = performance.now() + PATIENCE_MS;
  while (!(await isReached())) {
    if (performance.now() > patience) throw new Error(`Waited in vain for ${what}.`);
    await wait(50);
  }
}
