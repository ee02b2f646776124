import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { MAX_SHEET_BYTES, type SheetRow } from "#app/lib/sheet-table.ts";
import { zipOf } from "#tests/fixtures/zip.ts";
import { readSheet } from "./sheets.server.ts";

async function read(bytes: Uint8Array<ArrayBuffer>, limits = {}) {
  const rows: SheetRow[] = [];
  const result = await readSheet(bytes, (part) => Promise.resolve(void rows.push(...part)), limits);
  return { result, rows: rows.map(({ cells }) => cells), numbers: rows.map(({ number }) => number) };
}
const text = (csv: string) => new TextEncoder().encode(csv);
const xlsx = async (rows: (string | number | Date | null)[][], rest = {}) =>
  new Uint8Array(await writeXlsx({ sheets: [{ name: "Prices", rows, ...rest }] }));

test("CSV of any delimiter; 1,200 rows come in parts and in order", async () => {
  const lines = Array.from({ length: 1200 }, (_, index) => `Goods ${index};${index}`);
  const { result, rows } = await read(text(["Name;Price", ...lines].join("\r\n")));
  expect(result).toEqual({ ok: true, columns: ["Name", "Price"], rows: 1200 });
  expect(rows.map(([name]) => name)).toEqual(lines.map((line) => line.split(";")[0]));
});

test("XLSX: numbers, dates and codes as they read", async () => {
  const { result, rows } = await read(
    await xlsx([
      ["Name", "Price", "Barcode", "From"],
      ["Rice", 78_500.5, 6_151_234_567_890, new Date("2026-11-22T00:00:00Z")],
      ["Beans", null, "0123", null],
    ]),
  );
  expect(result).toMatchObject({ ok: true, rows: 2 });
  expect(rows).toEqual([
    ["Rice", "78500.5", "6151234567890", "2026-11-22"],
    ["Beans", "", "0123", ""],
  ]);
});

test.each<[string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>, string]>([
  ["nothing", () => new Uint8Array(), "The file is empty."],
  ["too large", () => new Uint8Array(MAX_SHEET_BYTES + 1), "The file is larger than 50 MB. Split it into parts."],
  [
    "a picture",
    () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
    "This file is not text. Save it as CSV or XLSX.",
  ],
  [
    "half a workbook",
    async () =>
      (
        await xlsx([
          ["A", "B"],
          ["1", "2"],
        ])
      ).slice(0, 600),
    "The file is broken or not whole. Save it again as XLSX or CSV.",
  ],
  [
    "an open quote",
    () => text('Name,Price\nRice,"1\n'),
    "The file cannot be read near line 2: a quotation mark is missing or too much.",
  ],
  [
    "merged cells",
    () =>
      xlsx(
        [
          ["Name", "Price"],
          ["Rice", "1"],
        ],
        { merges: [{ startRow: 1, startCol: 0, endRow: 1, endCol: 1 }] },
      ),
    "The sheet has merged cells in row 2. Unmerge them and save it again.",
  ],
  [
    "a sheet of 160 MB that declares nothing",
    () => zipOf({ ...XLSX, "xl/worksheets/sheet1.xml": `<worksheet>${" ".repeat(160_000_000)}` }, { declared: 0 }),
    "The file is too large when unpacked. Split it into parts.",
  ],
  ...[1, 4, 10].map((mb): [string, () => Uint8Array<ArrayBuffer>, string] => [
    `one text of ${mb} MB in 1,000 rows`,
    () =>
      zipOf({
        ...XLSX,
        "xl/sharedStrings.xml": `<sst><si><t>${"x".repeat(mb * 1_000_000)}</t></si></sst>`,
        "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(1_000)}</sheetData></worksheet>`,
      }),
    "Row 1 has a cell of more than 32,767 characters. Shorten it.",
  ]),
  [
    "a cell of 1 MB repeated 80,000 times",
    () =>
      ods(`<table:table-row table:number-rows-repeated="400"><table:table-cell office:value-type="string"
      table:number-columns-repeated="200"><text:p>${"x".repeat(1_000_000)}</text:p></table:table-cell></table:table-row>`),
    "Row 1 has a cell of more than 32,767 characters. Shorten it.",
  ],
  [
    "a permitted text repeated 80,000 times",
    () =>
      ods(`<table:table-row table:number-rows-repeated="400"><table:table-cell office:value-type="string"
      table:number-columns-repeated="200"><text:p>${"x".repeat(30_000)}</text:p></table:table-cell></table:table-row>`),
    "The file has more than 50,000,000 characters of text. Split it into parts.",
  ],
  [
    "CSV of 200,000 short rows",
    () => text(`Name,Price\n${",1\n".repeat(200_000)}`),
    "The file has more than 50,000 rows. Split it into parts.",
  ],
  [
    "CSV with a cell of 15 MB",
    () => text(`Name,Price\n${"x".repeat(15_000_000)},1\n`),
    "Row 2 has a cell of more than 32,767 characters. Shorten it.",
  ],
  [
    "100,000 columns",
    () => text(`${"x,".repeat(99_999)}x\n1,2`),
    "The sheet has 100,000 columns. Keep those that matter, at most 200.",
  ],
  [
    "letters that an earlier program lost",
    () => text("Name,Price\nGarri Ij\uFFFDbu,400"),
    "Letters of this file were lost when it was saved. Save it again as “CSV UTF-8” or as XLSX.",
  ],
])("%s is refused with a sentence", async (_, make, message) => {
  expect((await read(await make())).result).toEqual({ ok: false, message });
});

