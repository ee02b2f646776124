import { activitySource } from "#app/features/activity/queries.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import type { Database } from "#db/client.server.ts";
import { median, percentile, ratioFigure, time, timed, type Figure } from "./figures.ts";
import { onEachDatabase, type World } from "./world.ts";

const ROUNDS = 20;
/** Maximum time of a log page relative to a full scan, with any filter. */
const GOAL = 0.5;
const PART = 50_000;
const PEOPLE = 20;
const NOUNS = ["product", "order", "customer", "category", "supplier"];

/** The audit log with 1,000,000 rows on PostgreSQL and 200,000 on the embedded database. */
export async function auditPage(world: World): Promise<Figure[]> {
  return await onEachDatabase(world, (database, on) =>
    measure(database, on === "PostgreSQL" ? 1_000_000 : 200_000, on),
  );
}

async function measure(database: Database, lines: number, on: string): Promise<Figure[]> {
  const nouns = NOUNS.map((noun) => `'${noun}.edit'`).join(", ");
  // In parts: a statement has a timeout, and the embedded database holds one in memory.
  for (let from = 1; from <= lines; from += PART) {
    await database.sql(
      `insert into audit_log (at, actor, actor_id, action, subject, before, after)
       select now() - n * interval '30 seconds', 'admin',
         ('00000000-0000-4000-8000-' || lpad((n % ${PEOPLE})::text, 12, '0'))::uuid,
         (array[${nouns}])[1 + n % ${NOUNS.length}], 'record-' || n % 50000,
         '{"price_kobo": 100}', '{"price_kobo": 200}'
       from generate_series(${from}, ${from + PART - 1}) as n`,
    );
  }
  await database.sql("vacuum (analyze) audit_log");
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const figures: Figure[] = [];
  for (const [what, filters, page] of [
    ["newest", {}, 1],
    ["page 500", {}, 500],
    ["of one person", { who: "00000000-0000-4000-8000-000000000007" }, 1],
    ["of one noun", { noun: "category" }, 1],
    ["of one day", { from: day(10), to: day(10) }, 1],
    ["of one record", { record: "record-4711" }, 1],
  ] as const) {
    const state = { q: "", filters, sort: "-at", page, size: 10 as const, view: null };
    const pages: number[] = [];
    const scans: number[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const taken = await timed(() => listPage(database.db, state, activitySource(state)));
      if (round >= 0) pages.push(taken);
      if (round % 4 === 0)
        scans.push(await timed(() => database.sql("select count(*) from audit_log where actor = 'x'")));
    }
    const title = `activity of ${lines.toLocaleString("en")} lines on ${on}: ${what}`;
    const times = `median ${time(median(pages))}, p95 ${time(percentile(pages, 95))}`;
    figures.push(ratioFigure(title, median(pages) / median(scans), GOAL, "a scan of the log", times));
  }
  return figures;
}
