import { readBackupState, writeBackupState } from "#app/platform/backup/backup-state.server.ts";
import { createBackupStore } from "#app/platform/backup/backup-store.server.ts";
import { backupName } from "#app/platform/backup/retention.ts";
import { runBackupTask } from "#app/platform/backup/run-task.server.ts";
import type { Shop } from "#app/platform/context.server.ts";

type BackupContext = Pick<Shop, "db" | "env" | "jobs" | "log">;

/** In Lagos, before the nightly sweep; the test on Sundays after it. */
const EVERY_NIGHT = "30 2 * * *";
const EVERY_WEEK = "0 4 * * 0";

/**
 * Starts the nightly backups and the weekly restore test, if there is a place for backups; the first one is made at
 * once. Returns a function that ends a running one, which is tried again after the next start.
 */
export async function startBackups(ctx: BackupContext): Promise<() => Promise<void>> {
  const { db, env, jobs, log } = ctx;
  if (!env.BACKUPS) {
    await jobs.unschedule("backup");
    await jobs.unschedule("restore-test");
    return async () => {};
  }
  const stop = new AbortController();
  await jobs.everyNight("backup", () => makeBackup(ctx, stop.signal), EVERY_NIGHT);
  await jobs.everyNight("restore-test", () => testNewest(ctx, stop.signal), EVERY_WEEK);
  // The start does not wait for a bucket.
  void isFirst(ctx)
    .then(async (first) => {
      if (first && !stop.signal.aborted) await jobs.enqueueOnce(db, "backup");
    })
    .catch((error: unknown) => log.warn({ err: error }, "the backups cannot be listed"));
  return async () => stop.abort();
}

async function isFirst({ db, env }: BackupContext): Promise<boolean> {
  if (!env.BACKUPS) return false;
  const asked = new Date();
  const stored = await createBackupStore(env.BACKUPS, env.DATA_DIR).list(AbortSignal.timeout(15_000));
  const last = await readBackupState(db, "backup");
  // Another process may have made it meanwhile; a failed one is tried again by the queue.
  return stored.length === 0 && (!last || (last.error === null && last.finished_at < asked));
}

/** Makes a backup, deletes those that are no longer kept, and records how it ended. Throws if it failed. */
export async function makeBackup({ db, env, log }: BackupContext, signal: AbortSignal): Promise<void> {
  const started_at = new Date();
  const name = backupName(started_at);
  const answer = await runBackupTask({ task: "backup", name, env: settingsOf(env) }, signal);
  if (signal.aborted) throw new Error("the shop stops");
  const error = answer.ok ? null : answer.message;
  await writeBackupState(db, "backup", { started_at, finished_at: new Date(), name, error });
  const ms = Date.now() - started_at.getTime();
  if (answer.ok) return log.info({ ...answer, name, ms }, "backup made");
  log.error({ name, ms, problem: error, detail: answer.detail }, "backup failed");
  throw new Error(answer.message);
}

/** Restores the newest backup into a database of its own, and records how it ended. Throws if it failed. */
export async function testNewest({ db, env, log }: BackupContext, signal: AbortSignal): Promise<void> {
  if (!env.BACKUPS) return;
  const [newest] = await createBackupStore(env.BACKUPS, env.DATA_DIR).list(signal);
  // A missing backup is reported as such.
  if (!newest) return;
  const { name } = newest;
  const started = Date.now();
  const answer = await runBackupTask({ task: "test", name, env: settingsOf(env) }, signal);
  if (signal.aborted) throw new Error("the shop stops");
  const seconds = Math.round((Date.now() - started) / 1_000);
  const result = answer.ok ? { contents: answer.contents, error: null } : { contents: "", error: answer.message };
  await writeBackupState(db, "restore_test", { finished_at: new Date(), name, seconds, ...result });
  if (answer.ok) return log.info({ name, seconds, contents: answer.contents }, "backup restored for a test");
  log.error({ name, seconds, problem: answer.message, detail: answer.detail }, "restore test failed");
  throw new Error(answer.message);
}

function settingsOf({ AUTH_SECRET, AUTH_SECRET_OLD, BACKUPS, DATA_DIR, ...env }: Shop["env"]) {
  const { DATABASE_DIR, DATABASE_DIRECT_URL, DATABASE_URL, FILES_DIR, OBJECT_STORE } = env;
  const database = { DATABASE_DIR, DATABASE_DIRECT_URL, DATABASE_URL };
  return { AUTH_SECRET, AUTH_SECRET_OLD, BACKUPS, DATA_DIR, ...database, FILES_DIR, OBJECT_STORE };
}
