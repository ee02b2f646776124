import { type CsvRecord, readCsv } from "./csv-records.server.ts";
import { type Problem, readColumns, type ShopifyColumns, type ShopifyRow } from "./shopify-columns.server.ts";
import { rowSlug, toSlug } from "./shopify-rows.server.ts";

/** Rows that follow each other with one handle, and the rows among them that could not be read. */
export type ShopifyGroup = {
  slug: string;
  line: number;
  lastLine: number;
  rows: ShopifyRow[];
  problems: Problem[];
};

/** What is known of the file once its header is read. */
export type ShopifyFile = { columns: ShopifyColumns | null; rows: number };

/** Reads a Shopify export product by product, in its order, counting rows in `file`. Throws WrongFileError. */
export async function* readGroups(source: AsyncIterable<Uint8Array>, file: ShopifyFile): AsyncGenerator<ShopifyGroup> {
  let group: ShopifyGroup | null = null;
  for await (const record of readCsv(source, (header) => (file.columns = readColumns(header)))) {
    file.rows += 1;
    const { slug, row, problem } = readRecord(record, file.columns);
    if (!group || slug === "" || slug !== group.slug) {
      if (group) yield group;
      group = { slug, line: record.line, lastLine: record.line, rows: [], problems: [] };
    }
    if (row) group.rows.push(row);
    if (problem) group.problems.push(problem);
    group.lastLine = row?.lastLine ?? record.line;
  }
  if (group) yield group;
}

/** A row and the slug of its product; of an unreadable row only the first cell tells which product it is part of. */
function readRecord(
  record: CsvRecord,
  columns: ShopifyColumns | null,
): { slug: string; row?: ShopifyRow; problem?: Problem } {
  const { line } = record;
  if (record.kind === "unreadable" || !columns) {
    const { firstCell, reason } =
      record.kind === "unreadable" ? record : { firstCell: "", reason: "there is no header" };
    return { slug: toSlug(firstCell), problem: { line, reason } };
  }
  const cells = columns.pick(record.cells);
  if (typeof cells === "string") return { slug: toSlug(record.cells[0] ?? ""), problem: { line, reason: cells } };
  const row = { line, lastLine: record.lastLine, cells };
  return { slug: rowSlug(row), row };
}
