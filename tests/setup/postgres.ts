import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { openDatabase, type Database } from "#db/client.server.ts";
import { closedAfterTest } from "./closed-after-test.ts";
import type { TestPostgres } from "./postgres.global.ts";

type Server = Pick<TestPostgres, "url" | "template">;

/** Where a test's database is: on the run's server or a `server` of the test's own, a copy of `template`. */
type Place = { server?: Server; template?: string };

/** Two files may copy at once, and a template in use cannot be copied: they take turns. */
const COPY_LOCK = 1;

/**
 * The address of a fresh, empty, migrated database on the run's real PostgreSQL, or on a `server` of the test's own. It is
 * deleted with the server. `isBare` skips the migrations, `template` is another database to copy.
 */
export async function postgresUrl({
  isBare = false,
  server = inject("postgres"),
  template = isBare ? "template1" : server.template,
}: Place & { isBare?: boolean } = {}): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, async (client) => {
    await client.query(`select pg_advisory_lock(${COPY_LOCK})`);
    // Its pages would be logged one by one otherwise, for five times the processor time.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return `${server.url}/${name}`;
}

/** `postgresUrl`, opened; closed like `testDatabase`, and deleted then. */
export async function postgresDatabase({ poolSize, ...place }: Place & { poolSize?: number } = {}): Promise<Database> {
  const url = await postgresUrl(place);
  const database = await openDatabase({ poolSize, url, folder: "" });
  const close = async () => {
    await database.close();
    if (!place.server) await dropDatabase(url);
  };
  return closedAfterTest({ ...database, close });
}

/** Deletes a database of the run's server, whoever uses it. */
async function dropDatabase(url: string): Promise<void> {
  await onServer(inject("postgres"), (client) =>
    client.query(`drop database if exists ${databaseName(url)} with (force)`),
  );
}

export function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Calls `work` with a connection to the server's own database. */
export async function onServer<Result>(
  { url }: Pick<Server, "url">,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The number of connections to `database`, not to its server, that wait for a lock. */
export async function lockWaiters({ sql }: Pick<Database, "sql">): Promise<number> {
  const { rows } = await sql(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and wait_event_type = 'Lock'`);
  return Number(rows[0]?.["count"]);
}
