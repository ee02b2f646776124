import { and, asc, desc, eq, gt } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { import_file_rows, import_files, import_mappings } from "#db/schema/imports.ts";
import { runs } from "#db/schema/runs.ts";
import { columnsKey, proposeMapping } from "../rules/column-names.ts";
import { usedColumns } from "../rules/file-rows.ts";
import { countRule } from "../rules/stock-status.ts";

/** Maximum number of files in the history. */
const MOST = 50;

/** Latest price lists that were read to their end, with their runs. */
export async function importHistory(db: Tx) {
  const { id, name, rows, run_id, created_at } = import_files;
  return await db
    .select({ id, name, rows, run_id, created_at, run_state: runs.state, actor_name: users.name })
    .from(import_files)
    .leftJoin(runs, eq(runs.id, import_files.run_id))
    .leftJoin(users, eq(users.id, import_files.actor_id))
    .where(gt(rows, 0))
    .orderBy(desc(created_at), desc(id))
    .limit(MOST);
}

/** An uploaded price list, or null. */
export async function importedFile(
  db: Tx,
  id: string,
): Promise<{ name: string; content: Uint8Array<ArrayBuffer> } | null> {
  const { name, content } = import_files;
  const [file] = await db.select({ name, content }).from(import_files).where(eq(import_files.id, id));
  return file ?? null;
}

/** Rows that are looked at for samples. */
const SAMPLED = 200;
/** Maximum number of samples of a column and their length. */
const SAMPLE = { count: 3, length: 40 };

/**
 * A staged file: its columns with samples and with what its format reads in them (`use`), the last mapping chosen for
 * its columns (`isRemembered`), else the one proposed from their names.
 */
export async function stagedFile(db: Tx, id: string) {
  const { name, columns: names, rows, run_id } = import_files;
  const [file] = await db
    .select({ id: import_files.id, name, columns: names, rows, run_id })
    .from(import_files)
    .where(and(eq(import_files.id, id), gt(rows, 0)));
  if (!file) return null;
  const first = await db
    .select({ cells: import_file_rows.cells })
    .from(import_file_rows)
    .where(eq(import_file_rows.file_id, id))
    .orderBy(asc(import_file_rows.place))
    .limit(SAMPLED);
  const [remembered] = await db
    .select({ mapping: import_mappings.mapping })
    .from(import_mappings)
    .where(eq(import_mappings.columns_key, columnsKey(file.columns)));
  const cells = first.map((row) => row.cells);
  const uses = usedColumns(file.columns);
  return {
    ...file,
    columns: file.columns.map((column, at) => ({ name: column, use: uses.get(at), samples: samplesOf(cells, at) })),
    mapping: remembered?.mapping ?? proposeMapping(file.columns),
    isRemembered: remembered !== undefined,
    /** Whether rows may be in stock without a number. */
    mayBeUncounted: countRule(file.columns).places.length > 0,
  };
}

/** Different values of a column, cut for display. */
function samplesOf(rows: string[][], column: number): string[] {
  const found = new Set(rows.map((row) => (row[column] ?? "").slice(0, SAMPLE.length)).filter((cell) => cell !== ""));
  return [...found].slice(0, SAMPLE.count);
}
