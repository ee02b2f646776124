import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { MAX_SHEET_BYTES, readSheet } from "./sheets.server.ts";

async function read(bytes: Uint8Array<ArrayBuffer>, limits = {}) {
  const rows: string[][] = [];
  const result = await readSheet(bytes, (part) => Promise.resolve(void rows.push(...part)), limits);
  return { result, rows };
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
  ["too large", () => new Uint8Array(MAX_SHEET_BYTES + 1), "The file is larger than 20 MB. Split it into parts."],
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
    "a bomb",
    async () =>
      declaring(
        400_000_000,
        await xlsx([
          ["A", "B"],
          ["1", "2"],
        ]),
      ),
    "The file is too large when unpacked. Split it into parts.",
  ],
  [
    "a bomb that hides its size",
    async () => declaring(10, await xlsx([["A", "B"], ...Array.from({ length: 5_000 }, () => ["same", "same"])])),
    "This file is not a spreadsheet that we can read. Save it as XLSX or CSV.",
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

/** The same file, with every entry declaring an uncompressed size of `size` bytes. */
function declaring(size: number, zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(zip.buffer);
  for (let place = 0; place < zip.length - 4; place += 1) {
    if (view.getUint32(place, true) === 0x02014b50) view.setUint32(place + 24, size, true);
  }
  return zip;
}
