import { formatCount } from "./money.ts";

/** Maximum file size, in bytes. An export of 50,000 products is some 30 MB and must come back. */
export const MAX_SHEET_BYTES = 50_000_000;
/** The answer to a larger file. */
export const TOO_LARGE = `The file is larger than ${MAX_SHEET_BYTES / 1_000_000} MB. Split it into parts.`;
/** Maximum number of columns of a table. */
export const MAX_COLUMNS = 200;
/** Maximum length of a cell, that of Excel. A small file can repeat one long text in every cell. */
export const MAX_CELL = 32_767;
/** Maximum length of all cells together: 50,000 rows of 1,000 characters. */
export const MAX_TEXT = 50_000_000;
/** The header is within the first rows; a title and a date may be above it. */
const HEADER_WITHIN = 15;

/** Merged cells, rows and columns from 0, ends inclusive. */
export type Merge = { startRow: number; startCol: number; endRow: number; endCol: number };

/** A row of text cells; `number` is its row in the sheet, from 1. */
export type SheetRow = { number: number; cells: string[] };

export type Table = { ok: true; columns: string[]; rows: SheetRow[] } | { ok: false; message: string };

/**
 * The table in a sheet of text cells: column names, and the non-empty rows below, padded to the header's width. The
 * header is the first row with as many filled cells as most rows have. Columns without a name are dropped, equal names
 * are numbered ("Price 2").
 */
export function tableOf(cells: readonly (readonly string[])[], merges: readonly Merge[] = []): Table {
  const tooLong = lengthProblem(cells);
  if (tooLong) return refuse(tooLong);
  const width = Math.max(0, ...cells.slice(0, 1000).map((row) => row.length));
  if (width > MAX_COLUMNS) {
    return refuse(`The sheet has ${formatCount(width)} columns. Keep those that matter, at most ${MAX_COLUMNS}.`);
  }
  const head = headerIndex(cells);
  if (head === null) return refuse("The file has no rows below a line of column names.");
  const merged = merges.find((merge) => merge.endRow >= head);
  if (merged) {
    return refuse(`The sheet has merged cells in row ${merged.startRow + 1}. Unmerge them and save it again.`);
  }
  const names = (cells[head] ?? []).map((name) => name.replace(/\s+/g, " ").trim().slice(0, 100));
  const used = names.flatMap((name, index) => (name === "" ? [] : [index]));
  const columns = numbered(used.map((index) => names[index] ?? ""));
  const rows = cells
    .slice(head + 1)
    .map((row, at) => ({ number: head + 2 + at, cells: used.map((index) => (row[index] ?? "").trim()) }))
    .filter((row) => row.cells.some((cell) => cell !== ""));
  return rows.length === 0 ? refuse("The file has column names, but no rows below them.") : { ok: true, columns, rows };
}

function lengthProblem(cells: readonly (readonly string[])[]): string | null {
  let total = 0;
  for (const [at, row] of cells.entries()) {
    for (const { length } of row) {
      if (length > MAX_CELL)
        return `Row ${at + 1} has a cell of more than ${formatCount(MAX_CELL)} characters. Shorten it.`;
      total += length;
    }
    if (total > MAX_TEXT)
      return `The file has more than ${formatCount(MAX_TEXT)} characters of text. Split it into parts.`;
  }
  return null;
}

const refuse = (message: string): Table => ({ ok: false, message });

const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== "").length;

function headerIndex(cells: readonly (readonly string[])[]): number | null {
  const widths = cells.slice(0, 200).map(filled);
  const usual = Math.max(1, median(widths.filter((width) => width > 0)));
  const least = Math.min(usual, Math.max(2, Math.ceil(usual * 0.6)));
  const index = widths.slice(0, HEADER_WITHIN).findIndex((width) => width >= least);
  return index < 0 || index === cells.length - 1 ? null : index;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function numbered(names: string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name.toLowerCase()) ?? 0) + 1;
    seen.set(name.toLowerCase(), count);
    return count === 1 ? name : `${name} ${count}`;
  });
}

/** Decodes CSV bytes: UTF-8 or UTF-16 with BOM, else UTF-8, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The delimiter of a CSV text (comma, semicolon, tab or bar): the one with the most even count in its first lines. */
export function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/, 10)
    .filter((line) => line.trim() !== "");
  const scores = [",", ";", "\t", "|"].map((delimiter) => {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, "").split(delimiter).length - 1);
    return { delimiter, score: Math.min(...counts) * 100 + Math.max(...counts) };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}
