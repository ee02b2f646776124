import { parse } from "csv-parse/sync";

/** One record with the lines of the file it stands on, or lines that are no record and why. */
export type CsvRecord =
  | { kind: "record"; line: number; lastLine: number; cells: string[] }
  | { kind: "unreadable"; line: number; firstCell: string; reason: string };

/** What the header tells about its rows. `isComplete` says whether one line alone is a whole row. */
export type RowShape = { columns: number; isComplete: (cells: string[]) => boolean };

/** The file as a whole is not what was expected; the message is for the person who chose it. */
export class WrongFileError extends Error {}

type Line = { line: number; text: string };

/** Largest record: Shopify allows half a megabyte of description. */
const MAX_RECORD = 1_000_000;
const STRAY_QUOTE = 'a quotation mark (") is opened here and not closed before the next row';

/**
 * Reads comma-separated bytes record by record, with the line numbers of the file; memory stays bounded.
 * `readHeader` gets the first record and answers the shape of the others. Throws WrongFileError.
 *
 * Lines are joined by quotes here and parsed by csv-parse one record at a time: left alone, a parser takes
 * everything after one forgotten quote as a single cell and the good rows are lost.
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  readHeader: (cells: string[]) => RowShape,
): AsyncGenerator<CsvRecord> {
  const lines = readLines(source);
  const ahead: Line[] = [];
  let shape: RowShape | null = null;
  const peek = async (index: number): Promise<Line | undefined> => {
    while (ahead.length <= index) {
      const next = await lines.next();
      if (next.done) return undefined;
      ahead.push(next.value);
    }
    return ahead[index];
  };
  for (let first = await peek(0); first; first = await peek(0)) {
    if (first.text.trim() === "") {
      ahead.shift();
      continue;
    }
    let text = first.text;
    let open = hasOddQuotes(text);
    let count = 1;
    while (open) {
      const next = await peek(count);
      if (!next || text.length > MAX_RECORD || (shape && isWholeRow(next.text, shape))) break;
      text += `\n${next.text}`;
      if (hasOddQuotes(next.text)) open = false;
      count += 1;
    }
    const parsed = open ? STRAY_QUOTE : parseRecord(text);
    if (shape === null) {
      if (typeof parsed === "string") throw new WrongFileError(`The first line cannot be read: ${parsed}.`);
      shape = readHeader(parsed);
      ahead.splice(0, count);
      continue;
    }
    const reason = typeof parsed === "string" ? parsed : tooManyCells(parsed, shape);
    if (typeof parsed === "string" || reason) {
      // Only the first line is given up: what follows may be good rows.
      yield {
        kind: "unreadable",
        line: first.line,
        firstCell: firstCell(first.text),
        reason: reason ?? "",
      };
      ahead.shift();
      continue;
    }
    yield {
      kind: "record",
      line: first.line,
      lastLine: ahead[count - 1]?.line ?? first.line,
      cells: parsed,
    };
    ahead.splice(0, count);
  }
  if (shape === null) throw new WrongFileError("The file is empty.");
}

/** The cells of one record, or the reason why it has none. */
function parseRecord(text: string): string[] | string {
  try {
    return parse(text, { relax_column_count: true })[0] ?? [];
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "CSV_INVALID_CLOSING_QUOTE") return 'a quotation mark (") ends in the middle of a cell';
    if (code === "INVALID_OPENING_QUOTE") return 'a cell with a quotation mark (") in it must be quoted as a whole';
    return (error as Error).message;
  }
}

function tooManyCells(cells: string[], shape: RowShape): string | null {
  if (cells.slice(shape.columns).every((cell) => cell.trim() === "")) return null;
  return `the row has ${cells.length} cells and the header ${shape.columns}: is a comma not quoted?`;
}

function isWholeRow(text: string, shape: RowShape): boolean {
  if (hasOddQuotes(text) || countOf(text, ",") < shape.columns - 1) return false;
  const cells = parseRecord(text);
  return typeof cells !== "string" && cells.length === shape.columns && shape.isComplete(cells);
}

function hasOddQuotes(text: string): boolean {
  return countOf(text, '"') % 2 === 1;
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function firstCell(text: string): string {
  return (text.split(",", 1)[0] ?? "").replaceAll('"', "").trim();
}

/** Physical lines, ended by \n, \r\n or \r. Bytes that are not UTF-8 become U+FFFD, a byte order mark goes. */
async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let line = 0;
  let isFirst = true;
  for await (const chunk of source) {
    if (isFirst && chunk.length > 0) {
      isFirst = false;
      checkStart(chunk);
    }
    rest += decoder.decode(chunk, { stream: true });
    // A \r at the end of a chunk may be the first half of \r\n.
    const held = rest.endsWith("\r") ? "\r" : "";
    const parts = (held ? rest.slice(0, -1) : rest).split(/\r\n|\n|\r/);
    rest = (parts.pop() ?? "") + held;
    if (rest.length > 4 * MAX_RECORD)
      throw new WrongFileError("This is not a CSV file: a line is longer than 4 million characters.");
    for (const text of parts) yield { line: (line += 1), text };
  }
  rest += decoder.decode();
  for (const text of rest.split(/\r\n|\n|\r/)) yield { line: (line += 1), text };
}

function checkStart(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  if (start.startsWith("fffe") || start.startsWith("feff")) {
    throw new WrongFileError('The file is UTF-16 text. Save it again as "CSV UTF-8 (comma delimited)".');
  }
  if (start === "504b0304" || start === "d0cf11e0") {
    throw new WrongFileError('This is a spreadsheet. Save it as "CSV UTF-8 (comma delimited)" and import that file.');
  }
}
