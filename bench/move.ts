import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { openDatabase } from "#db/client.server.ts";
import { rowHashes } from "#tests/fixtures/backups.ts";
import { count, time, timed, type Figure } from "./figures.ts";
import { closing, PRODUCTS, type World } from "./world.ts";

const GOAL_MS = 60_000;
const ROOT = join(import.meta.dirname, "..");
const run = promisify(execFile);

/** `npm run move` of the embedded shop with 50,000 products, orders and texts to an empty PostgreSQL, and what arrived. */
export async function move(world: World): Promise<Figure[]> {
  const { dataDir } = await world.embedded();
  const url = new URL(await world.emptyPostgres());
  await closing(await openDatabase({ url: url.href, folder: "" }), ({ sql }) =>
    sql("create database moved template template0"),
  );
  url.pathname = "/moved";
  const { DATABASE_URL: _, ...env } = process.env;
  const ms = await timed(() =>
    run(process.execPath, [join(ROOT, "scripts", "move.ts"), url.href], {
      env: { ...env, DATA_DIR: dataDir, DEMO: "1" },
    }),
  );
  const before = await closing(await openDatabase({ folder: join(dataDir, "pg") }), rowHashes);
  const after = await closing(await openDatabase({ url: url.href, folder: "" }), rowHashes);
  const tables = Object.keys(before);
  const same = tables.filter((name) => before[name] === after[name]);
  const goods = Number(after["products"]?.split(" ")[0]);
  return [
    {
      what: "moving the embedded shop with 50,000 products to PostgreSQL",
      goal: `<= ${time(GOAL_MS)}`,
      figure: time(ms),
      met: ms <= GOAL_MS && goods === PRODUCTS,
    },
    {
      what: "its tables with the same rows as before, but for generated columns",
      goal: "all",
      figure: `${count(same.length)} of ${count(tables.length)}`,
      met: same.length === tables.length && tables.length > 0,
    },
  ];
}
