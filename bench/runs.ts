import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { writeXlsx } from "hucre/xlsx";
import { startRun, undoRun, type RunsContext } from "#app/features/imports/commands.server.ts";
import { applyRun } from "#app/features/imports/commands/apply.server.ts";
import { previewBulk } from "#app/features/imports/commands/bulk.server.ts";
import { stageImport } from "#app/features/imports/commands/import-file.server.ts";
import { productTarget } from "#app/features/imports/commands/product-target.server.ts";
import { runById } from "#app/features/imports/queries.server.ts";
import { productByIdOrSlug } from "#app/features/products/queries.server.ts";
import { readSheet } from "#app/platform/files/sheets.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import type { Database } from "#db/client.server.ts";
import { count, percentile, ratioFigure, time, timed, type Figure } from "./figures.ts";
import { onEachDatabase, OWNER, type World } from "./world.ts";

const ROWS = 10_000;
const STEP = 100;
const COLUMNS = 12;
/** Relative to the bare statements for the same rows in the same batches, measured right before. */
const GOAL_PREVIEW = 1;
const GOAL_APPLY = 4;
/** What other requests may wait longer than beside the bare statements, relative to the time of all of those. */
const GOAL_WAIT = { PostgreSQL: 0.07, "the embedded database": 0.17 };
/** Staging writes each row to the database, which reading alone discards. */
const GOAL_STAGE = 3;

/** Runs over 10,000 products: preview, apply, undo and a staged workbook, and their effect on other requests. */
export async function runs(world: World): Promise<Figure[]> {
  const book = await workbook();
  return await onEachDatabase(world, (database, on) => measure(database, on, book));
}

async function measure(database: Database, on: keyof typeof GOAL_WAIT, book: Uint8Array<ArrayBuffer>) {
  const { db } = database;
  await db.execute(sql`
    insert into products (name, slug, price_kobo, description)
    select 'Product ' || n, 'product-' || n, 100000 + n * 100, repeat('Goods of many words. ', 20)
    from generate_series(1, ${ROWS}) n`);
  await db.execute(sql`analyze products`);
  const ctx: RunsContext = { db, jobs: { enqueue: () => Promise.resolve() } };
  for (let turn = 0; turn < 50; turn += 1) await other(database, turn);
  const plain = await watched(database, () => bareSteps(database));
  const bare = plain.ms;

  const change = { field: "price", how: "percent", percent: 5, round_kobo: 5_000 } as const;
  let id = "";
  const preview = await watched(database, async () => {
    const made = await previewBulk(db, OWNER, { change, title: "Price +5%", where: sql`true` });
    if (!made.ok) throw new Error(made.reason);
    id = made.id;
  });
  const log = createLogger("silent");
  const targets = { product: productTarget };
  await startRun(ctx, OWNER, id, { count: ROWS });
  const apply = await watched(database, () => applyRun({ db, log }, targets, id));
  const undone = await undoRun(ctx, OWNER, id, { count: ROWS });
  if (!undone.ok) throw new Error(undone.reason);
  const undo = await watched(database, () => applyRun({ db, log }, targets, undone.id));
  const applied = (await runById(db, undone.id))?.counts.applied ?? 0;
  const reading = await timed(() => readSheet(book, () => Promise.resolve()));
  const stage = await watched(database, () => stageImport(db, OWNER, { name: "list.xlsx", bytes: book }));

  const against = (what: string, ms: number, base: number, most: number, words: string) =>
    ratioFigure(`${what} on ${on}`, ms / base, most, words, `${time(ms)}, ${words} ${time(base)}`);
  const all = [preview, apply, undo, stage];
  const parts = ["preview", "apply", "undo", "staging"];
  const slowed = Math.max(...all.map((one) => one.other - plain.other), 0);
  const slowest = Math.max(...all.map((one) => one.slowest));
  const blocked = Math.max(...all.map((one) => one.blocked - plain.blocked), 0);
  const blockedIn = parts.map((words, at) => `${words} ${time(all[at]?.blocked ?? 0)}`).join(", ");
  const waiting = (what: string, ms: number, details: string) =>
    ratioFigure(`${what} on ${on}`, ms / bare, GOAL_WAIT[on], "bare updates", `+${time(ms)}; ${details}`);
  return [
    against("preview of 10,000 price changes", preview.ms, bare, GOAL_PREVIEW, "bare updates"),
    against("apply of 10,000 price changes", apply.ms, bare, GOAL_APPLY, "bare updates"),
    against("undo of 10,000 price changes", undo.ms, bare, GOAL_APPLY, "bare updates"),
    {
      what: `rows restored by the undo on ${on}`,
      goal: count(ROWS),
      figure: count(applied),
      met: applied === ROWS,
    },
    against("10,000 x 12 cells of XLSX staged", stage.ms, reading, GOAL_STAGE, "reading alone"),
    waiting(
      "longer wait of other queries meanwhile (p95) than beside bare updates",
      slowed,
      `slowest ${time(slowest)}, beside bare updates ${time(plain.slowest)}`,
    ),
    waiting(
      "longer block of the event loop by any of it than by bare updates",
      blocked,
      `${blockedIn}; bare updates ${time(plain.blocked)}`,
    ),
  ];
}

/** The same prices in the same batches, without preview, guard, audit or result; the second run restores them. */
async function bareSteps({ db }: Database): Promise<void> {
  const { rows } = await db.execute(sql`select id from products order by id`);
  const ids = rows.map(({ id }) => String(id));
  for (let from = 0; from < ids.length; from += STEP) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        update products set price_kobo = price_kobo + 100, version = version + 1, updated_at = now()
        where id in ${ids.slice(from, from + STEP)}`);
    });
  }
}

/** `other` is the 95th percentile of other queries' times, `slowest` their maximum. */
type Watched = { ms: number; other: number; slowest: number; blocked: number };

/** Runs `work` while another request reads a product every few ms; times in ms. */
async function watched(database: Database, work: () => Promise<unknown>): Promise<Watched> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const done = new AbortController();
  const others = (async () => {
    const taken: number[] = [];
    for (let turn = 0; !done.signal.aborted; turn += 1) {
      taken.push(await other(database, turn));
      await wait(5);
    }
    return taken;
  })();
  delay.enable();
  const ms = await timed(work);
  delay.disable();
  done.abort();
  const taken = await others;
  return { ms, other: percentile(taken, 95), slowest: Math.max(...taken), blocked: delay.max / 1e6 };
}

async function other({ db }: Database, turn: number): Promise<number> {
  return await timed(() => productByIdOrSlug(db, `product-${1 + ((turn * 37) % ROWS)}`));
}

async function workbook(): Promise<Uint8Array<ArrayBuffer>> {
  const head = ["Name", "SKU", "Price", "Stock", ...Array.from({ length: COLUMNS - 4 }, (_, at) => `Note ${at + 1}`)];
  const lines = Array.from({ length: ROWS }, (_, row) =>
    head.map((_name, column) => (column === 2 ? 1_000 + row : `Cell ${row} ${column}`)),
  );
  return new Uint8Array(await writeXlsx({ sheets: [{ name: "List", rows: [head, ...lines] }] }));
}
