import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readBackupState } from "#app/platform/backup/backup-state.server.ts";
import { serveFolderCopies } from "#app/platform/backup/folder-copies.server.ts";
import { createFileStore } from "#app/platform/files/file-store.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { filledShop, workplace, writePicture } from "#tests/fixtures/backups.ts";
import { startObjectStore } from "#tests/fixtures/object-store.ts";
import { closedAfterTest } from "#tests/setup/closed-after-test.ts";
import { startBackupJob } from "./commands.server.ts";
import { makeBackup, startBackups, testNewest } from "./jobs.server.ts";
import { healthFigures, shopHealth } from "./queries.server.ts";

const log = createLogger("silent");
const signal = new AbortController().signal;

/** The folder of a filled database, which each shop copies. */
const filled = mkdtempSync(join(tmpdir(), "oja-filled-"));
beforeAll(async () => {
  const database = await openDatabase({ folder: join(filled, "pg") });
  await filledShop(database);
  await database.close();
});
afterAll(() => rmSync(filled, { recursive: true, force: true }));

/** A running shop on the embedded database, with rows in every table. */
async function runningShop(settings: (folder: string) => Record<string, string>) {
  const place = workplace();
  const { env } = workplace({ ...settings(place.folder), DATA_DIR: place.env.DATA_DIR });
  mkdirSync(env.DATA_DIR, { recursive: true });
  writePicture(env.FILES_DIR, "products/3f/3fa90000000000000000000000000000.webp", "a picture");
  cpSync(join(filled, "pg"), env.DATABASE_DIR, { recursive: true });
  const database = closedAfterTest(await openDatabase({ folder: env.DATABASE_DIR }));
  const stop = await serveFolderCopies(database, env.DATABASE_DIR, log);
  onTestFinished(stop);
  const jobs = await createJobs(database, log, { pollSeconds: 0.5 });
  onTestFinished(() => jobs.close());
  const context = { database, db: database.db, env, jobs, log, files: createFileStore(env), payments: null };
  return { ...context, folder: place.folder };
}

const inFolder = (folder: string) => ({ BACKUP_DIR: join(folder, "backups") });
const besideDatabase = (folder: string) =>
  readdirSync(folder).filter((name) => !/^(files|pg|pg\.(lock\.db(-journal)?|pid|control))$/.test(name));
const TIME = 600_000;

test(
  "a running shop backs itself up and leaves nothing beside it; one changed byte fails the restore test with a sentence, and the shop goes on",
  { timeout: TIME },
  async () => {
    const shop = await runningShop(inFolder);
    await makeBackup(shop, signal);
    const { backups } = await healthFigures(shop, 0);
    expect(backups).toMatchObject({ last: { error: null, name: backups?.stored[0]?.name }, test: null });
    expect(backups?.stored).toHaveLength(1);
    const [name = "", ...others] = readdirSync(join(shop.folder, "backups"));
    expect([name, others]).toEqual([backups?.stored[0]?.name, []]);
    expect(besideDatabase(shop.env.DATA_DIR)).toEqual([]);

    const file = join(shop.folder, "backups", name);
    const bytes = readFileSync(file);
    bytes[5_000] = (bytes[5_000] ?? 0) ^ 0x10;
    writeFileSync(file, bytes);
    await expect(testNewest(shop, signal)).rejects.toThrow(/is damaged: its content was changed/);
    const { backups: damaged } = await healthFigures(shop, 0);
    expect(damaged?.test).toMatchObject({ name, error: expect.stringMatching(/damaged/) as string });
    expect(readdirSync(join(shop.folder, "backups"))).toEqual([name]);
    expect(besideDatabase(shop.env.DATA_DIR)).toEqual([]);
  },
);

test(
  "a new backup deletes those that are no longer kept, and a failed one deletes none",
  { timeout: TIME },
  async () => {
    const shop = await runningShop(inFolder);
    const folder = join(shop.folder, "backups");
    mkdirSync(folder);
    const nights = Array.from({ length: 28 }, (_, day) => `oja-202601${String(day + 1).padStart(2, "0")}-013000.oja`);
    for (const name of [...nights, "mine.oja"]) writeFileSync(join(folder, name), "x");
    rmSync(`${shop.env.DATABASE_DIR}.control`);
    await expect(makeBackup(shop, signal)).rejects.toThrow(/in use by process/);
    expect(readdirSync(folder)).toHaveLength(29);
    expect(await readBackupState(shop.db, "backup")).toMatchObject({
      error: expect.stringMatching(/in use/) as string,
    });
    const stop = await serveFolderCopies(shop.database, shop.env.DATABASE_DIR, log);
    onTestFinished(stop);
    await makeBackup(shop, signal);
    const left = readdirSync(folder);
    expect(left).toContain("mine.oja");
    // With the new one: seven days, and the Sundays of the weeks before.
    expect(left.filter((name) => name.startsWith("oja-202601"))).toEqual([
      "oja-20260111-013000.oja",
      "oja-20260118-013000.oja",
      ...nights.slice(-6),
    ]);
    expect(await readBackupState(shop.db, "backup")).toMatchObject({ error: null });
  },
);

