import { createHash } from "node:crypto";
import { join } from "node:path";
import { applyMigrations, migrationsIn } from "#db/client.server.ts";
import type { Connection, Database } from "#db/database.ts";
import { violations } from "#db/invariants.server.ts";
import { migrateUntil } from "#db/migrate-until.server.ts";
import { readArchive } from "./archive.server.ts";
import { dataEntry, FILES, type Manifest } from "./manifest.ts";
import { BackupError } from "./problems.server.ts";
import { begin, dropForLoad, loadTable, quoted, setSequences, tablesOf } from "./tables.server.ts";
import { ROOT } from "./write-backup.server.ts";

const FOLDER = join(ROOT, "db");

/** Throws BackupError if the backup has migrations that this version lacks. */
export function refuseNewer({ migration, shop_version }: Manifest, file: string): void {
  if (migrationsIn(FOLDER).some(({ when }) => when === migration.when)) return;
  throw new BackupError(
    `${file} was made by a newer version of Oja (${shop_version}, ${migration.name}): update this shop first, then restore.`,
  );
}

/**
 * Loads the database of `file`, a checked backup with this `manifest`, into the empty `database` and brings it up to
 * date. All is one transaction that begins with `prepare`: an error leaves the database as it was.
 */
export async function loadBackup(
  database: Database,
  file: string,
  manifest: Manifest,
  prepare: (client: Connection) => Promise<void> = async () => {},
): Promise<void> {
  await database.withConnection(async (client) => {
    await begin(client);
    try {
      await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
      await prepare(client);
      await loadSchemaAndRows(database, client, file, manifest);
      await compareViolations(client, manifest);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
  });
  // The functions and triggers; a start would do the same.
  await applyMigrations(database, FOLDER);
}

async function loadSchemaAndRows(
  database: Database,
  client: Connection,
  file: string,
  { migration, tables, sequences }: Manifest,
): Promise<void> {
  await migrateUntil(client, { until: migration.when, folder: FOLDER });
  const present = await tablesOf(client);
  // Migrations write rows, too.
  await client.query(`truncate ${present.map(({ name }) => quoted(name)).join(", ")}`);
  const addIndexesAndKeys = await dropForLoad(client);
  const waiting = new Map(tables.map((table) => [dataEntry(table.name), table]));
  for await (const { name, body } of readArchive(file)) {
    if (name.startsWith(FILES)) break;
    const table = waiting.get(name);
    if (!table) continue;
    const hash = createHash("sha256");
    const counted = async function* () {
      for await (const chunk of body) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await loadTable(database, client, table, counted());
    if (hash.digest("hex") !== table.sha256)
      throw new BackupError(`${file} is damaged: the rows of ${table.name} were changed. Use another backup.`);
    waiting.delete(name);
  }
  const [missing] = waiting.values();
  if (missing) throw new BackupError(`${file} lacks the rows of ${missing.name}: use another backup.`);
  await addIndexesAndKeys();
  await setSequences(client, sequences);
  await migrateUntil(client, { after: migration.when, folder: FOLDER });
  await client.query("analyze");
}

/** A shop may have had rows that violate an invariant; a restored one has no others. */
async function compareViolations(client: Connection, manifest: Manifest): Promise<void> {
  for (const [sentence, count] of Object.entries(await violations(client))) {
    const before = manifest.violations[sentence];
    if (before === undefined || count <= before) continue;
    throw new BackupError(
      `The restored shop would be wrong: "${sentence}" fails for ${count} rows. Nothing was changed.`,
    );
  }
}
