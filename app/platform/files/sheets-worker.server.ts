import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { parse } from "csv-parse/sync";
import { read, type CellValue } from "hucre";
import { formatCount } from "#app/lib/money.ts";
import { decodeText, delimiterOf, type Merge, tableOf, unpackedBytes } from "#app/lib/sheet-table.ts";

export type SheetRequest = { bytes: Uint8Array; maxRows: number };
export type SheetMessage =
  | { type: "rows"; rows: string[][] }
  | { type: "done"; columns: string[]; rows: number }
  | { type: "refused"; message: string };

const PART = 500;
/** A sheet of 50,000 rows is about 50 MB uncompressed. */
const MAX_UNPACKED = 300_000_000;

class Refused extends Error {}

const { bytes, maxRows } = workerData as SheetRequest;
const port = parentPort;
if (!port) throw new Error("this file runs as a worker");
const post = (message: SheetMessage) => port.postMessage(message);

try {
  const { cells, merges } = await readCells();
  const table = tableOf(cells, merges);
  if (!table.ok) throw new Refused(table.message);
  if (table.rows.length > maxRows) {
    throw new Refused(`The file has more than ${formatCount(maxRows)} rows. Split it into parts.`);
  }
  for (let from = 0; from < table.rows.length; from += PART) {
    post({ type: "rows", rows: table.rows.slice(from, from + PART) });
    await once(port, "message");
  }
  post({ type: "done", columns: table.columns, rows: table.rows.length });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  post({ type: "refused", message: error.message });
}

async function readCells(): Promise<{ cells: string[][]; merges: Merge[] }> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOle = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  if (!isZip && !isOle) return { cells: readText(), merges: [] };
  if (isZip) {
    const size = unpackedBytes(bytes);
    if (size === null) throw new Refused("The file is broken or not whole. Save it again as XLSX or CSV.");
    if (size > MAX_UNPACKED) throw new Refused("The file is too large when unpacked. Split it into parts.");
  }
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
  try {
    return parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    const line = error instanceof Error && "lines" in error ? ` near line ${Number(error.lines)}` : "";
    throw new Refused(`The file cannot be read${line}: a quotation mark is missing or too much.`);
  }
}

/** A cell's text: numbers without grouping, dates as 2026-11-22. */
function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number")
    return Number.isInteger(value) ? value.toFixed(0) : String(Math.round(value * 1e6) / 1e6);
  return String(value);
}
