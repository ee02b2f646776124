import { setImmediate as nextTurn } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { phoneCell, tableFile, tableFormat, type ExportCell } from "./table-file.server.ts";

async function* parts(rows: ExportCell[][]) {
  for (const row of rows) yield await Promise.resolve([row]);
}

const ROWS: ExportCell[][] = [
  ["Ẹ̀wà, 50 kg", 78_500.5, "0012", new Date("2026-11-22T23:30:00Z")],
  ['=HYPERLINK("http://x")', -3, "+234", null],
];

test("CSV opens in a spreadsheet as it is: marked as UTF-8, nothing runs, days are Lagos days", async () => {
  const response = tableFile("orders 2026", "csv", ["Name", "Price", "Code", "Day"], parts(ROWS));
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="orders-2026.csv"');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  expect(parse(new TextDecoder().decode(bytes), { bom: true })).toEqual([
    ["Name", "Price", "Code", "Day"],
    ["Ẹ̀wà, 50 kg", "78500.5", "0012", "2026-11-23"],
    [`'=HYPERLINK("http://x")`, "-3", "'+234", ""],
  ]);
});

test("XLSX keeps text text and numbers numbers", async () => {
  const response = tableFile("orders", "xlsx", ["Name", "Price", "Code", "Day"], parts(ROWS));
  const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  expect(book.sheets[0]?.rows).toEqual([
    ["Name", "Price", "Code", "Day"],
    ["Ẹ̀wà, 50 kg", 78_500.5, "0012", "2026-11-23"],
    ['=HYPERLINK("http://x")', -3, "+234", null],
  ]);
});

test("an export that fails half-way is a broken download, not a short one", async () => {
  async function* broken() {
    yield await Promise.resolve([["Rice"]]);
    throw new Error("away");
  }
  await expect(tableFile("x", "csv", ["Name"], broken()).text()).rejects.toThrow("away");
});

test.each(["csv", "xlsx"] as const)("a visitor may leave a %s download, whatever waits to be sent", async (format) => {
  let ended = 0;
  async function* many() {
    try {
      for (let part = 0; part < 2_000; part += 1) {
        yield Array.from({ length: 100 }, (_, row) => [`Goods ${part} of ${row} ${Math.random()}`]);
        await nextTurn();
      }
    } finally {
      ended += 1;
    }
  }
  for (let leaveAt = 1; leaveAt < 12; leaveAt += 1) {
    const reader = tableFile("x", format, ["Name"], many()).body?.getReader();
    for (let chunk = 0; chunk < leaveAt; chunk += 1) {
      await reader?.read();
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    }
    void reader?.read().catch(() => {});
    await reader?.cancel();
    await expect.poll(() => ended, { timeout: 30_000 }).toBe(leaveAt);
  }
});

test.each([
  ["+2348031234567", "0803 123 4567"],
  ["08031234567", "0803 123 4567"],
  ["+44 20 7946 0958", "0044 20 7946 0958"],
  ["", ""],
])("the number %s stands as %s", (phone, cell) => {
  expect(phoneCell(phone)).toBe(cell);
});

test("an unknown format is CSV", () => {
  expect([tableFormat("xlsx"), tableFormat("exe"), tableFormat(null)]).toEqual(["xlsx", "csv", "csv"]);
});
