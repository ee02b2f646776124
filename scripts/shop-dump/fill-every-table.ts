import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#db/client.server.ts";
import { seedDemoInbox } from "#db/seed/demo-inbox.ts";
import { seedDemoOrders } from "#db/seed/demo-orders.ts";
import { seedDemoRequests } from "#db/seed/demo-requests.ts";
import { seedDemo } from "#db/seed/demo.ts";

const NOW = new Date("2026-11-20T09:00:00Z");

/** Makes an empty database a small shop with rows in every table: a demo, and what it leaves empty (shop-rows.sql). */
export async function fillEveryTable(database: Database): Promise<void> {
  await seedDemo({ database, products: 60, filesDir: "", now: NOW, pictures: false });
  await seedDemoOrders({ database, orders: 40, now: NOW });
  await seedDemoInbox(database.db, NOW);
  await seedDemoRequests(database.db, "", NOW);
  const more = readFileSync(join(import.meta.dirname, "shop-rows.sql"), "utf8");
  await database.withConnection((client) => client.query(more));
}

/** The names of all tables of the shop and of its migrations, as SQL writes them. */
export async function tableNames(database: Database): Promise<string[]> {
  const { rows } = await database.sql(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'drizzle') order by 1`,
  );
  return rows.map(({ name }) => String(name));
}
