import { asc, eq, sql } from "drizzle-orm";
import { can, type Actor, type SystemActor } from "#app/features/permissions/rules.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import { readSheet } from "#app/platform/files/sheets.server.ts";
import type { Tx } from "#db/client.server.ts";
import { import_file_rows, import_files, import_mappings } from "#db/schema/imports.ts";
import { createRun } from "../commands.server.ts";
import { columnsKey, mappingErrors, proposeMapping, type ImportMode, type Mapping } from "../rules/import-fields.ts";
import { picturesByKey } from "../rules/import-pictures.ts";
import { cellsOf, skipRule, unfoldRows, variantColumns, type ImportRow } from "../rules/import-values.ts";
import { readImportRow } from "../schema.ts";
import { htmlToText } from "./html-to-text.server.ts";
import { createCategories } from "./import-categories.server.ts";
import { previewImportRows } from "./import-preview.server.ts";

/** Who imports: an authorized user, or the operator at the command line. */
type Importer = Actor | SystemActor;
const mayImport = (actor: Importer): actor is NonNullable<Importer> =>
  actor !== null && ("system" in actor || can(actor, "import"));

type Refused = { ok: false; reason: "forbidden" | "not_found" } | { ok: false; reason: "invalid"; errors: FieldErrors };
export type StageResult = { ok: true; id: string } | Refused;

/** Stores a price list with its rows, before its columns are mapped. */
export async function stageImport(
  db: Tx,
  actor: Importer,
  { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<StageResult> {
  if (!mayImport(actor)) return { ok: false, reason: "forbidden" };
  const actor_id = "system" in actor ? null : actor.id;
  const [file] = await db
    .insert(import_files)
    .values({ name: name.slice(0, 200), content: bytes, actor_id })
    .returning({ id: import_files.id });
  if (!file) throw new Error("the file was not written");
  let place = 0;
  const drop = () => db.delete(import_files).where(eq(import_files.id, file.id));
  try {
    const read = await readSheet(bytes, async (rows) => {
      await db
        .insert(import_file_rows)
        .values(rows.map((cells, at) => ({ file_id: file.id, place: place + at, cells })));
      place += rows.length;
    });
    if (!read.ok) {
      await drop();
      return { ok: false, reason: "invalid", errors: { file: read.message } };
    }
    await db.update(import_files).set({ columns: read.columns, rows: read.rows }).where(eq(import_files.id, file.id));
    return { ok: true, id: file.id };
  } catch (error) {
    await drop();
    throw error;
  }
}

/**
 * A staged file with its first rows as samples and the last mapping chosen for its columns (`isRemembered`), else the one
 * proposed from their names.
 */
export async function stagedFile(db: Tx, id: string) {
  const { name, columns, rows, run_id } = import_files;
  const [file] = await db
    .select({ id: import_files.id, name, columns, rows, run_id })
    .from(import_files)
    .where(eq(import_files.id, id));
  if (!file) return null;
  const samples = await db
    .select({ cells: import_file_rows.cells })
    .from(import_file_rows)
    .where(eq(import_file_rows.file_id, id))
    .orderBy(asc(import_file_rows.place))
    .limit(5);
  const [remembered] = await db
    .select({ mapping: import_mappings.mapping })
    .from(import_mappings)
    .where(eq(import_mappings.columns_key, columnsKey(file.columns)));
  return {
    ...file,
    samples: samples.map(({ cells }) => cells),
    mapping: remembered?.mapping ?? proposeMapping(file.columns),
    isRemembered: remembered !== undefined,
  };
}

export type PreviewImportResult = { ok: true; run_id: string; numbers: number[]; categories: string[] } | Refused;

/**
 * Dry run of a staged file: creates a run with before and after or an error per row, and stores the mapping for files
 * with the same columns. Missing categories are skipped, or created with `newCategories`. `numbers` are the file's row
 * numbers, from 1, for each row of the run.
 */
export async function previewImport(
  db: Tx,
  actor: Importer,
  {
    id,
    mapping,
    mode,
    newCategories = false,
  }: { id: string; mapping: Mapping; mode: ImportMode; newCategories?: boolean },
): Promise<PreviewImportResult> {
  if (!mayImport(actor)) return { ok: false, reason: "forbidden" };
  const [file] = await db
    .select({ name: import_files.name, columns: import_files.columns })
    .from(import_files)
    .where(eq(import_files.id, id));
  if (!file) return { ok: false, reason: "not_found" };
  const errors = mappingErrors(mapping, mode);
  if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
  const stored = { columns_key: columnsKey(file.columns), mapping: { ...mapping }, updated_at: new Date() };
  await db
    .insert(import_mappings)
    .values(stored)
    .onConflictDoUpdate({ target: import_mappings.columns_key, set: stored });

  const read = await readImportedRows(db, id, file.columns, mapping, mode);
  const made = newCategories ? await createCategories(db, actor, read) : [];
  const rows = await previewImportRows(db, read, mode);
  const run_id = await createRun(db, actor, { kind: "import", noun: "product", title: `Import of ${file.name}`, rows });
  await db.update(import_files).set({ run_id }).where(eq(import_files.id, id));
  return { ok: true, run_id, numbers: read.map(({ number }) => number), categories: made };
}

/** Columns that rows of a variant inherit from the first row of their product. */
const INHERITED = ["name", "description", "category", "distributor", "brand"] as const;

async function readImportedRows(
  db: Tx,
  id: string,
  columns: string[],
  mapping: Mapping,
  mode: ImportMode,
): Promise<ImportRow[]> {
  const { rows } = await db.execute(sql`select cells from import_file_rows where file_id = ${id}::uuid order by place`);
  const variants = variantColumns(columns);
  const skip = skipRule(columns);
  const inherited = [...skip.places, ...INHERITED.flatMap((field) => mapping[field] ?? [])];
  const all = rows.map(({ cells }) => cells as string[]);
  const pictures = variants && mapping.images !== undefined ? picturesByKey(all, variants, mapping) : null;
  return unfoldRows(all, variants, inherited, mapping.price).map(({ place, cells, group, problems }) => {
    const shown = variants &&
      pictures && [
        { addresses: cells[variants.image] ?? "", alt: "" },
        ...(pictures.get(cells[variants.key] ?? "") ?? []),
      ];
    const row = readImportRow(cellsOf(cells, mapping), mode, htmlToText, shown ?? undefined);
    const skipped = skip.reasonOf(cells);
    return { ...row, number: place + 1, group, problems: [...problems, ...row.problems], skipped };
  });
}
