import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeBackupState } from "#app/platform/backup/backup-state.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createFileStore } from "#app/platform/files/file-store.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { mails } from "#db/schema/mail.ts";
import { payment_events } from "#db/schema/payments.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { healthFigures, healthProblems, shopHealth } from "./queries.server.ts";

async function contextOf(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "oja-health-"));
  const env = readEnv({ DATA_DIR: folder, FILES_DIR: folder, ...settings });
  const database = await testDatabase();
  const jobs = await createJobs(database, createLogger("silent"));
  await jobs.close();
  return { database, db: database.db, env, files: createFileStore(env), payments: null, folder };
}

test("the figures are those of the shop, and the same for readers of the next seconds", async () => {
  const ctx = await contextOf();
  const ago = new Date(Date.now() - 600_000);
  await ctx.db.insert(mails).values({ kind: "recovery", to_address: "a@b.example", data: {}, created_at: ago });
  await ctx.db
    .insert(payment_events)
    .values({ event: "charge.success", reference: "WH1", payload: {}, dedupe_key: "one" });
  const figures = await healthFigures(ctx);
  expect(figures).toMatchObject({
    database: { kind: "postgres", answer_ms: expect.any(Number) as number },
    listener: { is_up: true },
    mails: { waiting: 1, failing: 0 },
    jobs: { failing: 0, late: 0, oldest_s: 0 },
    unmatched_payments: 1,
    storage: { where: ctx.folder, error: null },
    provider: { mode: "off" },
    backups: null,
    disks: [{ folder: ctx.folder }],
  });
  expect(figures.mails?.oldest_s).toBeGreaterThanOrEqual(600);
  expect(await healthFigures(ctx)).toBe(figures);
  expect(await healthFigures(ctx, 0)).not.toBe(figures);
});

test("a database that does not answer fails, with the time since when, and nothing throws", async () => {
  const ctx = await contextOf();
  await ctx.database.close();
  const first = await shopHealth(ctx, 0);
  expect(first.figures).toMatchObject({
    database: { answer_ms: null },
    mails: null,
    jobs: null,
    unmatched_payments: null,
  });
  const database = first.entries.find(({ part }) => part === "database");
  expect(database).toMatchObject({ state: "failed", since: first.figures.at });
  const later = await shopHealth(ctx, 0);
  expect(later.entries.find(({ part }) => part === "database")?.since).toEqual(first.figures.at);
});

test("backups are listed newest first, other files are none, and how the last one ended is known", async () => {
  const folder = mkdtempSync(join(tmpdir(), "oja-stored-"));
  const ctx = await contextOf({ BACKUP_DIR: folder });
  for (const name of ["oja-20261124-013000.oja", "oja-20261125-013000.oja", "oja-20261125-020000.oja.part", "mine.oja"])
    writeFileSync(join(folder, name), "x");
  const at = new Date("2026-11-25T01:30:00Z");
  const last = { started_at: at, finished_at: at, name: "oja-20261125-013000.oja", error: null };
  await writeBackupState(ctx.db, "backup", last);
  const figures = await healthFigures(ctx, 0);
  const { backups } = figures;
  expect(backups).toMatchObject({ where: folder, list_error: null, last, test: null, running_since: null });
  expect(backups?.stored.map(({ name, bytes }) => [name, bytes])).toEqual([
    ["oja-20261125-013000.oja", 1],
    ["oja-20261124-013000.oja", 1],
  ]);
  expect(backups?.age_s).toBe(Math.max(0, Math.round((figures.at.getTime() - at.getTime()) / 1_000)));
});

test("a shop without a place for backups has a task for its owner, a demo has none", async () => {
  const owner = {
    id: "00000000-0000-4000-8000-000000000000",
    role: "admin",
    staff_role: "owner",
    has_second_factor: false,
    mfa_verified: false,
  } as const;
  const tasks = async (settings: Record<string, string>) =>
    (await healthProblems(await contextOf(settings), owner)).map(({ part, text }) => `${part}: ${text}`);
  expect(await tasks({ DEMO: "0" })).toContain("backups: The shop makes no backups by itself.");
  expect((await tasks({ DEMO: "1" })).filter((task) => task.startsWith("backups"))).toEqual([]);
});
