import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { PaymentProvider } from "#app/features/payments/providers/provider.server.ts";
import { countUnmatched } from "#app/features/payments/queries/board.server.ts";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { indexState } from "#app/features/search/queries/product-index/current-index.server.ts";
import { readBackupState } from "#app/platform/backup/backup-state.server.ts";
import { createBackupStore } from "#app/platform/backup/backup-store.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { QueueName } from "#app/platform/jobs.server.ts";
import { queueHealth } from "#app/platform/queue-health.server.ts";
import type { Database, Tx } from "#db/client.server.ts";
import { healthEntries, type HealthEntry } from "./rules/entries.ts";
import type { BackupFigures, DiskFigures, HealthFigures } from "./rules/figures.ts";

/** A part whose time is known. */
export type HealthPart = HealthEntry & { since: Date };

export type HealthContext = Pick<Shop, "database" | "db" | "env" | "files"> & { payments: PaymentProvider | null };

/** Time that a part has to answer, in ms. */
const PATIENCE_MS = 5_000;
const MAX_AGE_MS = 15_000;

type Cached = { at: number; figures: Promise<HealthFigures> };
const cached = new WeakMap<Database, Cached>();

/**
 * The figures of the shop, at most `maxAgeMs` old: one set of queries for all readers of a process. Never throws; what
 * does not answer is null or named.
 */
export async function healthFigures(ctx: HealthContext, maxAgeMs = MAX_AGE_MS): Promise<HealthFigures> {
  const now = Date.now();
  const known = cached.get(ctx.database);
  if (known && now - known.at < maxAgeMs) return await known.figures;
  const figures = readFigures(ctx, new Date(now));
  cached.set(ctx.database, { at: now, figures });
  return await figures;
}

const states = new WeakMap<Database, Map<string, Pick<HealthEntry, "state"> & { since: Date }>>();

/** The parts with their states. `since` is from the figures, else when this process first saw the state. */
export async function shopHealth(
  ctx: HealthContext,
  maxAgeMs?: number,
): Promise<{ figures: HealthFigures; entries: HealthPart[] }> {
  const figures = await healthFigures(ctx, maxAgeMs);
  const seen = states.get(ctx.database) ?? new Map<string, Pick<HealthEntry, "state"> & { since: Date }>();
  states.set(ctx.database, seen);
  const entries = healthEntries(figures).map((entry) => {
    const before = seen.get(entry.part);
    const since = before?.state === entry.state ? before.since : figures.at;
    seen.set(entry.part, { state: entry.state, since });
    return { ...entry, since: entry.since ?? since };
  });
  return { figures, entries };
}

/**
 * The problems that the overview names, for staff with the right: what fails, and anything about backups; a demo needs
 * none.
 */
export async function healthProblems(ctx: HealthContext, actor: Actor): Promise<HealthPart[]> {
  if (!can(actor, "system.view")) return [];
  const { entries } = await shopHealth(ctx);
  const isNamed = ({ part, state }: HealthPart) =>
    state === "failed" || (part === "backups" && (state === "warning" || (state === "off" && !ctx.env.DEMO)));
  return entries.filter((entry) => !entry.isCounted && isNamed(entry));
}

async function readFigures({ database, db, env, files, payments }: HealthContext, at: Date): Promise<HealthFigures> {
  // A store that does not answer delays nobody for longer than itself.
  const [{ answer_ms, known }, storage, listed, disks] = await Promise.all([
    readDatabase(database, db),
    storageFigures(env, files),
    listBackups(env),
    diskFigures(env),
  ]);
  const calls = payments?.lastCalls();
  return {
    at,
    database: { kind: database.kind, answer_ms },
    listener: { is_up: database.isListening() },
    replica: database.replica?.state ?? null,
    listings: indexState(db),
    mails: known?.mails ?? null,
    mail_is_set_up: env.DEMO || env.SMTP_URL !== undefined,
    jobs: known?.jobs ?? null,
    unmatched_payments: known?.unmatched_payments ?? null,
    storage,
    provider: {
      mode: payments === null ? "off" : payments.sandbox ? "sandbox" : payments.domain,
      answered_at: calls?.answered_at ?? null,
      failing_since: calls?.failing_since ?? null,
      problem: calls?.problem ?? null,
    },
    backups: listed && {
      ...listed,
      age_s: ageOf(listed.stored, at),
      last: known?.last ?? null,
      test: known?.test ?? null,
      running_since: known?.running_since ?? null,
      testing_since: known?.testing_since ?? null,
    },
    disks,
  };
}

