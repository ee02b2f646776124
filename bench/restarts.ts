import { startPostgres } from "#tests/setup/postgres.global.ts";
import { openMarket, ready, type Balance } from "./buyers.ts";
import { count, type Figure } from "./figures.ts";
import type { World } from "./world.ts";

const RESTARTS = 10;

/** PostgreSQL is restarted repeatedly while buyers pay at two servers. */
export async function restarts(world: World): Promise<Figure[]> {
  const report = await restartUnderLoad({ restarts: RESTARTS, buyers: 6, folder: world.folder });
  const { alive, answered, failed, paid, orders, missingPieces, violated } = report;
  return [
    {
      what: `${RESTARTS} restarts of PostgreSQL while buyers pay at 2 servers`,
      goal: "both alive, orders = payments, stock adds up",
      figure: `${alive ? "both alive" : "a server died"}; ${count(paid)} payments, ${count(orders)} orders, ${missingPieces} pieces missing (${count(answered)} requests answered, ${count(failed)} failed)${violated.map((sentence) => `; not so: ${sentence}`).join("")}`,
      met: alive && orders === paid && missingPieces === 0 && violated.length === 0,
    },
  ];
}

type Options = { restarts: number; buyers: number; folder: () => string };

/** Restarts a separate PostgreSQL `restarts` times under the load of `buyers`, lets everything settle, and counts. */
export async function restartUnderLoad({ restarts: times, buyers, folder }: Options): Promise<Balance> {
  const postgres = await startPostgres();
  try {
    const market = await openMarket({ url: `${postgres.url}/${postgres.template}`, buyers, folder });
    try {
      for (let done = 0; done < times; done += 1) {
        await market.sell(2 * buyers);
        await postgres.restart();
        for (const shop of market.shops) await ready(shop);
      }
      await market.sell(2 * buyers);
      return await market.balance();
    } finally {
      await market.close();
    }
  } finally {
    await postgres.stop();
  }
}
