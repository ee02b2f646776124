import { openAsBlob } from "node:fs";
import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from "vitest";
import { openDatabase, type Database } from "#db/client.server.ts";

/**
 * A fresh, migrated database in memory (about 0.4 s), empty or a copy of `template`. Called inside a test it closes
 * with that test; called elsewhere (beforeAll), the caller closes it.
 */
export async function testDatabase(template?: Blob): Promise<Database> {
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
    await database.sql("select pg_temp.make_empty()");
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
    execute format('create function pg_temp.make_empty() returns void language plpgsql
      set session_replication_role = replica as %L', 'begin ' || deletes || '
      perform setval(format(''%I'', sequencename)::regclass, start_value, false) from pg_sequences
        where schemaname = ''public'' and last_value is not null; end');
  end $$`;

/** Closes `database` when the running test ends. Closing it earlier, or twice, is allowed. */
export function closedAfterTest(database: Database): Database {
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= database.close());
  try {
    onTestFinished(close);
  } catch {
    // Outside a test there is no hook.
  }
  return { ...database, close };
}
