import type { Tx } from "#db/client.server.ts";
import { IndexFileError, readIndexFile, writeIndexFile } from "./index-file.server.ts";
import { ProductIndex } from "./product-index.server.ts";
import { productRowBatches, readProductRows, stockById } from "./product-rows.server.ts";
import { idBytes } from "./row-ids.server.ts";
import { Turns } from "./turns.server.ts";

/** Between two parts of a load or of many changes other requests are answered. */
const READ_AT_ONCE = 1_000;
const PATCHED_AT_ONCE = 250;
/** Of a stored index these rows are compared with the database; with more differences it is of another shop. */
const COMPARED = { rows: 64, differences: 16 };

/** Reads all products into a new index; `onRead` is told how many were read. */
export async function loadIndex(db: Tx, onRead: (products: number) => void): Promise<ProductIndex> {
  const index = new ProductIndex();
  const turns = new Turns();
  for await (const rows of productRowBatches(db, READ_AT_ONCE, true)) {
    index.add(rows);
    onRead(index.table.size);
    await turns.rest();
  }
  await index.complete(turns);
  await index.table.reserve(turns);
  return index;
}

/**
 * Compares all products with the index, which is usable meanwhile, and returns how many differed. `onRead` is told how
 * many were read and may patch the index.
 */
export async function refreshIndex(
  db: Tx,
  index: ProductIndex,
  onRead: (products: number) => Promise<void> | void,
): Promise<number> {
  const turns = new Turns();
  const { table } = index;
  await table.reserve(turns);
  const before = table.live;
  const found = new Uint8Array(table.rows);
  let [read, changed] = [0, 0];
  index.renew();
  for await (const rows of productRowBatches(db, READ_AT_ONCE)) {
    for (const part of parts(rows)) {
      for (const row of table.ids.rowsOf(idBytes(part.map(([id = ""]) => id)))) if (row >= 0) found[row] = 1;
      changed += await index.refresh(part, turns);
      await turns.rest();
    }
    read += rows.length;
    await onRead(read);
  }
  // Deleted, or moved to another batch meanwhile.
  const left = Array.from(
    before.filter((row) => !found[row]),
    (row) => table.ids.idOf(row),
  );
  for (const ids of parts(left)) await index.update(await readProductRows(db, ids), ids, turns);
  return changed + left.length;
}

/** Takes changed products into an index: of each id, whether only its stock changed. */
export async function patchIndex(db: Tx, index: ProductIndex, due: ReadonlyMap<string, boolean>): Promise<void> {
  const turns = new Turns();
  const idsOf = (isStock: boolean) => [...due].flatMap(([id, stockOnly]) => (stockOnly === isStock ? [id] : []));
  for (const ids of parts(idsOf(false))) {
    await index.update(await readProductRows(db, ids), ids, turns);
    await turns.rest();
  }
  for (const ids of parts(idsOf(true))) index.updateStock(await stockById(db, ids));
}

/** Stores an index, which must not change meanwhile. */
export async function storeIndex(file: string, index: ProductIndex): Promise<void> {
  await writeIndexFile(file, index.stored(), new Turns());
}

/**
 * The index stored in `file`, to be compared with the database by `refreshIndex`. Rejects if there is none, or
 * if it is damaged, not of this shop, or mostly of what is gone.
 */
export async function restoreIndex(db: Tx, file: string): Promise<ProductIndex> {
  const turns = new Turns();
  const index = await ProductIndex.restored(await readIndexFile(file, turns), turns);
  const { live, ids, free, groups } = index.table;
  const empty = groups.reduce((sum, { rows }) => (rows.length === 0 ? sum + 1 : sum), 0);
  if (free.length > live.length || 2 * empty > groups.length) throw new IndexFileError("mostly of what is gone");
  const step = Math.max(1, Math.floor(live.length / COMPARED.rows));
  const some = Array.from(
    live.filter((_, place) => place % step === 0),
    (row) => ids.idOf(row),
  );
  const rows = await readProductRows(db, some);
  const differences = some.length - rows.length + (await index.refresh(rows, turns));
  if (differences > COMPARED.differences) throw new IndexFileError("of another shop");
  return index;
}

function parts<One>(list: readonly One[]): One[][] {
  return Array.from({ length: Math.ceil(list.length / PATCHED_AT_ONCE) }, (_, n) =>
    list.slice(n * PATCHED_AT_ONCE, (n + 1) * PATCHED_AT_ONCE),
  );
}