test("to a bucket and restored from it for a test, with nothing left on the disk", { timeout: TIME }, async () => {
  const s3 = await startObjectStore("oja-backups");
  onTestFinished(() => s3.close());
  const shop = await runningShop(() => ({
    BACKUP_S3_ENDPOINT: s3.settings.endpoint,
    BACKUP_S3_BUCKET: "oja-backups",
    BACKUP_S3_REGION: s3.settings.region,
    BACKUP_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  }));
  await makeBackup(shop, signal);
  await testNewest(shop, signal);
  const { backups } = await healthFigures(shop, 0);
  expect(backups).toMatchObject({
    where: "the bucket oja-backups",
    last: { error: null },
    test: {
      error: null,
      name: backups?.stored[0]?.name,
      contents: expect.stringMatching(/products.*1 files$/) as string,
    },
  });
  expect(besideDatabase(shop.env.DATA_DIR)).toEqual([]);
  s3.setDown(true);
  await expect(makeBackup(shop, signal)).rejects.toThrow(/refuses the key for the bucket oja-backups/);
  expect(besideDatabase(shop.env.DATA_DIR)).toEqual([]);
  expect((await healthFigures(shop, 0)).backups?.list_error).toMatch(/refuses the key/);
});

test(
  "the first start with a place makes a backup at once; a stopped shop ends it and leaves nothing",
  { timeout: TIME },
  async () => {
    const shop = await runningShop(inFolder);
    const stop = await startBackups(shop);
    await expect.poll(() => readBackupState(shop.db, "backup"), { timeout: TIME }).toMatchObject({ error: null });
    const admin = {
      id: "00000000-0000-4000-8000-000000000000",
      role: "admin",
      has_second_factor: false,
      mfa_verified: false,
    } as const;
    expect(await startBackupJob(shop, { ...admin, staff_role: "packer" }, "backup")).toEqual({
      ok: false,
      reason: "forbidden",
    });
    expect(await startBackupJob(shop, { ...admin, staff_role: "owner" }, "backup")).toEqual({ ok: true, isNew: true });
    expect((await shop.database.sql("select actor_id from audit_log where action = 'backup.start'")).rows).toHaveLength(
      1,
    );
    await expect
      .poll(() => readdirSync(join(shop.folder, "backups")).some((name) => name.endsWith(".part.tables")), {
        timeout: TIME,
      })
      .toBe(true);
    await stop();
    await expect
      .poll(() => readdirSync(join(shop.folder, "backups")).filter((name) => name.includes(".part")), { timeout: TIME })
      .toEqual([]);
    expect(await readBackupState(shop.db, "backup")).toMatchObject({ error: null });
  },
);

test("a place that cannot be written is one sentence, which Health shows", { timeout: TIME }, async () => {
  const shop = await runningShop((folder) => ({ BACKUP_DIR: join(folder, "a-file", "backups") }));
  writeFileSync(join(shop.folder, "a-file"), "");
  await expect(makeBackup(shop, signal)).rejects.toThrow(/cannot be opened \(ENOTDIR\): check its folder/);
  const { entries } = await shopHealth(shop, 0);
  expect(entries.find(({ part }) => part === "backups")).toMatchObject({
    state: "failed",
    text: expect.stringMatching(/backups cannot be read \(ENOTDIR\)\.$/) as string,
  });
});

test("a shop without a place has no schedule, also after it had one", { timeout: TIME }, async () => {
  const shop = await runningShop(() => ({}));
  await shop.jobs.everyNight("backup", async () => {});
  const schedules = async () => (await shop.database.sql("select name from pgboss.schedule")).rows;
  expect(await schedules()).toEqual([{ name: "backup" }]);
  await startBackups(shop);
  expect(await schedules()).toEqual([]);
  const owner = { id: "x", role: "admin", staff_role: "owner", has_second_factor: false, mfa_verified: false } as const;
  expect(await startBackupJob(shop, owner, "backup")).toEqual({ ok: false, reason: "not_set_up" });
});