function ageOf([newest]: BackupFigures["stored"], at: Date): number | null {
  return newest ? Math.max(0, Math.round((at.getTime() - newest.at.getTime()) / 1_000)) : null;
}

async function readDatabase(database: Database, db: Tx) {
  const started = performance.now();
  const isUp = await within(
    database.sql("select 1").then(() => true),
    false,
  );
  if (!isUp) return { answer_ms: null, known: null };
  const answer_ms = Math.round(performance.now() - started);
  return { answer_ms, known: await within(readTables(db), null) };
}

async function readTables(db: Tx) {
  const { mails, jobs } = await queueHealth(db);
  return {
    mails,
    jobs,
    unmatched_payments: await countUnmatched(db),
    last: await readBackupState(db, "backup"),
    test: await readBackupState(db, "restore_test"),
    running_since: await runningSince(db, "backup"),
    testing_since: await runningSince(db, "restore-test"),
  };
}

/** Since when a job of `queue` runs, or waits for a process. */
async function runningSince(db: Tx, queue: QueueName): Promise<Date | null> {
  const { rows } = await db.execute(sql`select min(coalesce(started_on, start_after)) as since from pgboss.job
    where name = ${queue} and policy = 'exclusive' and state <= 'active' and (state = 'active' or start_after <= now())`);
  const since = rows[0]?.["since"];
  return since ? new Date(since as string) : null;
}

async function storageFigures(env: HealthContext["env"], files: Shop["files"]): Promise<HealthFigures["storage"]> {
  const { OBJECT_STORE: store, FILES_DIR: folder } = env;
  const why = (error: unknown) =>
    error instanceof Error && "code" in error ? String(error.code) : "it does not answer";
  const probe = store
    ? files.has(`health/00/${"0".repeat(32)}.webp`).then(
        () => null,
        () => "it does not answer, or refuses the key",
      )
    : access(folder, constants.W_OK).then(() => null, why);
  return {
    where: store ? `the bucket ${store.bucket}` : folder,
    error: await within<string | null>(probe, "it does not answer"),
  };
}

async function listBackups(
  env: HealthContext["env"],
): Promise<Pick<BackupFigures, "where" | "stored" | "list_error"> | null> {
  const { BACKUPS: target } = env;
  if (!target) return null;
  const listing = createBackupStore(target, env.DATA_DIR)
    .list(AbortSignal.timeout(PATIENCE_MS))
    .then(
      (stored) => ({ stored, list_error: null }),
      (error: Error) => ({ stored: [], list_error: error.message }),
    );
  const where = target.kind === "folder" ? target.folder : `the bucket ${target.bucket.bucket}`;
  const listed = await within<Pick<BackupFigures, "stored" | "list_error">>(listing, {
    stored: [],
    list_error: `The backups in ${where} cannot be listed: it does not answer.`,
  });
  return { where, ...listed };
}

/** One for each disk, told apart by its device. */
async function diskFigures(env: HealthContext["env"]): Promise<DiskFigures[]> {
  const folders = [env.DATA_DIR, env.FILES_DIR, ...(env.BACKUPS?.kind === "folder" ? [env.BACKUPS.folder] : [])];
  const disks = new Map<number, DiskFigures>();
  for (const folder of folders) {
    const found = await within(Promise.all([stat(folder), statfs(folder)]), null);
    if (!found) continue;
    const [{ dev }, { bavail, blocks, bsize }] = found;
    if (!disks.has(dev)) disks.set(dev, { folder, free_bytes: bavail * bsize, total_bytes: blocks * bsize });
  }
  return [...disks.values()];
}

/** The result of `work`, or `otherwise` if it fails or takes too long. */
async function within<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<Result>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, otherwise);
  });
  return await Promise.race([work.catch(() => otherwise), silence]).finally(() => clearTimeout(timer));
}
