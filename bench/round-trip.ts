import { previewImport, stageImport } from "#app/features/imports/commands/import-file.server.ts";
import { runById } from "#app/features/imports/queries.server.ts";
import { stagedFile } from "#app/features/imports/queries/import-files.server.ts";
import { productTable } from "#app/features/products/queries/product-table.server.ts";
import { PRODUCTS as LIST } from "#app/features/products/rules/product-list.ts";
import { readList } from "#app/lib/list.ts";
import { tableFile, type TableFormat } from "#app/platform/files/table-file.server.ts";
import { openDatabase, type Database } from "#db/client.server.ts";
import { count, time, timed, type Figure } from "./figures.ts";
import { closing, OWNER, PRODUCTS, type World } from "./world.ts";

/** The demo's 50,000 products are exported and the file is imported: no row may change or be refused. */
export async function roundTrip(world: World): Promise<Figure[]> {
  const url = await world.fullPostgres();
  return await closing(await openDatabase({ url, folder: "" }), async (database) => {
    const figures: Figure[] = [];
    for (const format of ["csv", "xlsx"] as const) figures.push(await measure(database, format));
    return figures;
  });
}

async function measure({ db }: Database, format: TableFormat): Promise<Figure> {
  let bytes = 0;
  let unchanged = 0;
  let reason = "";
  const ms = await timed(async () => {
    const table = productTable(db, readList(LIST, new URLSearchParams()), true);
    const file = new Uint8Array(await tableFile("products", format, table.columns, table.rows).arrayBuffer());
    bytes = file.length;
    const staged = await stageImport(db, OWNER, { name: `products.${format}`, bytes: file });
    const mapping = staged.ok ? (await stagedFile(db, staged.id))?.mapping : undefined;
    if (!staged.ok || !mapping) return void (reason = JSON.stringify(staged));
    const made = await previewImport(db, OWNER, { id: staged.id, mapping, mode: "all", newCategories: true });
    if (!made.ok) return void (reason = JSON.stringify(made));
    unchanged = (await runById(db, made.run_id))?.counts.unchanged ?? 0;
  });
  return {
    what: `products that an import of the shop's own export (${format}) finds unchanged`,
    goal: count(PRODUCTS),
    figure: `${count(unchanged)}, from ${count(bytes / 1_000_000)} MB in ${time(ms)} ${reason}`.trim(),
    met: unchanged === PRODUCTS,
  };
}
