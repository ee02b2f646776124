import { createReadStream, readFileSync } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { migrationsIn } from "#db/client.server.ts";
import type { Connection, Database } from "#db/database.ts";
import { violations } from "#db/invariants.server.ts";
import type { Env } from "../env.server.ts";
import { writeArchive } from "./archive.server.ts";
import { dataEntry, FORMAT, MANIFEST, type Manifest } from "./manifest.ts";
import { BackupError } from "./problems.server.ts";
import { fingerprint, knownSecrets } from "./secret.server.ts";
import { addFiles, storedFiles } from "./stored-files.server.ts";
import { begin, sequencesOf, spoolTables } from "./tables.server.ts";

export const ROOT = join(import.meta.dirname, "..", "..", "..");

type BackupEnv = Pick<Env, "AUTH_SECRET" | "AUTH_SECRET_OLD" | "DATA_DIR" | "FILES_DIR" | "OBJECT_STORE">;

/**
 * Writes the shop in `database` to `file`, first the database as one transaction sees it, then the files: so every file
 * that a row names is in it. Rows are spooled beside `file`, because the manifest in front has their digests. Returns the manifest
 * and the size of `file` in bytes; an error leaves nothing behind. `withFiles: false` leaves the files out.
 */
export async function writeBackup(
  database: Database,
  env: BackupEnv,
  file: string,
  { withFiles = true } = {},
): Promise<{ manifest: Manifest; bytes: number }> {
  const spool = `${file}.part.tables`;
  await rm(spool, { recursive: true, force: true });
  try {
    await mkdir(dirname(file), { recursive: true });
    await mkdir(spool, { mode: 0o700 });
    const parts = await database.withConnection((client) => readDatabase(database, client, spool));
    const files = withFiles ? await storedFiles(env) : [];
    const [secret] = knownSecrets(env);
    const manifest: Manifest = {
      format: FORMAT,
      made_at: new Date().toISOString(),
      shop_version: (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }).version,
      secret: secret === undefined ? null : fingerprint(secret),
      ...parts,
      files: { count: files.length, bytes: files.reduce((sum, { size = 0 }) => sum + size, 0) },
    };
    await writeArchive(file, async (add) => {
      const text = Buffer.from(JSON.stringify(manifest, null, 2));
      await add(MANIFEST, text.length, text);
      for (const { name, bytes } of manifest.tables)
        await add(dataEntry(name), bytes, createReadStream(join(spool, name)));
      await addFiles(env, files, add);
    });
    return { manifest, bytes: (await stat(file)).size };
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

type DatabaseParts = Pick<Manifest, "migration" | "postgres" | "tables" | "sequences" | "violations">;

/** Everything of the database, as one transaction sees it. */
async function readDatabase(database: Database, client: Connection, folder: string): Promise<DatabaseParts> {
  await begin(client, "isolation level repeatable read");
  try {
    const { rows } = await client.query<{ when: number; postgres: string }>(
      `select max(created_at)::float8 as when, current_setting('server_version') as postgres
       from drizzle.__drizzle_migrations`,
    );
    const { when = 0, postgres = "" } = rows[0] ?? {};
    const migration = migrationsIn(join(ROOT, "db")).find((known) => known.when === when);
    if (!migration)
      throw new BackupError("The shop's database belongs to another version of Oja: run the backup of that version.");
    const tables = await spoolTables(database, client, folder);
    return { migration, postgres, tables, sequences: await sequencesOf(client), violations: await violations(client) };
  } finally {
    // It has read only.
    await client.query("rollback").catch(() => {});
  }
}
