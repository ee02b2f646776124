import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import type { Connection, Database } from "#db/database.ts";
import type { Manifest, TableEntry } from "./manifest.ts";
import { BackupError } from "./problems.server.ts";

/** How values are written as text, whatever the server's own settings are. */
const TEXT_FORM = `set local client_encoding = 'UTF8'; set local datestyle = 'ISO, MDY';
set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 1`;

const TABLES = `select c.relname as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
  group by c.relname order by c.relname collate "C"`;

const NEWLINE = 0x0a;

export const quoted = (name: string) => pg.escapeIdentifier(name);
const columnList = (columns: readonly string[]) => columns.map(quoted).join(", ");

/** Begins a transaction in which values are written and read as in every backup. */
export async function begin(client: Connection, mode = ""): Promise<void> {
  await client.query(`begin ${mode}`);
  await client.query(TEXT_FORM);
}

/** The tables of the shop, in the order of their names, with the columns that are not generated. */
export async function tablesOf(client: Connection): Promise<Pick<TableEntry, "name" | "columns">[]> {
  const { rows } = await client.query<{ name: string; columns: string[] | null }>(TABLES);
  return rows.map(({ name, columns }) => ({ name, columns: columns ?? [] }));
}

/** Writes the rows of every table to a file of its name in `folder`. The caller has begun a transaction. */
export async function spoolTables(database: Database, client: Connection, folder: string): Promise<TableEntry[]> {
  const tables = await tablesOf(client);
  // No migration changes them until the last one is read.
  for (const { name } of tables) await client.query(`lock table ${quoted(name)} in access share mode`);
  const entries: TableEntry[] = [];
  for (const { name, columns } of tables) {
    const hash = createHash("sha256");
    let rows = 0;
    let bytes = 0;
    const lines = database.copyOut(client, quoted(name), columnList(columns));
    const counted = async function* () {
      for await (const chunk of lines) {
        hash.update(chunk);
        bytes += chunk.length;
        rows += newlines(chunk);
        yield chunk;
      }
    };
    await pipeline(counted, createWriteStream(join(folder, name), { mode: 0o600 }));
    entries.push({ name, columns, rows, bytes, sha256: hash.digest("hex") });
  }
  return entries;
}

/** A line is a row: newlines within values are escaped. */
function newlines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Loads one table, which is empty, and compares the number of its rows. */
export async function loadTable(
  database: Database,
  client: Connection,
  { name, columns, rows }: TableEntry,
  lines: AsyncIterable<Uint8Array>,
): Promise<void> {
  await database.copyIn(client, quoted(name), columnList(columns), lines);
  const { rows: counted } = await client.query<{ n: string }>(`select count(*) as n from ${quoted(name)}`);
  const loaded = Number(counted[0]?.n);
  if (loaded !== rows) throw new BackupError(`${name} has ${loaded} rows instead of ${rows}: nothing was changed.`);
}

/** The last value of each sequence that was used. */
export async function sequencesOf(client: Connection): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Sets the sequences that exist here. */
export async function setSequences(client: Connection, sequences: Manifest["sequences"]): Promise<void> {
  for (const [name, value] of Object.entries(sequences))
    await client.query(
      "select setval(c.oid, $2::bigint) from pg_class c where c.oid = to_regclass($1) and relkind = 'S'",
      [`public.${quoted(name)}`, value],
    );
}

const FOREIGN_KEYS = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`;
/** Those of a primary key or another constraint stay. */
const INDEXES = `select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as on
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = i.indexrelid and contype <> 'f')
  order by c.relname`;

/** Drops foreign keys and secondary indexes, which would slow a load down; the result creates and checks them again. */
export async function dropForLoad(client: Connection): Promise<() => Promise<void>> {
  const read = async (text: string) => (await client.query<{ off: string; on: string }>(text)).rows;
  const keys = await read(FOREIGN_KEYS);
  const indexes = await read(INDEXES);
  for (const { off } of [...keys, ...indexes]) await client.query(off);
  return async () => {
    for (const { on } of [...indexes, ...keys]) await client.query(on);
  };
}
