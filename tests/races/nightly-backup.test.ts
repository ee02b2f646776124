import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startBackupJob } from "#app/features/health/commands.server.ts";
import { startBackups } from "#app/features/health/jobs.server.ts";
import { readBackupState } from "#app/platform/backup/backup-state.server.ts";
import { backupName } from "#app/platform/backup/retention.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { workplace } from "../fixtures/backups.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { postgresUrl } from "../setup/postgres.ts";

const TIME = { timeout: 600_000 };
const log = createLogger("silent");
const OWNER = {
  id: "00000000-0000-4000-8000-000000000000",
  role: "admin",
  staff_role: "owner",
  has_second_factor: false,
  mfa_verified: false,
} as const;

const program = createRequire(import.meta.url).resolve("#app/platform/backup/backup-process.server.ts");

/** A backup is named by the second in which it was begun: the next one has another name. */
async function nextSecond(): Promise<void> {
  const name = backupName(new Date());
  await expect.poll(() => backupName(new Date()), TIME).not.toBe(name);
}

/** Two processes of a shop on one PostgreSQL, with one folder of backups. */
async function twoProcesses() {
  const url = await postgresUrl();
  const { env, folder } = workplace();
  const backups = join(folder, "backups");
  const open = async () => {
    const database = closedAfterTest(await openDatabase({ url, folder: "" }));
    const jobs = await createJobs(database, log, { scheduleSeconds: 1 });
    onTestFinished(() => jobs.close());
    const settings = workplace({ DATABASE_URL: url, BACKUP_DIR: backups, DATA_DIR: env.DATA_DIR }).env;
    return { database, db: database.db, env: settings, jobs, log };
  };
  const [one, two] = [await open(), await open()];
  const processes = [one, two];
  return {
    database: one.database,
    processes,
    start: async () => {
      for (const stop of await Promise.all(processes.map(startBackups))) onTestFinished(stop);
    },
    wake: () => processes.forEach(({ jobs }) => jobs.poll("backup")),
    stored: () => readdirSync(backups).filter((name) => name.endsWith(".oja")),
    jobs: async () =>
      (await one.database.sql("select state from pgboss.job where name = 'backup'")).rows.map(({ state }) => state),
  };
}

test("two processes on one PostgreSQL make one first backup, and one for a night that was missed", TIME, async () => {
  const { database, start, wake, stored, jobs } = await twoProcesses();
  await start();
  // Two hours ago, so that no night falls into the test.
  await database.sql(`update pgboss.schedule set cron = to_char(now() at time zone timezone - interval '2 hours', 'MI HH24')
    || ' * * *' where name = 'backup'`);
  await expect.poll(() => readBackupState(database.db, "backup"), TIME).toMatchObject({ error: null });
  await expect.poll(jobs, TIME).toEqual(["completed"]);
  expect(stored()).toHaveLength(1);
  const passes = async () => {
    const { rows } = await database.sql("select cron_on::text as at from pgboss.version");
    return rows[0]?.["at"];
  };
  await nextSecond();
  // The shop was off for longer than a day; a new schedule owes no nights before it.
  await database.sql("update pgboss.schedule set created_on = now() - interval '2 days' where name = 'backup'");
  await database.sql("update pgboss.version set cron_on = now() - interval '25 hours'");
  const both = async () => {
    wake();
    return await jobs();
  };
  await expect.poll(both, TIME).toEqual(["completed", "completed"]);
  expect(stored()).toHaveLength(2);
  // Later looks at the schedule find nothing that is due.
  for (let pass = 0; pass < 3; pass += 1) {
    const before = await passes();
    await expect.poll(passes, TIME).not.toBe(before);
  }
  expect(await jobs()).toHaveLength(2);
  expect(stored()).toHaveLength(2);
});

test(
  "'Back up now' pressed at once in two processes, and again while one is made, makes one backup",
  TIME,
  async () => {
    const { database, processes, start, stored, jobs } = await twoProcesses();
    await start();
    await expect.poll(jobs, TIME).toEqual(["completed"]);
    await nextSecond();
    // A backup waits for the lock of a table.
    const holder = await database.pool.connect();
    await holder.query("begin; lock table products in access exclusive mode");
    const pressed = await Promise.all(processes.map((shop) => startBackupJob(shop, OWNER, "backup")));
    expect(pressed.filter((result) => result.ok && result.isNew)).toHaveLength(1);
    const [shop] = processes;
    if (!shop) throw new Error("There is no process.");
    await expect.poll(jobs, TIME).toContain("active");
    expect(await startBackupJob(shop, OWNER, "backup")).toEqual({ ok: true, isNew: false });
    await holder.query("rollback");
    holder.release();
    await expect.poll(jobs, TIME).toEqual(["completed", "completed"]);
    expect(stored()).toHaveLength(2);
    const { rows } = await database.sql("select from audit_log where action = 'backup.start'");
    expect(rows).toHaveLength(1);
  },
);

test("a full disk ends the process of a backup with a sentence, and it leaves nothing", TIME, async () => {
  const { folder } = workplace();
  const backups = join(folder, "backups");
  const { env } = workplace({ DATABASE_URL: await postgresUrl(), BACKUP_DIR: backups });
  const { AUTH_SECRET, AUTH_SECRET_OLD, BACKUPS, DATA_DIR, DATABASE_DIR, DATABASE_URL, FILES_DIR, OBJECT_STORE } = env;
  // The largest file that it may write, in blocks of 512 or 1,024 bytes.
  const child = spawn("sh", ["-c", 'ulimit -f 2; exec "$@"', "sh", process.execPath, program], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  const ended = once(child, "exit");
  const answered = once(child, "message");
  child.send({
    task: "backup",
    name: "oja-20261125-013000.oja",
    env: { AUTH_SECRET, AUTH_SECRET_OLD, BACKUPS, DATA_DIR, DATABASE_DIR, DATABASE_URL, FILES_DIR, OBJECT_STORE },
  });
  const message = expect.stringMatching(/^The disk is full: nothing was kept of what was written\./) as string;
  expect(await Promise.race([answered, ended])).toEqual([{ ok: false, message, detail: null }, undefined]);
  await ended;
  expect(readdirSync(backups)).toEqual([]);
});
