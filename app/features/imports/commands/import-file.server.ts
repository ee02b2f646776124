import { eq, sql } from "drizzle-orm";
import { can, type Actor, type SystemActor } from "#app/features/permissions/rules.ts";
import type { InvalidInput } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { readSheet } from "#app/platform/files/sheets.server.ts";
import type { Tx } from "#db/client.server.ts";
import { import_file_rows, import_files, import_mappings } from "#db/schema/imports.ts";
import { createRun } from "../commands.server.ts";
import { columnsKey, millimetresOf } from "../rules/column-names.ts";
import { fileRows, hasPlainTexts } from "../rules/file-rows.ts";
import { mappingErrors, usesField, type ImportMode, type Mapping } from "../rules/import-fields.ts";
import { cellsOf, type ImportRow } from "../rules/import-values.ts";
import { readImportRow } from "../schema.ts";
import { htmlToText } from "./html-to-text.server.ts";
import { previewImportRows } from "./import-preview.server.ts";

/** Who imports: an authorized user, or the operator at the command line. */
type Importer = Actor | SystemActor;
const mayImport = (actor: Importer): actor is NonNullable<Importer> =>
  actor !== null && ("system" in actor || can(actor, "import"));

type FileRefusal = { ok: false; reason: "forbidden" | "not_found" } | InvalidInput;
export type StageResult = { ok: true; id: string } | FileRefusal;

/**
 * Stores a price list with its rows, before its columns are mapped. The file gets its number of rows last: without one
 * it is not whole, is shown nowhere and is deleted by `purgeUnreadFiles`.
 */
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
  const drop = () => db.delete(import_files).where(eq(import_files.id, file.id));
  try {
    const read = await readSheet(bytes, async (rows) => {
      await db
        .insert(import_file_rows)
        .values(rows.map(({ number, cells }) => ({ file_id: file.id, place: number, cells })));
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

export type PreviewImportResult = { ok: true; run_id: string; numbers: number[]; categories: string[] } | FileRefusal;

export type ImportChoices = {
  id: string;
  mapping: Mapping;
  mode: ImportMode;
  /** Whether applying makes the categories that the shop lacks; else their products have none. */
  newCategories?: boolean;
  /** Stock of new products that are in stock without a count. */
  uncountedStock?: number | null;
};

/**
 * Dry run of a staged file: creates a run with before and after or an error per row, and stores the mapping for files
 * with the same columns. `numbers` are the rows of the sheet for each row of the run, `categories` the paths that applying makes.
 */
export async function previewImport(
  db: Tx,
  actor: Importer,
  { id, mapping, mode, newCategories = false, uncountedStock = null }: ImportChoices,
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
  const { rows, categories, uncounted } = await previewImportRows(db, read, { mode, newCategories, uncountedStock });
  if (uncounted > 0) {
    const goods = uncounted === 1 ? "One new product is" : `${formatCount(uncounted)} new products are`;
    return {
      ok: false,
      reason: "invalid",
      errors: { uncounted: `${goods} in stock without a number. Type the one to use.` },
    };
  }
  const run_id = await createRun(db, actor, { kind: "import", noun: "product", title: `Import of ${file.name}`, rows });
  await db.update(import_files).set({ run_id }).where(eq(import_files.id, id));
  return { ok: true, run_id, numbers: read.map(({ number }) => number), categories };
}

async function readImportedRows(
  db: Tx,
  id: string,
  columns: string[],
  mapping: Mapping,
  mode: ImportMode,
): Promise<ImportRow[]> {
  const { rows } = await db.execute(
    sql`select place, cells from import_file_rows where file_id = ${id}::uuid order by place`,
  );
  const unit = (field: "length" | "width" | "height") => millimetresOf(columns[mapping[field] ?? -1] ?? "");
  const millimetres = { length: unit("length"), width: unit("width"), height: unit("height") };
  const toText = hasPlainTexts(columns) ? (text: string) => text : htmlToText;
  const all = rows.map(({ cells }) => cells as string[]);
  return fileRows(columns, all, mapping).map((one) => {
    const cells = cellsOf(one.cells, mapping);
    if (one.category !== undefined) cells.category = one.category;
    const row = readImportRow(cells, { mode, toText, millimetres }, one.pictures);
    if (one.named && row.values.name !== undefined) Object.assign(row.values, one.named);
    if (one.attributes?.length && usesField(mode, "facts")) row.values.attributes ??= one.attributes;
    const { group, skipped, isUncounted, problems } = one;
    const number = Number(rows[one.place]?.["place"]);
    return { ...row, number, group, skipped, isUncounted, problems: [...problems, ...row.problems] };
  });
}
