import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { webStream } from "./web-stream.server.ts";

/** A cell of an exported table; amounts are naira as numbers, dates are days in Lagos. */
export type ExportCell = string | number | boolean | Date | null;

export type TableFormat = "csv" | "xlsx";

/** Parses the format of an address; CSV by default. */
export function tableFormat(text: string | null): TableFormat {
  return text === "xlsx" ? "xlsx" : "csv";
}

const TYPES: Record<TableFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/**
 * A table as a streamed download: `rows` in batches, each with one cell per column. `name` is the file name without
 * extension.
 */
export function tableFile(
  name: string,
  format: TableFormat,
  columns: readonly string[],
  rows: AsyncIterable<readonly ExportCell[][]>,
): Response {
  const body = format === "csv" ? csvStream(columns, rows) : xlsxStream(name, columns, rows);
  return new Response(body, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}.${format}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function csvStream(
  columns: readonly string[],
  rows: AsyncIterable<readonly ExportCell[][]>,
): ReadableStream<Uint8Array> {
  // Excel needs a BOM to detect UTF-8.
  const out = stringify({ bom: true, record_delimiter: "windows" });
  const source = Readable.from(
    (async function* () {
      yield columns.map(safeCell);
      for await (const part of rows) for (const row of part) yield row.map(csvCell);
    })(),
  );
  source.on("error", (error) => out.destroy(error));
  out.on("close", () => source.destroy());
  return webStream(source.pipe(out));
}

function csvCell(cell: ExportCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return dayOf(cell);
  return typeof cell === "string" ? safeCell(cell) : String(cell);
}

/**
 * Prevents CSV injection: text that begins like a formula gets an apostrophe
 * (owasp.org/www-community/attacks/CSV_Injection).
 */
export function safeCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function xlsxStream(
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<readonly ExportCell[][]>,
): ReadableStream<Uint8Array> {
  // Workbook cells are typed: text is never evaluated, and codes keep their leading zeros.
  const cells = (async function* () {
    for await (const part of rows)
      for (const row of part) yield row.map((cell) => (cell instanceof Date ? dayOf(cell) : cell));
  })();
  return webStream(workbook());

  async function* workbook(): AsyncGenerator<Uint8Array> {
    // Loaded at the first workbook: it takes 2 MB.
    const { writeXlsxStream } = await import("hucre/xlsx");
    yield* writeXlsxStream(cells, {
      name: name.slice(0, 31),
      columns: columns.map((header) => ({ header })),
      freezePane: { rows: 1 },
    });
  }
}

const LAGOS = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" });

/** The day of a time in Lagos, "2026-11-22". */
function dayOf(date: Date): string {
  return LAGOS.format(date);
}

/** A Nigerian number in local format with spaces, so that no spreadsheet reads it as a number: "0803 123 4567". */
export function phoneCell(phone: string): string {
  const local = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(phone.replaceAll(/[\s()-]/g, ""));
  if (local) return `0${local[1]} ${local[2]} ${local[3]}`;
  const plain = /^(0\d{3})(\d{3})(\d{4})$/.exec(phone.replaceAll(/[\s()-]/g, ""));
  return plain ? `${plain[1]} ${plain[2]} ${plain[3]}` : phone.replace(/^\+/, "00");
}
