import { setTimeout as wait } from "node:timers/promises";
import { openDatabase, type Database } from "#db/client.server.ts";
import { type PaystackSandbox, startPaystackSandbox } from "#sandbox/paystack/start.ts";
import { makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import type { Figure } from "./figures.ts";
import { postAs, SANDBOX_KEYS, type ShopProcess, shopWithSandbox, spawnShop } from "./processes.ts";
import { closing, type World } from "./world.ts";

const BUYERS = 50;
const STOCK = 10;
const ROUNDS = 3;
const PATIENCE_MS = 15_000;
type Started = { success: true; payment: { reference: string } } | { success: false; code: string };
type Sale = { held: number; refused: number; sold: number; left: number };

/** Fifty concurrent buyers at two servers that share database and payment sandbox. */
export async function oversell(world: World): Promise<Figure[]> {
  const url = await world.emptyPostgres();
  const sandbox = await startPaystackSandbox({ port: 0, host: "127.0.0.1", ...SANDBOX_KEYS, webhookUrl: null });
  const settings = shopWithSandbox(url, sandbox.url);
  const shops = await Promise.all([1, 2].map(() => spawnShop({ ...settings, DATA_DIR: world.folder() })));
  sandbox.control.setWebhookUrl(`${shops[0]?.url}/webhooks/paystack`);
  const sales = await closing(await openDatabase({ url, folder: "" }), async (database) => {
    const made: Sale[] = [];
    for (let round = 0; round < ROUNDS; round += 1) made.push(await sell(database, shops, sandbox, round));
    return made;
  });
  for (const shop of shops) await shop.stop();
  await sandbox.close();
  return [
    {
      what: `${BUYERS} buyers at once for a stock of ${STOCK}, 2 servers on PostgreSQL, ${ROUNDS} rounds`,
      goal: `exactly ${STOCK} sold each time`,
      figure: sales
        .map(({ held, refused, sold, left }) => `${sold} sold (${held} held, ${refused} refused, ${left} left)`)
        .join("; "),
      met: sales.every(
        ({ held, refused, sold, left }) => sold === STOCK && held === STOCK && left === 0 && refused === BUYERS - STOCK,
      ),
    },
  ];
}

async function sell(
  database: Database,
  shops: readonly ShopProcess[],
  sandbox: PaystackSandbox,
  round: number,
): Promise<Sale> {
  const goods = await makeGoods(database, { stock: STOCK });
  const buyers = Array.from({ length: BUYERS }, (_, buyer) =>
    buy(shops[buyer % 2]?.url ?? "", goods, round * BUYERS + buyer),
  );
  const results = await Promise.all(buyers);
  const references = results.flatMap((result) => (result.success ? result.payment.reference : []));
  const refused = results.filter((result) => !result.success && result.code === "cart_changed").length;
  for (const reference of references) sandbox.control.complete(reference, { outcome: "success" });
  // The webhooks go to one server while buyers return to both.
  await Promise.all(
    references.map((reference, buyer) =>
      postAs(round * BUYERS + buyer, `${shops[buyer % 2]?.url}/functions/v1/verify-paystack-payment`, { reference }),
    ),
  );
  const patience = performance.now() + PATIENCE_MS;
  while ((await soldPieces(database, goods)) < references.length && performance.now() < patience) await wait(100);
  return {
    held: references.length,
    refused,
    sold: await soldPieces(database, goods),
    left: (await stockNow(database, [goods]))[0] ?? -1,
  };
}

async function buy(url: string, goods: string, buyer: number): Promise<Started> {
  return (await postAs(buyer, `${url}/checkout/start`, startInput([[goods, 1]]))).body as Started;
}

/** Units in paid orders. */
async function soldPieces(database: Database, goods: string): Promise<number> {
  const { rows } = await database.sql(
    "select coalesce(sum(quantity), 0)::int as pieces from order_items where product_id = $1",
    [goods],
  );
  return Number(rows[0]?.["pieces"]);
}
