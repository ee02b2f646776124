import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { refreshSearchWords } from "#app/features/search/jobs.server.ts";
import { firstError, type FieldErrors } from "#app/lib/forms.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { startRun } from "../commands.server.ts";
import { runPictures, runRows, type RunRow } from "../queries.server.ts";
import { stagedFile } from "../queries/import-files.server.ts";
import { runLock, type PictureCounts } from "../rules.ts";
import { choiceOf } from "../rules/import-fields.ts";
import { applyRun } from "./apply.server.ts";
import { previewImport, stageImport } from "./import-file.server.ts";
import { fetchRunPictures, type FetchPicture } from "./pictures.server.ts";
import { productTarget } from "./product-target.server.ts";

const OPERATOR = { system: "import" };
const TARGETS = { product: productTarget };
const PART = 500;

/** Result of a row, also in a dry run. */
export type RowAction = "created" | "updated" | "unchanged" | "skipped" | "bad";

type ReportedRow = RunRow & { action: RowAction; number: number };

export type ImportOptions = {
  /** File name for the import history. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** False: dry run without writes. */
  apply: boolean;
  /** Called for each product in file order; `number` is the row below the header, from 1. */
  onRow: (row: ReportedRow) => void;
};

export type ImportReport = Record<RowAction, number> & {
  /** Number of rows without the header, including rows with only a picture. */
  rows: number;
  /** Names of the created categories. */
  categories: string[];
  pictures: PictureCounts;
  /** False when the file has no stock column. */
  hasStock: boolean;
  /** Names of the columns that are not used. */
  unused: string[];
};

type Outcome = { ok: true; report: ImportReport } | { ok: false; message: string };
/** The rows are reported after the transaction, which can be retried. */
type DryRun = { outcome: Outcome; rows: ReportedRow[] };

/**
 * Imports a price list from the command line with the columns and the run of the admin pages, where it can be viewed
 * and undone. A dry run is rolled back before it is applied. The caller is responsible for permissions.
 */
export async function importFile(
  { database, log }: Pick<Shop, "database" | "log">,
  fetchPicture: FetchPicture,
  { apply, onRow, ...file }: ImportOptions,
): Promise<Outcome> {
  const { db } = database;
  if (!apply) {
    const { outcome, rows } = await inTransaction<DryRun>(db, async (tx, rollback) => {
      const preview = await previewFile(tx, file);
      if (!preview.ok) return rollback({ outcome: preview, rows: [] });
      const shown: ReportedRow[] = [];
      const report = await reportOf(tx, preview, (row) => shown.push(row));
      return rollback({ outcome: { ok: true, report }, rows: shown });
    });
    for (const row of rows) onRow(row);
    return outcome;
  }
  const preview = await previewFile(db, file);
  if (!preview.ok) return preview;
  const id = preview.run_id;
  // Runs the job in this process. If it is interrupted, the next start of the shop completes the run.
  await database.ifFree(runLock(id), async () => {
    const started = await startRun({ db, jobs: { enqueue: () => Promise.resolve() } }, OPERATOR, id);
    if (!started.ok) throw new Error(`the run cannot be applied: ${started.reason}`);
    await applyRun({ db, log }, TARGETS, id);
    await fetchRunPictures({ db }, TARGETS, fetchPicture, { id, until: Number.POSITIVE_INFINITY });
  });
  if (await refreshSearchWords(db)) await db.execute(sql`analyze products`);
  return { ok: true, report: await reportOf(db, preview, onRow) };
}

type Preview = Extract<Awaited<ReturnType<typeof previewFile>>, { ok: true }>;

async function previewFile(db: Tx, file: Pick<ImportOptions, "name" | "bytes">) {
  const staged = await stageImport(db, OPERATOR, file);
  if (!staged.ok) return refused(staged);
  const read = await stagedFile(db, staged.id);
  if (!read) throw new Error("the file is gone");
  const { mapping, rows, columns } = read;
  const choices = { mapping, mode: "all", newCategories: true, uncountedStock: 0 } as const;
  const made = await previewImport(db, OPERATOR, { id: staged.id, ...choices });
  const unused = columns.filter(({ use }, at) => use === undefined && choiceOf(mapping, at) === "");
  if (made.ok) return { ...made, rows, hasStock: mapping.stock !== undefined, unused: unused.map(({ name }) => name) };
  return refused(made);
}

const refused = (result: { ok: false; reason: string; errors?: FieldErrors }) => ({
  ok: false as const,
  message: firstError(result) ?? result.reason,
});

async function reportOf(db: Tx, preview: Preview, onRow: ImportOptions["onRow"]): Promise<ImportReport> {
  const { run_id, numbers, categories, rows, hasStock, unused } = preview;
  const counts: Record<RowAction, number> = { created: 0, updated: 0, unchanged: 0, skipped: 0, bad: 0 };
  for (let offset = 0; offset < numbers.length; offset += PART) {
    for (const row of await runRows(db, run_id, { state: null, offset, limit: PART })) {
      const action = actionOf(row);
      counts[action] += 1;
      onRow({ ...row, action, number: numbers[row.place - 1] ?? row.place });
    }
  }
  return { ...counts, rows, categories, pictures: await runPictures(db, run_id), hasStock, unused };
}

function actionOf({ state, before, after, pictures }: RunRow): RowAction {
  if (state === "unchanged") return after === null ? "skipped" : "unchanged";
  if (state !== "ready" && state !== "applied") return "bad";
  if (before === null) return "created";
  // A row that differs only in pictures changes nothing until one of them is fetched.
  const isSame = isDeepStrictEqual(before, after) && !pictures?.some((picture) => picture.state === "waiting");
  return isSame ? "unchanged" : "updated";
}
