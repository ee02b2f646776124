import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyMigrations, migrationsIn, openDatabase } from "#db/client.server.ts";
import { health } from "./health.server.ts";

const SCHEMA = join(import.meta.dirname, "..", "db");

/** The schema of a later build: with one migration more. */
function laterSchema(): { folder: string; last: string } {
  const folder = mkdtempSync(join(tmpdir(), "oja-schema-"));
  for (const name of ["migrations", "schema"]) cpSync(join(SCHEMA, name), join(folder, name), { recursive: true });
  const file = join(folder, "migrations", "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { idx: number; when: number; tag: string }[] };
  const before = journal.entries.at(-1) as (typeof journal.entries)[number];
  const later = { ...before, idx: before.idx + 1, when: before.when + 1_000, tag: "9999_later" };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, later] }));
  writeFileSync(join(folder, "migrations", `${later.tag}.sql`), "select 1;");
  return { folder, last: later.tag };
}

test("ready is who has a database with every migration of this build; what is missing is named", async () => {
  const database = await openDatabase({ folder: "memory://" });
  const { folder, last } = laterSchema();
  const migrations = migrationsIn(folder);
  const app = health(database, migrations);
  const ask = async () => {
    const response = await app.request("/readyz");
    return [response.status, await response.json()];
  };
  try {
    const missing = migrations.map(({ name }) => name);
    expect(missing.at(-1)).toBe(last);
    expect(await ask()).toEqual([503, { status: "not ready", database: "pglite", missing }]);
    await applyMigrations(database, SCHEMA);
    expect(await ask()).toEqual([503, { status: "not ready", database: "pglite", missing: [last] }]);
    await applyMigrations(database, folder);
    expect(await ask()).toEqual([
      200,
      { status: "ready", database: "pglite", migrations: migrations.length, mails: "unknown", jobs: "unknown" },
    ]);
    // A newer process may have applied migrations that this build does not know.
    await database.sql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)");
    expect((await ask())[0]).toBe(200);
  } finally {
    await database.close();
  }
  expect(await ask()).toEqual([
    503,
    { status: "not ready", database: "pglite", missing: ["database", "notifications"] },
  ]);
  expect((await app.request("/healthz")).status).toBe(200);
});

test("a process without its products is not ready: a proxy asks another one", async () => {
  const ready = {
    kind: "postgres" as const,
    sql: () => Promise.resolve({ rows: [], rowCount: 0 }),
    isListening: () => true,
  };
  const asked = async (hasListings: boolean) => {
    const response = await health(ready, [], { hasListings: () => hasListings }).request("/readyz");
    return [response.status, ((await response.json()) as { missing?: string[] }).missing];
  };
  expect(await asked(false)).toEqual([503, ["products"]]);
  expect(await asked(true)).toEqual([200, undefined]);
});

test("an unresponsive database is not ready", async () => {
  const silent = { kind: "postgres" as const, sql: () => new Promise<never>(() => {}), isListening: () => true };
  const response = await health(silent, [], { patienceMs: 50 }).request("/readyz");
  expect([response.status, await response.json()]).toEqual([
    503,
    { status: "not ready", database: "postgres", missing: ["database"] },
  ]);
});

test.each([
  [
    { mails: true, jobs: false },
    { mails: "stuck", jobs: "ok" },
  ],
  [
    { mails: false, jobs: true },
    { mails: "ok", jobs: "stuck" },
  ],
])("stuck mails and jobs are named, and the process stays ready: %j", async (stuck, shown) => {
  const ready = {
    kind: "postgres" as const,
    sql: () => Promise.resolve({ rows: [], rowCount: 0 }),
    isListening: () => true,
  };
  const queues = () =>
    Promise.resolve({
      mails: { waiting: 1, failing: 0, oldest_s: 400, stuck: stuck.mails },
      jobs: { failing: 0, late: 1, oldest_s: 0, stuck: stuck.jobs },
    });
  const response = await health(ready, [], { queues }).request("/readyz");
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: "ready", database: "postgres", migrations: 0, ...shown },
  ]);
});
