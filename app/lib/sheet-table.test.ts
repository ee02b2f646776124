import { expect, test } from "vitest";
import { decodeText, delimiterOf, MAX_CELL, MAX_TEXT, tableOf } from "./sheet-table.ts";

test.each<[string, string[][], unknown]>([
  [
    "header first",
    [
      ["Name", "Price"],
      ["Rice", "100"],
    ],
    { ok: true, columns: ["Name", "Price"], rows: [{ number: 2, cells: ["Rice", "100"] }] },
  ],
  [
    "a title and a date above",
    [
      ["ALHAJI MUSA STORES"],
      ["12/11/2026"],
      [],
      ["Item", "Unit", "Price"],
      ["Rice", "bag", "100"],
      ["Beans", "bag", "90"],
      ["Garri", "", "80"],
    ],
    {
      ok: true,
      columns: ["Item", "Unit", "Price"],
      rows: [
        { number: 5, cells: ["Rice", "bag", "100"] },
        { number: 6, cells: ["Beans", "bag", "90"] },
        { number: 7, cells: ["Garri", "", "80"] },
      ],
    },
  ],
  [
    "equal and empty names",
    [
      ["Price", "", "price"],
      ["1", "x", "2"],
    ],
    { ok: true, columns: ["Price", "price 2"], rows: [{ number: 2, cells: ["1", "2"] }] },
  ],
  [
    "short and empty rows",
    [["A", "B"], ["1"], ["", " "], [" 2 ", "3"]],
    {
      ok: true,
      columns: ["A", "B"],
      rows: [
        { number: 2, cells: ["1", ""] },
        { number: 4, cells: ["2", "3"] },
      ],
    },
  ],
  ["one column", [["Name"], ["Rice"]], { ok: true, columns: ["Name"], rows: [{ number: 2, cells: ["Rice"] }] }],
  ["nothing", [], { ok: false, message: "The file has no rows below a line of column names." }],
  ["a header alone", [["Name", "Price"]], { ok: false, message: "The file has no rows below a line of column names." }],
  [
    "empty rows below",
    [
      ["Name", "Price"],
      ["", ""],
    ],
    { ok: false, message: "The file has column names, but no rows below them." },
  ],
  [
    "100,000 columns",
    [Array.from({ length: 100_000 }, () => "x"), ["1"]],
    { ok: false, message: "The sheet has 100,000 columns. Keep those that matter, at most 200." },
  ],
  [
    "a long cell",
    [["A"], ["x".repeat(MAX_CELL + 1)]],
    { ok: false, message: "Row 2 has a cell of more than 32,767 characters. Shorten it." },
  ],
  [
    "much text",
    Array.from({ length: 1 + MAX_TEXT / 20_000 }, () => ["x".repeat(20_000)]),
    { ok: false, message: "The file has more than 50,000,000 characters of text. Split it into parts." },
  ],
])("%s", (_, cells, table) => {
  expect(tableOf(cells)).toEqual(table);
});

test("cells merged above the header are fine, in it or below they are refused with their row", () => {
  const cells = [
    ["PRICES", ""],
    ["Name", "Price"],
    ["Rice", "1"],
  ];
  const merge = (row: number) => [{ startRow: row, startCol: 0, endRow: row, endCol: 1 }];
  expect(tableOf(cells, merge(0))).toMatchObject({ ok: true });
  expect(tableOf(cells, merge(2))).toEqual({
    ok: false,
    message: "The sheet has merged cells in row 3. Unmerge them and save it again.",
  });
});

test.each([
  ["a,b\n1,2", ","],
  ["a;b\n1,5;2", ";"],
  ["a\tb\n1,5\t2", "\t"],
  ['"x;y;z",b\n1,2', ","],
  ["a|b|c\n1|2|3", "|"],
])("%j is parted by %j", (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter);
});

test.each<[string, number[], string]>([
  ["UTF-8", [0xe1, 0xba, 0xb8], "Ẹ"],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0x41], "A"],
  ["UTF-16 of Excel", [0xff, 0xfe, 0x41, 0, 0xa6, 0x20], "A₦"],
  ["Windows", [0x41, 0x92, 0x73], "A’s"],
])("%s", (_, bytes, text) => {
  expect(decodeText(new Uint8Array(bytes))).toBe(text);
});
