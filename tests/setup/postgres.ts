import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { openDatabase, type Database } from "#db/client.server.ts";
import { closedAfterTest } from "./database.ts";

/**
 * The address of a fresh, empty, migrated database on the run's real PostgreSQL: for races and several processes. It is
 * deleted with the server at the end of the run. `isBare` skips the migrations.
 */
export async function postgresUrl({ isBare = false } = {}): Promise<string> {
  const { url, template } = inject("postgres");
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
export async function postgresDatabase(options: { poolSize?: number } = {}): Promise<Database> {
  return closedAfterTest(await openDatabase({ ...options, url: await postgresUrl(), folder: "" }));
}
