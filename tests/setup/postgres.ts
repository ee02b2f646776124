import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { openDatabase, type Database } from "#db/client.server.ts";
import { closedAfterTest } from "./database.ts";
import type { TestPostgres } from "./postgres.global.ts";

type Server = Pick<TestPostgres, "url" | "template">;

/**
 * The address of a fresh, empty, migrated database on the run's real PostgreSQL, or on a `server` of the test's own: for
 * races and several processes. It is deleted with the server. `isBare` skips the migrations.
 */
export async function postgresUrl({
  isBare = false,
  server,
}: { isBare?: boolean; server?: Server } = {}): Promise<string> {
  const { url, template } = server ?? inject("postgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    // Two files may copy at once, and a template in use cannot be copied: they take turns.
    await client.query("select pg_advisory_lock(1)");
    await client.query(`create database ${name} template ${isBare ? "template1" : template}`);
  } finally {
    await client.end();
  }
  return `${url}/${name}`;
}

/** `postgresUrl`, opened; closed like `testDatabase`. */
export async function postgresDatabase({
  poolSize,
  ...where
}: { poolSize?: number; server?: Server } = {}): Promise<Database> {
  return closedAfterTest(await openDatabase({ poolSize, url: await postgresUrl(where), folder: "" }));
}

/** The number of connections to `database`, not to its server, that wait for a lock. */
export async function lockWaiters({ sql }: Pick<Database, "sql">): Promise<number> {
  const { rows } = await sql(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and wait_event_type = 'Lock'`);
  return Number(rows[0]?.["count"]);
}
