import { expect, test } from "vitest";
import { type CsvRecord, readCsv, WrongFileError } from "./csv-records.server.ts";

const HEADER = "Handle,Title,Body,Price,Stock";

async function read(text: string | Uint8Array, chunk = 7): Promise<CsvRecord[]> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const records: CsvRecord[] = [];
  const shape = (cells: string[]) => ({
    columns: cells.length,
    isComplete: (row: string[]) => /^\d+$/.test(row[3] ?? ""),
  });
  for await (const record of readCsv(chunks(), shape)) records.push(record);
  return records;
}

/** "line-lastLine:first cell" of records, "line!first cell" of unreadable ones. */
function shortly(records: CsvRecord[]): string[] {
  return records.map((r) =>
    r.kind === "record" ? `${r.line}-${r.lastLine}:${r.cells[0]}` : `${r.line}!${r.firstCell}`,
  );
}

test.each([
  ["plain rows", `${HEADER}\na,A,,1,2\nb,B,,1,2\n`, ["2-2:a", "3-3:b"]],
  ["no line end at the end", `${HEADER}\na,A,,1,2`, ["2-2:a"]],
  ["Windows lines", `${HEADER}\r\na,A,,1,2\r\nb,B,,1,2\r\n`, ["2-2:a", "3-3:b"]],
  ["old Mac lines", `${HEADER}\ra,A,,1,2\rb,B,,1,2`, ["2-2:a", "3-3:b"]],
  ["empty lines count", `\n${HEADER}\n\na,A,,1,2\n  \nb,B,,1,2`, ["4-4:a", "6-6:b"]],
  ["a body over several lines", `${HEADER}\na,A,"one\n\n""two"",\nthree",1,2\nb,B,,1,2`, ["2-5:a", "6-6:b"]],
  ["a forgotten closing quote", `${HEADER}\na,A,"open,1,2\nb,B,,1,2\nc,C,,1,2`, ["2!a", "3-3:b", "4-4:c"]],
  [
    "a forgotten quote before a quoted row",
    `${HEADER}\na,A,"open,1,2\nb,B,"x",1,2\nc,C,,1,2`,
    ["2!a", "3-3:b", "4-4:c"],
  ],
  ["a forgotten quote in the last row", `${HEADER}\na,A,,1,2\nb,B,"open,1,2`, ["2-2:a", "3!b"]],
  [
    "two forgotten quotes that would pair",
    `${HEADER}\na,A,"open,1,2\nb,B,,1,2\nc,C,x",1,2\nd,D,,1,2`,
    ["2!a", "3-3:b", "4!c", "5-5:d"],
  ],
  ["inches in a cell that is not quoted", `${HEADER}\na,A,12" pan,1,2\nb,B,,1,2`, ["2!a", "3-3:b"]],
  ["text after a closing quote", `${HEADER}\na,A,"x"y,1,2\nb,B,,1,2`, ["2!a", "3-3:b"]],
  ["a comma that is not quoted", `${HEADER}\na,A,one, two,1,2\nb,B,,1,2`, ["2!a", "3-3:b"]],
  ["empty cells too many", `${HEADER}\na,A,,1,2,,,\n`, ["2-2:a"]],
])("%s", async (_name, text, expected) => {
  expect(shortly(await read(text))).toEqual(expected);
  expect(shortly(await read(text, 100_000))).toEqual(expected);
});

test("letters survive chunks that cut them, and the byte order mark goes", async () => {
  const [record] = await read(`\uFEFF${HEADER}\nẹ̀wà,₦,,1,2`, 1);
  expect(record).toMatchObject({ cells: ["ẹ̀wà", "₦", "", "1", "2"] });
});

test.each([
  ["nothing", "", "empty"],
  ["only empty lines", "\n\n", "empty"],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x48, 0]), "UTF-16"],
  ["a workbook", new TextEncoder().encode("PK\u0003\u0004..."), "spreadsheet"],
  ["a header with an open quote", '"Handle,Title\na,b', "first line cannot be read"],
])("%s is refused", async (_name, text, message) => {
  await expect(read(text)).rejects.toThrow(WrongFileError);
  await expect(read(text)).rejects.toThrow(message);
});