test("a catalogue of 50,000 products, as large as its export, is read", async () => {
  const row = Array.from({ length: 35 }, () => "eighteen letters 1").join(",");
  const csv = text(`${row.replaceAll("eighteen letters", "Column")}\n${`${row}\n`.repeat(50_000)}`);
  expect(csv.length).toBeGreaterThan(33_000_000);
  expect(await readSheet(csv, () => Promise.resolve())).toMatchObject({ ok: true, rows: 50_000 });
});

test("a file that takes too long or too much memory ends with a sentence", async () => {
  const csv = text(`Name,Price\n${"Rice,1\n".repeat(40_000)}`);
  expect((await read(csv, { deadlineMs: 1 })).result).toEqual({
    ok: false,
    message: "The file takes too long to read. Split it into parts.",
  });
  expect((await read(csv, { memoryMb: 8 })).result).toEqual({
    ok: false,
    message: "The file is too large when unpacked. Split it into parts.",
  });
});

test("rows keep their number in the sheet; a message has at most 250,000 characters and one row", async () => {
  const rows = Array.from({ length: 30 }, () => `Rice,${"x".repeat(30_000)}`);
  const parts: number[] = [];
  const csv = text(["PRICES", "", "Name,Text", "", ...rows].join("\n"));
  await readSheet(csv, (part) => Promise.resolve(void parts.push(part.length)));
  expect(parts).toEqual([9, 9, 9, 3]);
  expect((await read(csv)).numbers).toEqual(rows.map((_, at) => at + 5));
});

test("one file is read at once, four wait, more are refused", async () => {
  let open = 0;
  const most: number[] = [];
  const one = () =>
    readSheet(text("Name,Price\nRice,1"), async () => {
      most.push((open += 1));
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
    });
  const results = await Promise.all(Array.from({ length: 6 }, one));
  expect(most).toEqual([1, 1, 1, 1, 1]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(5);
  expect(results.at(-1)).toEqual({
    ok: false,
    message: "Other files are being read right now. Please try again in a minute.",
  });
});

const XLSX = {
  "[Content_Types].xml": "<Types/>",
  "_rels/.rels":
    '<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  "xl/workbook.xml": '<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels":
    '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
};

/** A spreadsheet with these rows in XML. */
const ods = (rows: string) =>
  zipOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
