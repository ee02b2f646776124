import { openAsBlob } from "node:fs";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { openDatabase, type Database } from "#db/client.server.ts";
import { closedAfterTest } from "./closed-after-test.ts";
import { postgresDatabase } from "./postgres.ts";

/**
 * A fresh, empty, migrated database on a real PostgreSQL (0.1 s). Called inside a test it closes with that test; called
 * elsewhere (beforeAll), the caller closes it.
 */
export async function testDatabase(): Promise<Database> {
  return await postgresDatabase();
}

/** The same, embedded in memory (0.4 s), for tests of what the embedded database does; empty or a copy of `template`. */
export async function embeddedDatabase(template?: Blob): Promise<Database> {
  const copied = template ?? (await openAsBlob(inject("databaseTemplate")));
  return closedAfterTest(await openDatabase({ folder: "memory://", template: copied }));
}

/**
 * One database for all tests of the calling file, emptied before each: a fresh one for each takes ten times as long.
 * Rows of migrations stay, so a test that changes those needs its own database.
 */
export function sharedDatabase(): () => Database {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
    await database.sql(MAKE_EMPTY);
  });
  beforeEach(async () => {
    await database.sql("select make_empty()");
  });
  afterAll(() => database.close());
  return () => database;
}

/**
 * A function that deletes all rows of the tables that are empty now, without triggers, and restarts their sequences.
 * Truncating them makes new files for each table and index, which takes 50 ms.
 */
const MAKE_EMPTY = `do $$
  declare
    deletes text := '';
    found boolean;
    name text;
  begin
    for name in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
      execute format('select exists (select 1 from %s)', name) into found;
      if not found then deletes := deletes || format('delete from %s; ', name); end if;
    end loop;
    execute format('create function make_empty() returns void language plpgsql
      set session_replication_role = replica as %L', 'begin ' || deletes || '
      perform setval(format(''%I'', sequencename)::regclass, start_value, false) from pg_sequences
        where schemaname = ''public'' and last_value is not null; end');
  end $$`;
