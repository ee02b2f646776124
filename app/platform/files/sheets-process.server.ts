import { once } from "node:events";
import { parse } from "csv-parse/sync";
import type { CellValue } from "hucre";
import { formatCount } from "#app/lib/money.ts";
import { decodeText, delimiterOf, type Merge, type SheetRow, tableOf } from "#app/lib/sheet-table.ts";
import { unpackedSize } from "./unpacked-size.server.ts";

export type SheetRequest = { bytes: Uint8Array; maxRows: number };
export type SheetMessage =
  | { type: "rows"; rows: SheetRow[] }
  | { type: "done"; columns: string[]; rows: number }
  | { type: "refused"; message: string };

/** Each message is copied, with a text as often as it stands in a cell. */
const PART = { rows: 500, characters: 250_000 };
/** A sheet of 50,000 rows is about 50 MB uncompressed. */
const MAX_UNPACKED = 150_000_000;

class Refused extends Error {}

if (!process.send) throw new Error("this file runs as a process of its own");

// The shop's process ended: nobody waits for the rows.
process.on("disconnect", () => process.exit());
const [{ bytes, maxRows }] = (await once(process, "message")) as [SheetRequest];
const TOO_MANY = `The file has more than ${formatCount(maxRows)} rows. Split it into parts.`;
const post = (message: SheetMessage) => process.send?.(message);

try {
  const { cells, merges } = await readCells();
  const table = tableOf(cells, merges);
  if (!table.ok) throw new Refused(table.message);
  if (table.rows.length > maxRows) throw new Refused(TOO_MANY);
  for (const rows of partsOf(table.rows)) {
    post({ type: "rows", rows });
    await once(process, "message");
  }
  post({ type: "done", columns: table.columns, rows: table.rows.length });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  post({ type: "refused", message: error.message });
}

function* partsOf(rows: readonly SheetRow[]): Generator<SheetRow[]> {
  let part: SheetRow[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    for (const { length } of row.cells) characters += length;
    if (part.length < PART.rows && characters < PART.characters) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}

async function readCells(): Promise<{ cells: string[][]; merges: Merge[] }> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOle = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  if (!isZip && !isOle) return { cells: readText(), merges: [] };
  if (isZip) {
    const size = await unpackedSize(bytes, MAX_UNPACKED);
    if (size === null) throw new Refused("The file is broken or not whole. Save it again as XLSX or CSV.");
    if (size > MAX_UNPACKED) throw new Refused("The file is too large when unpacked. Split it into parts.");
  }
  // A text file needs no reader of workbooks.
  const { read } = await import("hucre");
  const workbook = await read(bytes).catch(() => {
    throw new Refused("This file is not a spreadsheet that we can read. Save it as XLSX or CSV.");
  });
  const sheet = workbook.sheets.find(({ hidden, veryHidden, rows }) => !hidden && !veryHidden && rows.length > 0);
  if (!sheet) throw new Refused("The workbook has no sheet with rows.");
  return { cells: sheet.rows.map((row) => row.map(cellText)), merges: sheet.merges ?? [] };
}

function readText(): string[][] {
  const text = decodeText(bytes);
  if (text.slice(0, 10_000).includes("\0")) throw new Refused("This file is not text. Save it as CSV or XLSX.");
  if (text.includes("\uFFFD")) {
    throw new Refused("Letters of this file were lost when it was saved. Save it again as “CSV UTF-8” or as XLSX.");
  }
  // Empty lines count, so that rows keep their number.
  const to = 4 * maxRows;
  let rows: string[][];
  try {
    rows = parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, to });
  } catch (error) {
    const line = error instanceof Error && "lines" in error ? ` near line ${Number(error.lines)}` : "";
    throw new Refused(`The file cannot be read${line}: a quotation mark is missing or too much.`);
  }
  if (rows.length === to) throw new Refused(TOO_MANY);
  return rows;
}

/** A cell's text: numbers without grouping, dates as 2026-11-22. */
function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number")
    return Number.isInteger(value) ? value.toFixed(0) : String(Math.round(value * 1e6) / 1e6);
  return String(value);
}
