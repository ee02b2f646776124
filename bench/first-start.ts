import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { applyMigrations, openDatabase, type Database } from "#db/client.server.ts";
import { median, ratioFigure, time, timed, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import { closing, PRODUCTS, type World } from "./world.ts";

/** Relative to inserting the same rows of products, alone, into an empty embedded database. */
const GOAL_FIRST = 2.5;
/** Relative to a process that opens the same embedded database and ends. */
const GOAL_LATER = 2.5;
const BATCH = 1_000;
const OPEN = `
  const { openDatabase } = await import("#db/client.server.ts");
  await (await openDatabase({ folder: process.argv[1] })).close();`;
const run = promisify(execFile);

/** Wall time of `node server/main.ts` until it answers: in an empty folder once, then three times in that folder. */
export async function firstStart(world: World): Promise<Figure[]> {
  const { dataDir, firstStartMs } = await world.embedded();
  const folder = join(dataDir, "pg");
  const [later, opened]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    const shop = await spawnShop({ DATA_DIR: dataDir, DEMO_PRODUCTS: String(PRODUCTS) });
    await shop.stop();
    later.push(shop.startMs);
    opened.push(await timed(() => run(process.execPath, ["--input-type=module", "-e", OPEN, folder])));
  }
  const copied = await copyProducts(folder, world.folder());
  const [start, open] = [median(later), median(opened)];
  const figure = (what: string, ms: number, base: number, most: number, words: string) =>
    ratioFigure(what, ms / base, most, words, `${time(ms)}, ${words} ${time(base)}`);
  return [
    figure(
      "first start with 50,000 products, embedded database",
      firstStartMs,
      copied,
      GOAL_FIRST,
      "inserting its products alone",
    ),
    figure("later start of that shop (median of 3)", start, open, GOAL_LATER, "opening its database alone"),
  ];
}

/** The time in ms of inserting the products of the database in `from` into an empty one in `to`. */
async function copyProducts(from: string, to: string): Promise<number> {
  const { columns, batches } = await closing(await openDatabase({ folder: from }), readProducts);
  return await closing(await openDatabase({ folder: to }), async (database) => {
    await applyMigrations(database, "db/migrations");
    // Without foreign keys and triggers: neither categories nor groups are copied.
    await database.sql("set session_replication_role = replica");
    const insert = `insert into products (${columns}) select ${columns} from json_populate_recordset(null::products, $1)`;
    return await timed(async () => {
      for (const batch of batches) await database.sql(insert, [batch]);
    });
  });
}

async function readProducts({ sql }: Database): Promise<{ columns: string; batches: string[] }> {
  const { rows } = await sql(`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_name = 'products' and is_generated = 'NEVER'`);
  const batches: string[] = [];
  for (let at = 0; at < PRODUCTS; at += BATCH) {
    const part = await sql(
      "select json_agg(t)::text as batch from (select * from products order by id limit $1 offset $2) t",
      [BATCH, at],
    );
    batches.push(String(part.rows[0]?.["batch"]));
  }
  return { columns: String(rows[0]?.["columns"]), batches };
}
