import { Counter, Gauge, type Registry } from "prom-client";
import { shopFigures, type ShopFigures } from "#app/features/dashboard/queries/shop-figures.server.ts";
import { healthFigures, type HealthContext } from "#app/features/health/queries.server.ts";
import type { HealthFigures } from "#app/features/health/rules/figures.ts";
import type { Database } from "#db/client.server.ts";
import type { PageCache } from "../middleware/page-cache.server.ts";

export type ShopSources = {
  database: Pick<Database, "db" | "kind" | "pool" | "isListening" | "replica">;
  cache: Pick<PageCache, "hits" | "misses" | "drops" | "size">;
  version: string;
  health: HealthContext;
};

/** Every process reads the same figures, so that they are not read more often than this. */
const AGE_MS = 15_000;
/** Backups and disks change slowly, and backups may be listed by an object store. */
const HEALTH_AGE_MS = 60_000;
/** A scrape is answered without the figures of a database that is silent for this long. */
const PATIENCE_MS = 4_000;

/**
 * Adds page cache, database connections and what waits in the shop to `registry`. Returns a function that reads what
 * waits from the database, to be called before each answer.
 */
export function addShopMetrics(
  registry: Registry,
  { database, cache, version, health }: ShopSources,
): () => Promise<void> {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers });

  gauge("oja_build_info", "1, with the version of Oja and Node and the kind of database.", [
    "version",
    "node",
    "database",
  ]).set({ version, node: process.versions.node, database: database.kind }, 1);

  const pool = new Gauge({
    name: "oja_db_pool",
    help: "Connections of this process: open, idle, and requests that wait for one.",
    labelNames: ["state"],
    registers,
    collect() {
      pool.set({ state: "total" }, database.pool.totalCount);
      pool.set({ state: "idle" }, database.pool.idleCount);
      pool.set({ state: "waiting" }, database.pool.waitingCount);
    },
  });
  const listener: Gauge = new Gauge({
    name: "oja_db_listener_up",
    help: "1 while notifications of changes arrive; without them cached pages would be stale.",
    registers,
    collect: () => listener.set(database.isListening() ? 1 : 0),
  });

  const { replica } = database;
  if (replica) {
    const lag: Gauge = new Gauge({
      name: "oja_db_replica_lag_seconds",
      help: "What was committed this long ago is known to be on the replica; infinite if nothing is known.",
      registers,
      collect: () => lag.set(replica.state.age_s ?? Number.POSITIVE_INFINITY),
    });
    follow("oja_db_replica_reads_total", "Reads of public pages, by the server that answered.", ["server"], () =>
      Object.entries(replica.state.reads).map(([server, value]) => ({ labels: { server }, value })),
    );
  }

  follow("oja_page_cache_hits_total", "Requests that the page cache answered.", [], () => [
    { value: [...cache.hits.values()].reduce((sum, { pages, unchanged }) => sum + pages + unchanged, 0) },
  ]);
  follow("oja_page_cache_misses_total", "Pages rendered because the page cache had none.", [], () => [
    { value: cache.misses },
  ]);
  follow(
    "oja_page_cache_drops_total",
    "Pages dropped: all of them, listings or pages of changed products, or for room.",
    ["reason"],
    () => Object.entries(cache.drops).map(([reason, value]) => ({ labels: { reason }, value })),
  );
  const entries: Gauge = new Gauge({
    name: "oja_page_cache_entries",
    help: "Pages in the page cache.",
    registers,
    collect: () => entries.set(cache.size.entries),
  });
  const bytes: Gauge = new Gauge({
    name: "oja_page_cache_bytes",
    help: "Size of the page cache.",
    registers,
    collect: () => bytes.set(cache.size.bytes),
  });

  const jobs = gauge("oja_jobs", "Jobs by queue and state: waiting, deferred, active, failed.", ["queue", "state"]);
  const oldestJob = gauge("oja_job_oldest_seconds", "Age of the oldest job that is due, by queue.", ["queue"]);
  const mails = gauge("oja_mails_waiting", "Mails and SMS that are not delivered yet.");
  const oldestMail = gauge("oja_mail_oldest_seconds", "Age of the oldest mail that is not delivered yet.");
  const toPack = gauge("oja_orders_to_pack", "Paid orders that are not shipped yet.");
  const attempts = gauge("oja_payment_attempts", "Payments by status: open, or paid and in review.", ["status"]);
  const reviews = gauge("oja_payment_reviews_open", "Payments that wait for a decision, by reason.", ["reason"]);
  const unmatched = gauge("oja_payments_unmatched", "Payments reported by the provider that the shop does not know.");
  const holds = gauge("oja_stock_holds", "Payments for which goods are held.");
  const heldUnits = gauge("oja_stock_held_units", "Units of goods held for payments.");
  const negative = gauge("oja_stock_negative", "Products whose stock is below zero: must be 0.");
  const plain = [mails, oldestMail, toPack, holds, heldUnits, negative];
  const labelled = [jobs, oldestJob, attempts, reviews];

  const write = (figures: ShopFigures) => {
    for (const { queue, oldest_s, ...states } of figures.jobs) {
      for (const [state, value] of Object.entries(states)) jobs.set({ queue, state }, value);
      oldestJob.set({ queue }, oldest_s);
    }
    mails.set(figures.mails.waiting);
    oldestMail.set(figures.mails.oldest_s);
    toPack.set(figures.orders_to_pack);
    attempts.set({ status: "open" }, figures.payments.open);
    attempts.set({ status: "review" }, figures.payments.review);
    for (const { reason, open } of figures.reviews) reviews.set({ reason }, open);
    holds.set(figures.payments.held);
    heldUnits.set(figures.held_units);
    negative.set(figures.negative_stock);
  };
  const backup = gauge(
    "oja_backup_age_seconds",
    "Age of the newest backup; infinite without one; left out if backups are off.",
  );
  const diskFree = gauge("oja_disk_free_bytes", "Free room on the disk of a folder of the shop.", ["folder"]);
  const diskSize = gauge("oja_disk_size_bytes", "Size of the disk of a folder of the shop.", ["folder"]);
  const writeHealth = ({ backups, disks, unmatched_payments }: HealthFigures) => {
    if (unmatched_payments === null) unmatched.remove();
    else unmatched.set(unmatched_payments);
    for (const one of [diskFree, diskSize]) one.reset();
    for (const { folder, free_bytes, total_bytes } of disks) {
      diskFree.set({ folder }, free_bytes);
      diskSize.set({ folder }, total_bytes);
    }
    if (!backups || backups.list_error !== null) backup.remove();
    else backup.set(backups.age_s ?? Number.POSITIVE_INFINITY);
  };
  const up = gauge("oja_db_up", "1 if the database answered the last question for figures, else these are left out.");
  let read: { until: number; figures: Promise<ShopFigures | null> } = { until: 0, figures: Promise.resolve(null) };
  const refresh = async () => {
    if (performance.now() > read.until)
      read = { until: performance.now() + AGE_MS, figures: answered(shopFigures(database.db)) };
    const figures = await read.figures;
    for (const one of [...plain, ...labelled]) one.reset();
    if (figures) write(figures);
    // A gauge without labels would stand at 0.
    else for (const one of plain) one.remove();
    up.set(figures ? 1 : 0);
    writeHealth(await healthFigures(health, HEALTH_AGE_MS));
  };
  return refresh;

  /** A counter whose total is counted elsewhere. */
  function follow<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    totals: () => { labels?: Record<Label, string>; value: number }[],
  ): void {
    const seen = new Map<string, number>();
    const counter = new Counter<Label>({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const { labels, value } of totals()) {
          const key = JSON.stringify(labels ?? {});
          const more = value - (seen.get(key) ?? 0);
          seen.set(key, value);
          if (labels) counter.inc(labels, more);
          else counter.inc(more);
        }
      },
    });
  }
}

/** The figures, or null if the database fails or is silent. */
async function answered(figures: Promise<ShopFigures>): Promise<ShopFigures | null> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  return await Promise.race([figures.catch(() => null), silence]).finally(() => clearTimeout(timer));
}
