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
    await database.sql(`create temporary table made as ${FILLED}`);
  });
  beforeEach(async () => {
    const { rows } = await database.sql(`${FILLED} except select name from made`);
    const names = rows.map(({ name }) => String(name));
    if (names.length > 0) await database.sql(`truncate ${names.join(", ")} restart identity cascade`);
  });
  afterAll(() => database.close());
  return () => database;
}

/** The names of all tables with rows. */
const FILLED = `select format('%I', t.tablename) as name from pg_tables t
  where t.schemaname = 'public' and (xpath('/row/filled/text()', query_to_xml(
    format('select exists (select 1 from %I) as filled', t.tablename), false, true, '')))[1]::text = 'true'`;

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
